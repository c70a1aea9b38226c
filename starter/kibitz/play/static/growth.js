// The growth table: asks the server for it, draws it while it fills, and says where the two searches disagree.
import { call, complain, leave, pause } from './api.js';
import { element } from './board.js';

const $ = (id) => document.getElementById(id);
const POLL_MS = 250;

export class Growth {
  /** `position()` tells what to count from; `trace(position, algorithm, depth)` opens a trace. */
  constructor(position, trace) {
    this.position = position;
    this.table = null;
    $('count').addEventListener('click', () => this.begin('/api/growth', this.position()));
    $('count-stop').addEventListener('click', () => this.stop());
    $('copy').addEventListener('click', () => this.copy());
    for (const button of document.querySelectorAll('[data-trace]')) {
      button.addEventListener('click', () => trace(this.table.position, button.dataset.trace, this.table.disagree));
    }
    window.addEventListener('pagehide', () => this.table?.state === 'running' && leave(`/api/growth/${this.table.id}`));
  }

  async begin(path, body) {
    try {
      this.show(await call('POST', path, body));
      const { id } = this.table;
      while (this.table?.id === id && this.table.state === 'running') {
        await pause(POLL_MS);
        const table = await call('GET', `/api/growth/${id}`);
        if (this.table?.id === id) this.show(table);
      }
    } catch (error) {
      complain(error);
    }
  }

  async stop() {
    this.show(await call('DELETE', `/api/growth/${this.table.id}`));
    $('count').focus();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.table.text);
      $('growth-state').textContent = 'Copied.';
    } catch {
      $('growth-state').textContent = 'This browser does not let a page copy.';
    }
  }

  /** Forget the table: it is of another game. */
  async clear() {
    if (this.table?.state === 'running') await call('DELETE', `/api/growth/${this.table.id}`);
    this.table = null;
    for (const id of ['growth', 'copy', 'count-stop', 'disagree']) $(id).hidden = true;
    for (const id of ['growth-state', 'summary']) $(id).replaceChildren();
  }

  show(table) {
    this.table = table;
    const running = table.state === 'running';
    $('count-stop').hidden = !running;
    $('copy').hidden = false;
    const after = table.position.moves.length;
    const from = after ? `after ${after} move${after > 1 ? 's' : ''}` : 'from the start';
    const state = `${running ? 'Counting' : 'Counted'} ${from}. ${table.note}`.trim();
    if ($('growth-state').textContent !== state) $('growth-state').textContent = state;
    $('growth').hidden = false;
    this.draw(table);
    $('summary').replaceChildren(...table.summary.map((text) => element('p', {}, text)));
    $('disagree').hidden = !table.banner;
    if ($('disagree-text').textContent !== table.banner) $('disagree-text').textContent = table.banner;
  }

  draw(table) {
    const focused = document.activeElement?.dataset?.run;
    const pair = table.algorithms.length > 1;
    const heads = table.algorithms.flatMap((name) => [element('th', { class: 'first', scope: 'col', colspan: '2' }, name),
      element('th', { scope: 'col' }, 'growth')]);
    const more = [...(pair ? ['share'] : []), 'value'].map((name) => element('th', { scope: 'col' }, name));
    const head = element('tr', {}, element('th', { scope: 'col' }, 'depth'), ...heads, ...more);
    const body = element('tbody', {}, ...table.rows.map((row) => this.row(table, row, pair)));
    $('growth').replaceChildren(element('table', {}, element('thead', {}, head), body));
    if (focused) $('growth').querySelector(`[data-run="${focused}"]`)?.focus();
  }

  row(table, row, pair) {
    const cells = row.cells.flatMap((cell) => (cell.bar ? this.counted(cell) : this.guessed(table, row.depth, cell)));
    const more = (pair ? [row.share] : []).map((text) => element('td', {}, text));
    const value = element('td', { class: row.depth === table.disagree ? 'value differs' : 'value' }, row.value);
    return element('tr', {}, element('th', { scope: 'row' }, String(row.depth)), ...cells, ...more, value);
  }

  counted(cell) {
    const bar = element('span');
    bar.style.width = `${cell.bar * 0.26}rem`;
    return [element('td', { class: 'first' }, cell.positions, element('br'), element('small', {}, `${cell.at_limit} at limit, ${cell.time}`)),
      element('td', { class: `bars ${cell.algorithm}`, 'aria-hidden': 'true' }, bar), element('td', {}, cell.growth)];
  }

  guessed(table, depth, cell) {
    const wide = element('td', { class: 'first guess', colspan: '3' }, cell.positions);
    if (cell.can_run && cell.positions !== '-' && table.state !== 'running') wide.append(' ', this.runButton(depth, cell));
    if (cell.message) wide.append(element('br'), element('small', {}, cell.message));
    return [wide];
  }

  runButton(depth, cell) {
    const button = element('button', { type: 'button', 'aria-label': `run ${cell.algorithm} to depth ${depth} without a limit` }, 'run');
    button.dataset.run = `${cell.algorithm}${depth}`;
    button.addEventListener('click', () => this.begin(`/api/growth/${this.table.id}/run`, { algorithm: cell.algorithm, depth }));
    return button;
  }
}

// Draws a board as buttons that arrows, Enter and single keys work on. All text arrives as text, never as markup.

export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'class') made.className = value;
    else if (name.startsWith('aria') || name === 'role' || name === 'scope' || name === 'colspan') made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children);
  return made;
}

const KEYS = {
  tictactoe: 'Keys on the board: 1 to 9, or arrows and Enter.',
  connect_four: 'Keys on the board: 1 to 7, or arrows and Enter.',
  othello: 'Keys on the board: arrows and Enter.',
  pig: 'Keys on the buttons: r to roll, h to hold.',
  einstein: 'Keys on the board: arrows; Enter picks a cube, then the square it goes to; Esc lets it go.',
};

/** One board on the page. `onMove(code)` is told of each move that a person makes. */
export class Board {
  constructor(place, keysPlace, onMove) {
    this.place = place;
    this.keysPlace = keysPlace;
    this.onMove = onMove;
    this.at = 0;
    this.picked = null;
    this.shown = '';
    place.addEventListener('keydown', (event) => this.key(event));
  }

  show(view) {
    const game = `${view.game} ${view.start}`;
    if (game !== this.shown) this.at = view.board?.cells ? Math.floor(view.board.cells.length / 2) : 0;
    this.shown = game;
    this.view = view;
    this.picked = null;
    this.keysPlace.textContent = KEYS[view.game] ?? 'The moves are buttons.';
    this.draw();
  }

  draw() {
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const { board } = this.view;
    if (board?.cells) this.drawGrid(board);
    else this.drawButtons(board);
    if (focused) (this.place.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? this.place.querySelector('button'))?.focus();
  }

  drawGrid(board) {
    const heads = board.kind === 'othello' || board.kind === 'connect_four';
    const sideHeads = heads && board.kind === 'othello';
    const grid = element('div', { class: `grid ${board.kind}` });
    grid.style.setProperty('--columns', board.columns + (sideHeads ? 1 : 0));
    const inner = element('div', { role: 'grid', 'aria-label': 'Board' });
    if (heads) grid.append(this.topHeads(board, sideHeads));
    for (let row = 0; row < board.rows; row += 1) {
      const line = element('div', { role: 'row' });
      if (sideHeads) line.append(element('div', { class: 'head', 'aria-hidden': 'true' }, String(row + 1)));
      for (let column = 0; column < board.columns; column += 1) line.append(this.cell(board, row * board.columns + column));
      inner.append(line);
    }
    grid.append(inner);
    this.place.replaceChildren(grid);
  }

  topHeads(board, sideHeads) {
    const line = element('div', { role: 'presentation', 'aria-hidden': 'true', class: 'row-heads' });
    line.style.display = 'flex';
    if (sideHeads) line.append(element('div', { class: 'head top' }));
    for (let column = 0; column < board.columns; column += 1) {
      line.append(element('div', { class: 'head top' }, board.kind === 'othello' ? 'abcdefgh'[column] : String(column + 1)));
    }
    return line;
  }

  cell(board, index) {
    const cell = board.cells[index];
    const target = this.picked === null ? null : board.cells[this.picked].targets[index];
    const button = element('button', { type: 'button', class: 'cell', tabIndex: index === this.at ? 0 : -1 });
    button.dataset.key = String(index);
    button.setAttribute('aria-label', target ? `${cell.place}, ${cell.text || 'empty'}, go here` : cell.label);
    if (cell.last) button.classList.add('last');
    if (cell.targets && !target) button.classList.add('pickable');
    if (index === this.picked) { button.classList.add('picked'); button.setAttribute('aria-pressed', 'true'); }
    if (cell.text) button.append(element('span', { class: `piece ${/^[XB]/.test(cell.text) ? 'max' : 'min'}` }, cell.text));
    if (target || (cell.hint && !cell.text)) button.append(element('span', { class: 'dot' }));
    if (board.kind === 'tictactoe' && !cell.text) button.append(element('span', { class: 'number', 'aria-hidden': 'true' }, String(index + 1)));
    button.addEventListener('click', () => this.press(index));
    button.addEventListener('focus', () => this.moveTo(index, false));
    return element('div', { role: 'gridcell' }, button);
  }

  press(index) {
    const { cells } = this.view.board;
    const target = this.picked === null ? undefined : cells[this.picked].targets[index];
    if (target) this.onMove(target);
    else if (cells[index].targets) { this.picked = this.picked === index ? null : index; this.draw(); }
    else if (cells[index].moves.length) this.onMove(cells[index].moves[0]);
  }

  moveTo(index, focus) {
    const buttons = this.place.querySelectorAll('.cell');
    buttons[this.at]?.setAttribute('tabindex', '-1');
    this.at = index;
    buttons[index].setAttribute('tabindex', '0');
    if (focus) buttons[index].focus();
  }

  drawButtons(board) {
    const parts = [board?.scores ? this.scores(board) : element('pre', {}, this.view.text)];
    const codes = board?.scores ? [['roll', 'Roll'], ['hold', 'Hold']] : this.view.choices.map((choice) => [choice.code, choice.words]);
    const legal = new Set(this.view.choices.map((choice) => choice.code));
    const buttons = codes.map(([code, words]) => {
      const button = element('button', { type: 'button', class: 'big' }, words);
      button.dataset.key = code;
      if (!legal.has(code)) button.setAttribute('aria-disabled', 'true');
      button.addEventListener('click', () => legal.has(code) && this.onMove(code));
      return button;
    });
    this.place.replaceChildren(...parts, element('div', { class: 'row' }, ...buttons));
  }

  scores(board) {
    const table = element('table', { class: 'scores' });
    ['MAX', 'MIN'].forEach((player, index) => {
      const score = board.scores[index];
      const turn = board.whose === player ? ` + ${board.total} this turn` : '';
      const meter = element('span', { class: `meter ${player.toLowerCase()}`, 'aria-hidden': 'true' });
      meter.style.width = `${Math.min(100, (100 * score) / board.goal) * 0.1}rem`;
      table.append(element('tr', {}, element('th', { scope: 'row' }, player), element('td', {}, `${score} of ${board.goal}${turn}`),
        element('td', {}, meter)));
    });
    return table;
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.view) return;
    const code = this.view.keys[event.key];
    if (code !== undefined) { event.preventDefault(); this.onMove(code); return; }
    const { board } = this.view;
    if (!board?.cells) return;
    const { columns } = board;
    const column = this.at % columns;
    const to = {
      ArrowLeft: column > 0 ? this.at - 1 : null, ArrowRight: column < columns - 1 ? this.at + 1 : null,
      ArrowUp: this.at - columns, ArrowDown: this.at + columns, Home: this.at - column, End: this.at - column + columns - 1,
    }[event.key];
    if (event.key === 'Escape' && this.picked !== null) { this.picked = null; this.draw(); }
    if (to === undefined) return;
    event.preventDefault();
    if (to !== null && to >= 0 && to < board.cells.length) this.moveTo(to, true);
  }
}

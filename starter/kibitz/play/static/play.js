// The page: which game, which position, who moves, and the search that is asked. The position lives in the address.
import { call, complain, leave, pause, Refusal } from './api.js';
import { Board, element } from './board.js';
import { Growth } from './growth.js';

const $ = (id) => document.getElementById(id);
const SHOW_COUNTER_S = 0.3;
const SHOW_PERCENT_S = 1;
const SHOW_LEFT_S = 3;

const state = { game: '', start: '', seed: 0, side: 'MAX', moves: [], future: [] };
let games = [];
let view = null;
let search = null; // {id} while one runs
let held = false; // after a stop or a failure the search does not move by itself until somebody acts
let turnNumber = 0; // grows with each change of position, so that what arrives late is dropped

const style = () => games.find((game) => game.name === state.game);
const position = () => ({ game: state.game, start: state.start, seed: state.seed, moves: state.moves });
const isMine = (turn) => state.side === 'both' || state.side === turn;

const board = new Board($('board'), $('keys'), (code) => play(code));
const growth = new Growth(position, trace);

// ---- the address ----

function readAddress() {
  const [game, start, seed, side, moves] = location.hash.slice(1).split('/').map(decodeURIComponent);
  const known = games.find((each) => each.name === game) ?? games.find((each) => each.name === document.querySelector('meta[name="kibitz-game"]').content);
  state.game = known.name;
  state.start = known.starts.includes(start) ? start : known.starts[0];
  state.seed = /^\d{1,9}$/.test(seed ?? '') ? Number(seed) : Math.floor(Math.random() * 1e6);
  state.side = ['MAX', 'MIN', 'both', 'nobody'].includes(side) ? side : 'MAX';
  state.moves = moves ? moves.split(',') : [];
  state.future = [];
}

function writeAddress() {
  const parts = [state.game, state.start, String(state.seed), state.side, state.moves.join(',')];
  history.replaceState(null, '', `#${parts.map((part) => encodeURIComponent(part).replaceAll('%2C', ',')).join('/')}`);
}

// ---- the position ----

/** Show the position of the address; then let whoever moves by itself do so. */
async function refresh() {
  turnNumber += 1;
  const mine = turnNumber;
  await cancel();
  try {
    const next = await call('POST', '/api/position', position());
    if (mine !== turnNumber) return;
    view = next;
  } catch (error) {
    if (!(error instanceof Refusal) || !state.moves.length) { complain(error); return; }
    showTrouble(`${error.message} The game starts again.`, {});
    state.moves = [];
    await refresh();
    return;
  }
  writeAddress();
  show();
  await goOn(mine);
}

function show() {
  board.show(view);
  const last = view.said[view.said.length - 1];
  $('status').textContent = view.chance && !$('autoroll').checked ? `${view.status} ${view.chance.odds}.` : lastWords() + view.status;
  $('last').textContent = last ? `Last: ${last.words}${last.turn === 'CHANCE' ? '' : ` by ${last.who}`}. ${view.said.length} move${view.said.length > 1 ? 's' : ''} so far.` : 'No move yet.';
  $('moves').replaceChildren(...view.said.map((move) => element('li', {}, `${move.who}: ${move.words}`)));
  $('undo').disabled = !state.moves.length;
  $('redo').disabled = !state.future.length;
  $('roll').hidden = !view.chance || $('autoroll').checked;
  $('think').disabled = $('trace').disabled = view.finished || Boolean(view.chance);
  $('count').disabled = view.finished;
}

/** The search's move, or the die, in words: what a person did is known to her. */
function lastWords() {
  const last = view.said[view.said.length - 1];
  return last && (last.turn === 'CHANCE' || !isMine(last.turn)) ? `${last.who[0].toUpperCase()}${last.who.slice(1)}: ${last.words}. `.replace('The die: the', 'The') : '';
}

async function goOn(mine) {
  if (view.finished || mine !== turnNumber) return;
  if (view.chance) {
    if (!$('autoroll').checked) return;
    await pause(250);
    if (mine === turnNumber) await play(view.chance.code);
  } else if (!isMine(view.turn) && $('auto').checked && !held) {
    await think();
  }
}

/** Make a move, whoever chose it. */
async function play(code) {
  if (search) { $('result').textContent = 'Your search is still thinking: stop it first.'; return; }
  hideTrouble();
  held = false;
  if (state.future[0]?.code === code) state.future.shift();
  else state.future = [];
  state.moves = [...state.moves, code];
  await refresh();
}

/** Take back to the last choice of a side that a person plays. */
function undo() {
  const said = [...view.said];
  do {
    const move = said.pop();
    state.future.unshift({ code: state.moves[said.length], turn: move.turn });
    state.moves = state.moves.slice(0, said.length);
    if (move.turn !== 'CHANCE' && (isMine(move.turn) || state.side === 'nobody')) break;
  } while (said.length);
  act(true);
}

function redo() {
  do state.moves = [...state.moves, state.future.shift().code];
  while (state.future.length && !isMine(state.future[0].turn));
  act(true);
}

/** A person changed the position by a control: show it, and drop what was said of the older one. */
function act(hold = false) {
  held = hold;
  hideTrouble();
  $('result').textContent = '';
  $('notes').replaceChildren();
  refresh().catch(complain);
}

// ---- the search ----

async function think() {
  if (search || !view || view.finished || view.chance) return;
  hideTrouble();
  held = false;
  const mine = turnNumber;
  const running = { id: null, spoken: 0, began: performance.now() };
  search = running;
  try {
    running.id = (await call('POST', '/api/search', { ...position(), ...asked() })).id;
    if (search !== running) await call('DELETE', `/api/search/${running.id}`); // stopped while it was asked for
    const said = await watch(running);
    if (search !== running) return;
    search = null;
    $('progress').hidden = true;
    if (mine === turnNumber) await take(said, mine);
  } catch (error) {
    if (search === running) search = null;
    $('progress').hidden = true;
    if (error instanceof Refusal) showTrouble(error.message, {});
    else complain(error);
  }
}

const asked = () => ({ algorithm: $('algorithm').value, depth: Number($('depth').value) });

/** Ask how far it is until it ends: often at first, less often after three seconds. */
async function watch(running) {
  for (;;) {
    const said = await call('GET', `/api/search/${running.id}`);
    if (said.state !== 'running' || search !== running) return said;
    showProgress(said, running);
    await pause(said.seconds < SHOW_LEFT_S ? 150 : 500);
  }
}

function showProgress(said, running) {
  const percent = Math.floor(100 * said.fraction);
  const parts = [`${said.positions.toLocaleString('en')} positions`, `${said.seconds.toFixed(1)} s`];
  if (said.seconds >= SHOW_PERCENT_S) parts.unshift(`searching: ${percent} %`);
  if (said.seconds >= SHOW_LEFT_S && said.fraction > 0.01) parts.push(`about ${Math.ceil(said.seconds / said.fraction - said.seconds)} s left`);
  $('progress').hidden = said.seconds < SHOW_COUNTER_S;
  $('counter').textContent = parts.join(', ');
  $('stop').hidden = said.seconds < SHOW_PERCENT_S;
  $('bar').setAttribute('aria-valuenow', String(percent));
  $('bar').firstElementChild.style.width = `${percent}%`;
  const quarter = Math.floor(percent / 25) * 25;
  if (quarter > running.spoken && said.seconds >= SHOW_PERCENT_S) {
    running.spoken = quarter;
    $('result').textContent = `${quarter} % searched.`;
  }
}

/** Take what the search came to: its move, or a sentence and a way on. */
async function take(said, mine) {
  const numbers = `${said.positions.toLocaleString('en')} positions, ${said.seconds.toFixed(2)} s`;
  $('notes').replaceChildren(...said.notes.map((note) => element('p', {}, note)));
  if (said.failed) {
    $('result').textContent = '';
    held = true;
    if (said.unwritten && $('auto').checked) {
      await play(said.random_move);
      showTrouble(said.message, {});
    } else {
      showTrouble(said.message, { random: said.random_move });
    }
    return;
  }
  $('result').textContent = `${said.message}\n${$('algorithm').value}, depth ${$('depth').value}: ${numbers}`;
  const warned = said.warning && { ...position(), ...asked() };
  if (mine === turnNumber) await play(said.move);
  if (warned) showTrouble(said.warning, { trace: warned });
}

/** Stop the search that runs, if one does, and wait until it is gone. */
async function cancel() {
  const running = search;
  search = null;
  $('progress').hidden = true;
  if (running?.id) await call('DELETE', `/api/search/${running.id}`).catch(() => {});
}

async function stop() {
  const running = search;
  if (!running?.id) return;
  search = null;
  held = true;
  $('progress').hidden = true;
  const said = await call('DELETE', `/api/search/${running.id}`);
  if (said.failed) showTrouble(said.message, { random: said.random_move });
  $('think').focus();
}

let wayOn = {};

function showTrouble(text, way) {
  wayOn = way;
  const [sentence, ...code] = text.split('\n');
  $('trouble-text').replaceChildren(element('p', { class: 'said' }, sentence), ...(code.length ? [element('pre', {}, code.join('\n'))] : []));
  $('random').hidden = !way.random;
  $('trace-warning').hidden = !way.trace;
  $('trouble').hidden = false;
}

function hideTrouble() {
  if ($('trouble').contains(document.activeElement)) $('think').focus();
  $('trouble').hidden = true;
}

// ---- a trace ----

async function trace(from, algorithm, depth) {
  $('trace-said').textContent = 'Drawing...';
  try {
    const { url, message } = await call('POST', '/api/trace', { ...from, algorithm, depth });
    $('trace-said').textContent = message ?? '';
    if (!url) return;
    const link = element('a', { href: url, target: '_blank', rel: 'noopener' }, `Open the trace: ${algorithm}, depth ${depth}`);
    $('trace-said').replaceChildren(link);
    window.open(url, '_blank', 'noopener');
    link.focus();
  } catch (error) {
    $('trace-said').textContent = error.message;
  }
}

// ---- the controls ----

function fill(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => element('option', { value }, text)));
  if (chosen !== undefined) select.value = chosen;
}

/** Set the controls to the game. */
function showControls() {
  const { title, sides, starts, algorithms, depth, deepest } = style();
  document.title = `${title} - Kibitz play`;
  for (const button of $('games').children) button.setAttribute('aria-pressed', String(button.dataset.game === state.game));
  const named = sides.map((side, index) => { const player = ['MAX', 'MIN'][index]; return side === player ? side : `${side} (${player})`; });
  fill($('side'), [['MAX', named[0]], ['MIN', named[1]], ['both', 'both sides'], ['nobody', 'nobody: it plays itself']], state.side);
  fill($('start'), starts.map((start) => [start, start]), state.start);
  $('start-label').hidden = starts.length < 2;
  fill($('algorithm'), algorithms.map((name) => [name, name]));
  fill($('depth'), Array.from({ length: deepest }, (_, index) => [String(index + 1), String(index + 1)]), String(depth));
  const dice = algorithms.includes('expectimax');
  for (const label of document.querySelectorAll('.dice')) label.hidden = !dice;
  $('seed').value = String(state.seed);
}

function choose(changes) {
  if (changes.game && changes.game !== state.game) growth.clear().catch(complain);
  Object.assign(state, { moves: [], future: [] }, changes);
  showControls();
  act();
}

function listen() {
  $('new').addEventListener('click', () => choose({}));
  $('undo').addEventListener('click', undo);
  $('redo').addEventListener('click', redo);
  $('flip').addEventListener('click', () => {
    state.side = { MAX: 'MIN', MIN: 'MAX' }[state.side] ?? 'MAX';
    $('side').value = state.side;
    act();
  });
  $('roll').addEventListener('click', () => play(view.chance.code));
  $('side').addEventListener('change', () => { state.side = $('side').value; act(); });
  $('start').addEventListener('change', () => choose({ start: $('start').value }));
  $('seed').addEventListener('change', () => /^\d{1,9}$/.test($('seed').value) ? choose({ seed: Number($('seed').value) }) : showControls());
  $('autoroll').addEventListener('change', () => act());
  $('auto').addEventListener('change', () => { if ($('auto').checked) act(); });
  $('think').addEventListener('click', () => think());
  $('stop').addEventListener('click', () => stop().catch(complain));
  $('random').addEventListener('click', () => play(wayOn.random));
  $('trace').addEventListener('click', () => trace(position(), asked().algorithm, asked().depth));
  $('trace-warning').addEventListener('click', () => trace(wayOn.trace, wayOn.trace.algorithm, wayOn.trace.depth));
  window.addEventListener('hashchange', () => { readAddress(); showControls(); act(); });
  window.addEventListener('pagehide', () => search?.id && leave(`/api/search/${search.id}`));
}

async function begin() {
  games = await call('GET', '/api/games');
  $('games').replaceChildren(...games.map(({ name, title, starts }) => {
    const button = element('button', { type: 'button' }, title);
    button.dataset.game = name;
    button.addEventListener('click', () => choose({ game: name, start: starts[0] }));
    return button;
  }));
  readAddress();
  showControls();
  listen();
  await refresh();
}

begin().catch(complain);

"use strict";
// What a recorded search knows at each of its steps, and the words for it. All numbers and phrases come from the data; see
// kibitz/trace/data.py for its form.
const model = (() => {
  const D = JSON.parse(document.getElementById("data").textContent);
  const T = D.texts, N = D.nodes, S = D.steps, COUNT = N.ply.length, LAST = S.length - 1, NONE = -1;

  // ---- the nodes, numbered depth first ------------------------------------------------------------------------------
  const parent = new Int32Array(COUNT).fill(NONE), size = new Int32Array(COUNT).fill(1), leaves = new Int32Array(COUNT);
  const children = Array.from({ length: COUNT }, () => []), leafText = {};
  let leafCount = 0;
  for (let i = 0, line = []; i < COUNT; i++) {
    line.length = N.ply[i];
    line[N.ply[i]] = i;
    if (i) children[parent[i] = line[N.ply[i] - 1]].push(i);
    if (isLeaf(i)) { leafText[i] = T[N.leaf[leafCount++]]; leaves[i] = 1; }
    if (N.hidden[i]) { size[i] += N.hidden[i][0]; leaves[i] += N.hidden[i][1]; }
  }
  for (let i = COUNT - 1; i > 0; i--) { size[parent[i]] += size[i]; leaves[parent[i]] += leaves[i]; }
  const KIND = { X: "MAX", N: "MIN", C: "chance", L: "leaf", E: "leaf at the depth limit" };
  function isLeaf(i) { return N.kind[i] === "L" || N.kind[i] === "E"; }
  const indexOf = (i) => children[parent[i]].indexOf(i);
  const pathTo = (i) => { const line = []; for (; i >= 0; i = parent[i]) line.unshift(i); return line; };
  const nameOf = (i) => i ? "node " + pathTo(i).slice(1).map(indexOf).join(".") : "the root";
  const moveOf = (i) => i in N.move ? T[N.move[i]] : i ? String(indexOf(i)) : "";

  // ---- what is known at a step: columns by node, changed forwards and back with a journal ---------------------------
  const NEG = 0, POS = 1; // where the data has -inf and inf
  const columns = { low: NEG, high: POS, ret: NONE, alpha: NONE, beta: NONE, visits: 0, cut: NONE };
  const state = {};
  for (const name in columns) state[name] = new Int32Array(COUNT).fill(columns[name]);
  state.visits[0] = 1;
  const journal = [];
  let at = -1, nextChange = 0, nextWindow = 0;
  function set(name, node, value, log) { log.push(name, node, state[name][node]); state[name][node] = value; }
  function apply(index) {
    const log = [nextChange, nextWindow], [kind, node, ...rest] = S[index];
    if (kind === "p") set("visits", node, state.visits[node] + 1, log);
    if (kind === "p") { set("ret", node, NONE, log); set("cut", node, NONE, log); }
    if (kind === "r") set("ret", node, rest[0], log);
    if (kind === "e" && rest.length) set("ret", 0, rest[0], log);
    if (kind === "t") set("cut", node, index, log);
    for (; nextWindow < D.windows.length && D.windows[nextWindow][0] <= index; nextWindow++) {
      const [, on, alpha, beta] = D.windows[nextWindow];
      set("alpha", on, alpha, log); set("beta", on, beta, log);
    }
    for (; nextChange < D.changes.length && D.changes[nextChange][0] <= index; nextChange++) {
      const [, on, low, high] = D.changes[nextChange];
      set("low", on, low, log); set("high", on, high, log);
    }
    journal[index] = log;
  }
  function revert(index) {
    const log = journal[index];
    for (let i = log.length - 3; i >= 2; i -= 3) state[log[i]][log[i + 1]] = log[i + 2];
    [nextChange, nextWindow] = log;
    journal[index] = null;
  }
  function move(to) { while (at < to) apply(++at); while (at > to) revert(at--); }

  // ---- words --------------------------------------------------------------------------------------------------------
  const PHRASE = { p: "play", u: "undo", s: "utility", v: "evaluate", m: "moves", o: "outcomes", q: "search", r: "return",
    x: "return elsewhere", b: "break", e: "end" };
  const numberOf = (index) => index < D.gap[0] ? index + 1 : index + 1 + D.gap[1];
  const indexOfNumber = (number) => number <= D.gap[0] ? number - 1 : Math.max(number - 1 - D.gap[1], Math.min(D.gap[0], LAST));
  const TOTAL = numberOf(LAST);
  function wordsFor(index) {
    const [kind, node, ...rest] = S[index];
    const fields = { node: nameOf(node), move: moveOf(node), text: D.end, value: T[rest[0]],
      function: T[rest[4]], line: rest[3] };
    if (kind === "t") Object.assign(fields, { alpha: T[rest[1]], beta: T[rest[2]], unseen: rest[3], all: children[node].length });
    return D.phrases[kind === "t" ? T[rest[0]] : PHRASE[kind]].replace(/{(\w+)}/g, (_, name) => fields[name]);
  }
  const quiz = { on: false };
  const isWrong = (index) => D.wrong !== null && D.wrong.index === index;
  function proved(node) {
    if (quiz.on && !isLeaf(node) && state.ret[node] === NONE) return "?"; // it would give the next guess away
    const low = T[state.low[node]], high = T[state.high[node]];
    if (low === high) return `= ${low}`;
    if (low === "-inf") return high === "inf" ? "?" : `<= ${high}`;
    return high === "inf" ? `>= ${low}` : `${low} to ${high}`;
  }
  const isSeen = (leaf) => state.low[leaf] === state.high[leaf] && state.low[leaf] !== NONE;
  const windowOf = (node) => state.alpha[node] === NONE ? "" : `[${T[state.alpha[node]]}, ${T[state.beta[node]]}]`;
  const leafValue = (node) => (N.kind[node] === "E" ? "~ " : "") + leafText[node];
  function label(node) {
    const parts = [`${node ? nameOf(node) : "root"} ${KIND[N.kind[node]]}`];
    if (node in N.move) parts[0] += ` (move ${moveOf(node)})`;
    if (node in N.weight) parts.push(`probability ${T[N.weight[node]]}`);
    if (isLeaf(node)) parts.push(leafValue(node));
    if (!state.visits[node]) parts.push("not looked at");
    else if (!isLeaf(node)) parts.push(`proved ${proved(node)}`);
    else if (!isSeen(node)) parts.push("not read");
    if (windowOf(node)) parts.push(`window ${windowOf(node)}`);
    if (state.ret[node] !== NONE) parts.push(`returned ${T[state.ret[node]]}`);
    if (state.cut[node] !== NONE) parts.push("cut: children left out");
    if (D.wrong && D.wrong.node === node && at >= D.wrong.index) parts.push("WRONG");
    return parts.join(", ");
  }

  return { D, quiz, T, N, S, COUNT, LAST, NONE, TOTAL, KIND, parent, size, leaves, children, state, isLeaf, pathTo, nameOf, moveOf, move,
    numberOf, indexOfNumber, wordsFor, isWrong, proved, isSeen, windowOf, leafValue, label, leafText };
})();

"use strict";
// Shows a recorded search: the drawing, the outline, the list of steps, this step in words, and the controls.
(() => {
  const { D, quiz, T, N, S, COUNT, LAST, NONE, TOTAL, KIND, parent, size, leaves, children, state, isLeaf, pathTo, nameOf, moveOf, move,
    numberOf, indexOfNumber, wordsFor, isWrong, proved, isSeen, windowOf, leafValue, label, leafText } = model;
  const $ = (id) => document.getElementById(id);
  const ROWS = 200, SHOWN = 200, MORE = 50;
  let at = -1;
  if (!S.length) return; // nothing was searched: the plain text says it all

  // ---- the drawing: at most SHOWN nodes, those that matter first ----------------------------------------------------
  const opened = [];
  let visible = new Set(), extra = 0;
  function chooseVisible(current) {
    const wanted = [], limit = SHOWN + extra;
    if (COUNT <= limit) return new Set(Array(COUNT).keys());
    const lines = [...pathTo(current), ...(D.wrong ? pathTo(D.wrong.node) : []), ...N.best];
    const chosen = new Set([0]);
    const add = (node) => { if (chosen.size < limit && (!node || chosen.has(parent[node]))) chosen.add(node); };
    lines.forEach(add);
    lines.forEach((node) => children[node].forEach(add));
    opened.forEach((node) => children[node].slice(0, MORE).forEach(add));
    for (wanted.push(0); wanted.length && chosen.size < limit;) {
      const node = wanted.shift();
      children[node].forEach(add);
      wanted.push(...children[node].filter((child) => chosen.has(child)));
    }
    return chosen;
  }
  const SVG = "http://www.w3.org/2000/svg";
  function draw(tag, attributes, ...inside) {
    const made = document.createElementNS(SVG, tag);
    for (const name in attributes) made.setAttribute(name, attributes[name]);
    made.append(...inside);
    return made;
  }
  const longest = Math.max(...Object.values(leafText).map((text) => text.length + 2), ...D.windows.map((row) => T[row[2]].length + T[row[3]].length));
  const GAP = Math.min(Math.max(74, 7 * longest + 10), 130), LEVEL = 116, R = 16, WIDE = 29, LEFT = 24;
  function layout() {
    const x = {}, boxes = {};
    let right = 0;
    (function place(node) {
      const shown = children[node].filter((child) => visible.has(child));
      shown.forEach(place);
      const rest = size[node] - 1 - shown.reduce((sum, child) => sum + size[child], 0);
      const spots = shown.map((child) => x[child]);
      if (rest > 0) { boxes[node] = { x: LEFT + right * GAP + GAP * 0.8, rest }; spots.push(boxes[node].x); right += 120 / GAP; }
      x[node] = spots.length ? (spots[0] + spots[spots.length - 1]) / 2 : LEFT + GAP / 2 + GAP * right++;
    })(0);
    return { x, boxes, width: Math.max(right, 2) * GAP + 2 * LEFT };
  }
  const halfOf = (leaf) => Math.max(R + 2, 3.8 * leafValue(leaf).length + 4);
  function shapeOf(node, x, y, classes) {
    const kind = N.kind[node];
    if (kind === "X") return draw("path", { d: `M${x} ${y - R - 4}L${x + WIDE} ${y + R}H${x - WIDE}Z`, class: classes });
    if (kind === "N") return draw("path", { d: `M${x} ${y + R + 4}L${x + WIDE} ${y - R}H${x - WIDE}Z`, class: classes });
    if (kind === "C") return draw("circle", { cx: x, cy: y, r: R + 3, class: classes });
    return draw("rect", { x: x - halfOf(node), y: y - R + 2, width: 2 * halfOf(node), height: 2 * R - 4, class: classes });
  }
  function drawNode(node, x, y, here) {
    const entered = state.visits[node] > 0, leaf = isLeaf(node), bad = isWrongNode(node);
    const classes = `shape${N.kind[node] === "E" ? " estimate" : ""}${entered ? "" : " unseen"}${bad ? " bad" : ""}`;
    const group = draw("g", { class: "node", "data-node": node }, shapeOf(node, x, y, classes));
    if (!entered) group.append(draw("path", { d: [-13, -5, 3].map((dx) => `M${x + dx} ${y + 8}l10 -16`).join(""), class: "hatch" }));
    const say = (text, dy, style) => group.append(draw("text", { x, y: y + dy, class: style }, text));
    if (leaf) say(leafValue(node), 4, "num");
    else if (entered) say(proved(node), N.kind[node] === "X" ? 12 : N.kind[node] === "N" ? -3 : 4, "num");
    if (!leaf) say(KIND[N.kind[node]] + (state.visits[node] > 1 ? ` x${state.visits[node]}` : ""), 38, "small");
    if (windowOf(node)) say(windowOf(node), -R - 16, "small");
    if (state.ret[node] !== NONE && !leaf) say(`ret ${T[state.ret[node]]}`, 51, "ret");
    if (bad) say("WRONG", leaf ? 40 : state.ret[node] === NONE ? 51 : 64, "word");
    if (here) {
      const half = leaf ? halfOf(node) : WIDE;
      for (const gap of [4, 7]) {
        group.append(draw("rect", { x: x - half - gap, y: y - R - 4 - gap, width: 2 * (half + gap), height: 2 * (R + 4 + gap), rx: 6, class: "here" }));
      }
      group.append(draw("path", { d: `M${x - half - 24} ${y}h13m-6 -5l6 5l-6 5`, class: "here" }));
    }
    return group;
  }
  function drawEdge(node, [x1, y1], [x2, y2], onPath) {
    const group = draw("g", {}), [mx, my] = [(x1 + x2 * 2) / 3, (y1 + y2 * 2) / 3];
    group.append(draw("path", { d: `M${x1} ${y1}L${x2} ${y2}`, class: `edge${onPath ? " path" : ""}${state.visits[node] ? "" : " unseen"}` }));
    const word = node in N.weight ? `${T[N.weight[node]]} x` : node in N.move ? moveOf(node) : "";
    if (word) group.append(draw("text", { x: mx + 4, y: my, class: "small" }, word));
    if (state.cut[parent[node]] !== NONE && !state.visits[node]) {
      group.append(draw("path", { d: `M${mx - 9} ${my + 3}l12 -7M${mx - 5} ${my + 7}l12 -7`, class: "cut" }));
    }
    return group;
  }
  function drawBox(node, x, y, box) {
    const by = y + LEVEL - 18;
    const inside = leaves[node] - children[node].reduce((sum, child) => sum + (visible.has(child) ? leaves[child] : 0), 0);
    return [draw("path", { d: `M${x} ${y + 42}L${box.x} ${by}`, class: "edge" }),
      draw("g", { class: "more", "data-more": node }, draw("rect", { x: box.x - 46, y: by, width: 92, height: 32 }),
        draw("text", { x: box.x, y: by + 13, class: "small" }, `+ ${box.rest.toLocaleString("en")} nodes,`),
        draw("text", { x: box.x, y: by + 26, class: "small" }, `${inside.toLocaleString("en")} leaves`))];
  }
  const isWrongNode = (node) => D.wrong !== null && D.wrong.node === node && at >= D.wrong.index;
  let drawn = null; // what is on the screen: for each node its two groups, and all that they show as one text
  function drawTree(current) {
    const top = 50, y = (node) => top + N.ply[node] * LEVEL, onPath = new Set(pathTo(current));
    if (!drawn || drawn.of !== visible) {
      const { x, boxes, width } = layout(), edges = draw("g", {}), nodes = draw("g", {}), under = D.windows.length ? R + 29 : R + 7;
      const deepest = Math.max(...[...visible].map((node) => N.ply[node] + (node in boxes ? 1 : 0))), height = top + deepest * LEVEL + 70;
      drawn = { of: visible, x, under, edges, nodes, groups: new Map() };
      for (const [name, value] of [["width", width], ["height", height], ["viewBox", `0 0 ${width} ${height}`]]) $("svg").setAttribute(name, value);
      $("svg").replaceChildren(...Object.keys(boxes).flatMap((node) => drawBox(Number(node), x[node], y(node), boxes[node])), edges, nodes);
    }
    const { x, under, edges, nodes, groups } = drawn;
    for (const node of visible) {
      const above = parent[node], looks = [state.visits[node], state.low[node], state.high[node], state.ret[node], state.alpha[node], state.beta[node],
        node && state.cut[above] !== NONE, node === current, onPath.has(node), isWrongNode(node), quiz.on].join();
      const old = groups.get(node);
      if (old && old.looks === looks) continue;
      const group = drawNode(node, x[node], y(node), node === current);
      const edge = node ? drawEdge(node, [x[above], y(above) + 42], [x[node], y(node) - under], onPath.has(node)) : draw("g", {});
      if (old) { old.group.replaceWith(group); old.edge.replaceWith(edge); } else { nodes.append(group); edges.append(edge); }
      groups.set(node, { looks, group, edge });
    }
    const box = $("drawing"), [cx, cy] = [x[current], y(current)];
    if (cx < box.scrollLeft + 60 || cx > box.scrollLeft + box.clientWidth - 60) box.scrollLeft = cx - box.clientWidth / 2;
    if (cy < box.scrollTop + 40 || cy > box.scrollTop + box.clientHeight - 80) box.scrollTop = cy - box.clientHeight / 2;
  }

  // ---- the outline --------------------------------------------------------------------------------------------------
  const items = new Map();
  function item(node, position, of) {
    const li = document.createElement("li"), span = document.createElement("span");
    li.setAttribute("role", "treeitem");
    for (const [name, value] of [["level", N.ply[node] + 1], ["setsize", of], ["posinset", position]]) li.setAttribute("aria-" + name, value);
    li.tabIndex = node ? -1 : 0;
    li.dataset.node = node;
    li.append(span);
    items.set(node, li);
    if (children[node].length) li.setAttribute("aria-expanded", "false");
    return li;
  }
  function relabel(node, li) {
    const text = label(node) + (N.hidden[node] ? `; below it ${N.hidden[node][0].toLocaleString("en")} nodes are not listed` : "");
    if (li.firstChild.textContent !== text) li.firstChild.textContent = text;
    li.classList.toggle("unseen", !state.visits[node]);
  }
  function openItem(node) {
    const li = items.get(node);
    if (!li || li.getAttribute("aria-expanded") !== "false") return;
    const group = document.createElement("ul");
    group.setAttribute("role", "group");
    group.append(...children[node].map((child, index) => item(child, index + 1, children[node].length)));
    li.append(group);
    li.setAttribute("aria-expanded", "true");
    children[node].forEach((child) => relabel(child, items.get(child)));
  }
  function closeItem(node) {
    const li = items.get(node);
    if (!li || li.getAttribute("aria-expanded") !== "true") return;
    li.lastChild.querySelectorAll("[role=treeitem]").forEach((below) => items.delete(Number(below.dataset.node)));
    li.lastChild.remove();
    li.setAttribute("aria-expanded", "false");
  }
  function focusItem(li) {
    if (!li) return;
    $("outline").querySelectorAll("[tabindex='0']").forEach((other) => { other.tabIndex = -1; });
    li.tabIndex = 0;
    li.focus();
  }
  function outlineKey(event) {
    const li = event.target.closest("[role=treeitem]");
    if (!li || event.altKey || event.ctrlKey || event.metaKey) return;
    const node = Number(li.dataset.node), all = [...$("outline").querySelectorAll("[role=treeitem]")], spot = all.indexOf(li);
    const open = li.getAttribute("aria-expanded");
    const actions = {
      ArrowDown: () => focusItem(all[spot + 1]), ArrowUp: () => focusItem(all[spot - 1]),
      Home: () => focusItem(all[0]), End: () => focusItem(all[all.length - 1]),
      ArrowRight: () => open === "false" ? openItem(node) : open && focusItem(all[spot + 1]),
      ArrowLeft: () => open === "true" ? closeItem(node) : focusItem(items.get(parent[node])),
      Enter: () => open === "true" ? closeItem(node) : openItem(node),
      "*": () => node && children[parent[node]].forEach(openItem),
      Escape: () => $("steps").focus(),
    };
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }

  // ---- the list of steps: a window of ROWS rows ---------------------------------------------------------------------
  let firstRow = -1, hideFrom = Infinity;
  function listSteps() {
    const start = Math.max(0, Math.min(Math.floor(at / 100) * 100 - 50, LAST - ROWS + 1)), end = Math.min(LAST, start + ROWS - 1, hideFrom - 1);
    if (start !== firstRow || hideFrom !== Infinity || $("steps").childElementCount !== end - start + 1) {
      firstRow = start;
      $("steps").replaceChildren(...Array.from({ length: end - start + 1 }, (_, row) => {
        const index = start + row, li = document.createElement("li"), num = document.createElement("span");
        num.className = "num";
        num.textContent = numberOf(index);
        li.id = `s${numberOf(index)}`;
        li.setAttribute("role", "option");
        li.dataset.index = index;
        if (isWrong(index)) li.className = "wrong";
        li.append(num, wordsFor(index) + (isWrong(index) ? " WRONG" : ""));
        return li;
      }));
    }
    for (const li of $("steps").children) li.setAttribute("aria-selected", String(Number(li.dataset.index) === at));
    const li = $(`s${numberOf(at)}`), box = $("steps");
    box.setAttribute("aria-activedescendant", li.id);
    if (li.offsetTop < box.offsetTop + box.scrollTop || li.offsetTop + li.offsetHeight > box.offsetTop + box.scrollTop + box.clientHeight) {
      box.scrollTop = li.offsetTop - box.offsetTop - box.clientHeight / 2;
    }
  }

  // ---- this step in words -------------------------------------------------------------------------------------------
  function chanceSum(node) {
    return children[node].map((child) => {
      const known = T[state.low[child]] === T[state.high[child]];
      return `${T[N.weight[child]]} * ${known ? T[state.low[child]] : "?"}`;
    }).join(" + ");
  }
  function evidence(index) {
    const [kind, node, ...rest] = S[index], rows = [];
    const seenBelow = children[node].filter((child) => state.visits[child]).length;
    rows.push(["SEEN", isLeaf(node) ? (isSeen(node) ? `${leafValue(node)} at ${nameOf(node)}` : `${nameOf(node)}, not read yet`)
      : `${seenBelow} of ${children[node].length} children of ${nameOf(node)} (${KIND[N.kind[node]]})`]);
    let returned = state.ret[node] === NONE ? "nothing seen yet" : `${T[state.ret[node]]} from ${nameOf(node)}`;
    if (kind === "r" && T[rest[6]] !== "MAX") returned += `, which is ${T[rest[5]]} seen from ${T[rest[6]]}`;
    const exact = D.exact[state.ret[node]];
    rows.push(["RETURNED", returned + (exact ? ` (exactly ${exact})` : "")]);
    rows.push(["PROVED", proved(node) === "?" ? `nothing yet about ${nameOf(node)}` : `${nameOf(node)} ${proved(node)}`]);
    if (windowOf(node)) rows.push(["window", `${windowOf(node)} given to ${nameOf(node)}`]);
    if (N.kind[node] === "C") rows.push(["mean", chanceSum(node)]);
    if (isWrong(index)) rows.push(["WRONG", D.wrong.text]);
    return rows;
  }
  function show(quiet) {
    const [, node] = S[at];
    $("where").textContent = `step ${numberOf(at)} of ${TOTAL}`;
    $("mark").textContent = isWrong(at) ? "WRONG: the first wrong step" : "";
    $("says").setAttribute("aria-live", quiet ? "off" : "polite");
    $("says").textContent = wordsFor(at) + (at === D.gap[0] && D.gap[1] ? ` (${D.gap[1].toLocaleString("en")} steps before it are left out)` : "");
    $("evidence").replaceChildren(...evidence(at).flatMap(([name, text]) => {
      const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
      dt.textContent = name;
      dd.textContent = text;
      return [dt, dd];
    }));
    $("board").hidden = !(node in N.board);
    $("board").textContent = N.board[node] || "";
    if (!visible.has(node)) visible = chooseVisible(node);
    drawTree(node);
    for (const [each, li] of items) relabel(each, li);
    $("outline").querySelectorAll("[aria-current]").forEach((li) => li.removeAttribute("aria-current"));
    pathTo(node).reverse().map((each) => items.get(each)).find(Boolean).setAttribute("aria-current", "step");
    listSteps();
    for (const [id, off] of [["first", at === 0], ["back", at === 0], ["next", at === LAST], ["last", at === LAST],
      ["wrong", !D.wrong], ["cut", nextCut() === NONE]]) {
      if (off && document.activeElement === $(id)) $("steps").focus(); // a button that goes out would take the focus with it
      $(id).disabled = off;
    }
  }
  function go(index, quiet) {
    const to = Math.max(0, Math.min(LAST, index));
    if (to < at || !$("predict").checked) closeQuestion();
    move(to);
    at = to;
    show(quiet);
    if (location.hash !== `#${numberOf(at)}`) history.replaceState(null, "", `#${numberOf(at)}`);
  }

  // ---- predict: the student's guess comes before the step -----------------------------------------------------------
  let asked = null, guesses = 0, hits = 0;
  function questionBefore(index) {
    const [kind, node] = S[index];
    if ((kind === "r" && !isLeaf(node)) || (kind === "e" && S[index].length > 2)) {
      return { value: T[S[index][2]], text: `What does ${kind === "e" ? D.function : T[S[index][6]]} return at ${nameOf(node)}?` };
    }
    if (D.function !== "alphabeta" || S[at][0] !== "u" || (kind !== "t" && kind !== "p")) return null;
    return { cut: kind === "t", text: `Back at ${nameOf(S[at][1])}: does the search look at its next child, or cut it off?` };
  }
  function ask(question) {
    asked = question;
    $("ask").hidden = false;
    $("question").textContent = question.text;
    $("value-box").hidden = $("answer").hidden = "cut" in question;
    $("cut-box").hidden = !("cut" in question);
    $("guess").value = "";
    ("cut" in question ? $("looks") : $("guess")).focus();
  }
  function closeQuestion() {
    asked = null;
    $("ask").hidden = true;
  }
  const amount = (text) => text.split("/").map((part) => Number(part.trim().replace("inf", "Infinity"))).reduce((top, bottom) => top / bottom);
  function judge(right) {
    const question = asked, truth = "cut" in question ? (question.cut ? "it cuts it off" : "it looks at it") : question.value;
    guesses++;
    hits += right ? 1 : 0;
    forward();
    $("score").textContent = `${right ? "Right" : "No"}: ${truth}. ${hits} of ${guesses} guesses right.`;
    $("next").focus();
  }
  function forward() {
    closeQuestion();
    hideFrom = $("predict").checked ? at + 2 : Infinity;
    go(at + 1);
  }
  function step() {
    const question = $("predict").checked && at < LAST && !asked ? questionBefore(at + 1) : null;
    if (question) ask(question); else if (!asked) forward();
  }

  // ---- controls -----------------------------------------------------------------------------------------------------
  let timer = 0;
  function pause() {
    clearInterval(timer);
    timer = 0;
    $("play").textContent = "play";
    $("play").setAttribute("aria-pressed", "false");
  }
  function play() {
    if (timer) { pause(); show(false); return; }
    $("play").textContent = "pause";
    $("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => { if (at >= LAST || asked) pause(); else if ($("predict").checked) step(); else go(at + 1, true); },
      1000 / Number($("speed").value));
  }
  function find(from, by, fits) {
    for (let index = from + by; index >= 0 && index <= LAST; index += by) if (fits(index)) return index;
    return NONE;
  }
  function nextCut() { return find(at, 1, (index) => S[index][0] === "t"); }
  function jump(index) { if (index !== NONE) { pause(); hideFrom = $("predict").checked ? Math.max(index, at) + 1 : Infinity; go(index); } }
  const sameDepth = (by) => find(at, by, (index) => N.ply[S[index][1]] <= N.ply[S[at][1]]);
  const toWrong = () => D.wrong && jump(D.wrong.index);
  const actions = { first: () => jump(0), back: () => jump(Math.max(0, at - 1)), play, next: () => { pause(); step(); }, last: () => jump(LAST),
    wrong: toWrong, cut: () => jump(nextCut()), skip: forward, looks: () => judge(!asked.cut), cuts: () => judge(asked.cut) };
  for (const id in actions) $(id).addEventListener("click", actions[id]);
  $("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    const [guess, truth] = [amount($("guess").value), amount(asked.value)];
    judge(guess === truth || Math.abs(guess - truth) <= 1e-5 * Math.max(1, Math.abs(truth)));
  });
  $("predict").addEventListener("change", () => {
    closeQuestion();
    $("score").textContent = "";
    quiz.on = $("predict").checked;
    hideFrom = quiz.on ? at + 1 : Infinity;
    show(true);
  });
  $("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  $("steps").addEventListener("click", (event) => { const li = event.target.closest("li"); if (li) jump(Number(li.dataset.index)); });
  $("outline").addEventListener("keydown", outlineKey);
  $("outline").addEventListener("click", (event) => {
    const li = event.target.closest("[role=treeitem]"), node = Number(li.dataset.node);
    if (li.getAttribute("aria-expanded") === "true") closeItem(node); else openItem(node);
    focusItem(li);
  });
  $("drawing").addEventListener("click", (event) => {
    const more = event.target.closest("[data-more]"), node = event.target.closest("[data-node]");
    if (more) { opened.unshift(Number(more.dataset.more)); extra += MORE; visible = chooseVisible(S[at][1]); show(true); }
    if (node) jump(find(-1, 1, (index) => S[index][1] === Number(node.dataset.node)));
  });
  $("go-wrong")?.addEventListener("click", (event) => { event.preventDefault(); toWrong(); $("steps").focus(); });
  $("copy").addEventListener("click", async () => {
    getSelection().selectAllChildren($("python"));
    try { await navigator.clipboard.writeText($("python").textContent); } catch { document.execCommand("copy"); }
    $("copy").textContent = "copied";
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input:not([type=checkbox]), select, textarea"), button = event.target.matches("button, summary, input, a");
    if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = { ArrowRight: () => event.shiftKey ? jump(sameDepth(1)) : actions.next(), ArrowLeft: () => event.shiftKey ? jump(sameDepth(-1)) : actions.back(),
      Home: actions.first, End: actions.last, Escape: () => $("steps").focus() };
    if (event.target === $("steps")) Object.assign(keys, { ArrowDown: actions.next, ArrowUp: actions.back });
    if ($("keys").checked) Object.assign(keys, { n: toWrong, c: actions.cut, "?": () => { $("help").open = !$("help").open; } });
    if ($("keys").checked && !button) keys[" "] = play;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  const fromHash = () => /^#\d+$/.test(location.hash) ? indexOfNumber(Number(location.hash.slice(1))) : NONE;
  addEventListener("hashchange", () => { if (fromHash() !== NONE && fromHash() !== at) jump(fromHash()); });

  $("plain").remove();
  $("tool").hidden = $("copy").hidden = false;
  $("outline").append(item(0, 1, 1));
  openItem(0);
  if (COUNT <= 60) for (let node = 0; node < COUNT; node++) openItem(node);
  else if (D.wrong) pathTo(D.wrong.node).forEach(openItem);
  visible = chooseVisible(0);
  go(fromHash() !== NONE ? fromHash() : D.wrong ? D.wrong.index : LAST, true);
})();

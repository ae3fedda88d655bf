// One reduction: its result and the reason why each word stayed, its steps, passes, tree,
// certificate.
const kWord = /[A-Za-z0-9_$\x80-\xff]/;
const kMaxTitleLength = 90, kMaxTokens = 20000, kMaxReasons = 7, kTextEvery = 64, kMaxCodeLength = 52, kMaxLooks = 5e6;

// The text of any step. Each text is computed from the previous one; some are kept, so that the
// next kept one is never far.
function stepTexts(steps) {
  const first = steps.findIndex(step => step.text !== undefined), kept = new Map();
  const next = (text, delta) => {
    let made = "";
    for (const [from, length, bytes] of delta) made += text.substr(from, length) + (bytes ?? "");
    return made;
  };
  return i => {
    if (first < 0 || i < first) return null;
    let at = Math.floor(i / kTextEvery) * kTextEvery;
    while (at > first && !kept.has(at)) at -= kTextEvery;
    let text = at <= first ? steps[first].text : kept.get(at);
    for (at = Math.max(at, first); at < i; ++at) {
      text = next(text, steps[at + 1].delta);
      if ((at + 1) % kTextEvery === 0) kept.set(at + 1, text);
    }
    return text;
  };
}

// The change of a step in whole words: [kind, text], kind "same", "del" or "ins".
function tokenDiff(text, delta) {
  const groups = [{del: "", ins: "", same: ""}];
  let at = 0;
  const group = () => { if (groups[groups.length - 1].same !== "") groups.push({del: "", ins: "", same: ""}); return groups[groups.length - 1]; };
  for (const [from, length, bytes] of delta) {
    if (length > 0 && from >= at) {
      if (from > at) group().del += text.slice(at, from);
      groups[groups.length - 1].same += text.substr(from, length);
      at = from + length;
    } else if (length > 0) group().ins += text.substr(from, length);
    if (bytes) group().ins += bytes;
  }
  if (at < text.length) group().del += text.slice(at);
  const isWord = c => c !== undefined && c !== "" && kWord.test(c);
  groups.forEach((one, i) => {
    const before = groups[i - 1];
    if (one.del === "" && one.ins === "") return;
    if (before && isWord(before.same.slice(-1)) && (isWord((one.del + one.same)[0]) || isWord((one.ins + one.same)[0]))) {
      const tail = /[A-Za-z0-9_$\x80-\xff]+$/.exec(before.same)[0];
      before.same = before.same.slice(0, -tail.length); one.del = tail + one.del; one.ins = tail + one.ins;
    }
    if (isWord(one.same[0]) && (isWord(one.del.slice(-1)) || isWord(one.ins.slice(-1)))) {
      const head = /^[A-Za-z0-9_$\x80-\xff]+/.exec(one.same)[0];
      one.same = one.same.slice(head.length); one.del += head; one.ins += head;
    }
  });
  return groups.flatMap(one => [...(one.del === one.ins ? [["same", one.del]] : [["del", one.del], ["ins", one.ins]]), ["same", one.same]])
    .filter(part => part[1] !== "");
}

function stepsOf(run, chart) {
  const steps = run.steps, textOf = stepTexts(steps), last = steps.length - 1, wordsOf = name => run.pass_words?.[name] ?? name;
  const words = make("p", {"aria-live": "polite", class: "step"}), text = make("pre", {tabindex: 0, "aria-label": "The text of the step"});
  let at = 0, playing = null;
  const show = i => {
    at = Math.min(Math.max(i, 0), last);
    const one = steps[at], next = steps[at + 1], bytes = textOf(at);
    slider.value = at;
    slider.setAttribute("aria-valuetext", `step ${one.step} of ${steps[last].step}, ${number(one.bytes)} bytes`);
    back.disabled = at === 0; forth.disabled = at === last;
    words.replaceChildren(make("b", {}, `Step ${number(one.step)} of ${number(steps[last].step)}: ${plural(one.bytes, "byte")}`),
      at === 0 ? ", as the search begins" : ` after test ${number(one.test)}, ${inSeconds(one.seconds)}` + (one.pass ? `, by ${wordsOf(one.pass)}` : "") + (one.edit ? `: ${one.edit.replace(/\b1 (token|node|name)s/, "1 $1")}` : ""),
      next ? `. Marked: what the next step changes${next.pass ? ` (${wordsOf(next.pass)})` : ""}.` : ". This is the result.");
    if (bytes === null) text.textContent = "The text of this step is not in the page, which would be too large with it; `grabr show --step STEP` prints it.";
    else text.replaceChildren(...(next && next.delta ? tokenDiff(bytes, next.delta).map(([kind, part]) =>
      kind === "same" ? shown(part) : make(kind, {}, shown(part))) : [shown(bytes)]));
    const changed = text.querySelector("del, ins");
    text.scrollTop = changed ? Math.max(0, changed.offsetTop - 60) : 0;
    chart?.mark(at === 0 ? 0 : run.report.curve.findIndex(point => point[0] === one.test) + 1 || null);
  };
  const slider = make("input", {type: "range", min: 0, max: last, value: 0, step: 1, "aria-label": "Step", oninput: event => show(Number(event.target.value))});
  const button = (label, words, act) => make("button", {type: "button", "aria-label": words, onclick: act}, label);
  const back = button("‹", "The step before", () => show(at - 1)), forth = button("›", "The next step", () => show(at + 1));
  const play = button("Play", "Play all steps", () => {
    if (playing) { clearInterval(playing); playing = null; } else {
      if (at === last) show(0);
      playing = setInterval(() => { if (at === last) play.click(); else show(at + Math.max(1, Math.ceil(last / 200))); }, Math.max(60, Math.min(700, 15000 / last)));
    }
    play.textContent = playing ? "Stop" : "Play";
    play.setAttribute("aria-label", playing ? "Stop playing" : "Play all steps");
  });
  // If the text is large, the first steps' texts are missing.
  const begin = textOf(0) === null && textOf(last) !== null ? steps.findIndex((_, i) => textOf(i) !== null) : 0;
  show(begin);
  later.push(() => show(at));
  return {parts: [make("div", {class: "row controls"}, back, slider, forth, play), words, text],
    jump: test => { const found = steps.findLastIndex(step => step.test <= test); show(Math.max(found, 0)); }};
}

// The parts of the first text that remain in the last one, according to the steps' edits: [begin,
// end] in the first text, in order.
function survivorsOf(steps) {
  let pieces = [[0, steps[0].text.length]];  // [begin in the first text or null, length]
  for (const {delta} of steps.slice(1)) {
    const made = [];
    for (const [from, length, bytes] of delta) {
      let at = 0;
      for (const [begin, size] of pieces) {
        const first = Math.max(from, at), last = Math.min(from + length, at + size);
        if (first < last) made.push([begin === null ? null : begin + first - at, last - first]);
        at += size;
      }
      if (bytes) made.push([null, bytes.length]);
    }
    pieces = made;
  }
  return pieces.filter(piece => piece[0] !== null).map(([begin, size]) => [begin, begin + size]).sort((a, b) => a[0] - b[0]);
}

function beforeAfterOf(run) {
  const before = run.steps[0]?.text, edits = run.steps.reduce((sum, step) => sum + (step.delta?.length ?? 0), 0);
  if (run.steps.length < 2 || before === undefined || edits * edits > kMaxLooks) return null;
  const text = make("pre", {tabindex: 0, "aria-label": "The input; what is left of it is marked"});
  const kinds = tokenKinds(run.kinds?.before);
  let at = 0;
  for (const [begin, end] of survivorsOf(run.steps)) {
    if (begin < at || before.slice(begin, end).trim() === "") continue;
    text.append(...painted(before, kinds, at, begin), make("mark", {}, ...painted(before, kinds, begin, end)));
    at = end;
  }
  text.append(...painted(before, kinds, at));
  later.push(() => { const first = text.querySelector("mark"); if (first) text.scrollTop = Math.max(0, first.offsetTop - 60); });
  return [make("div", {class: "side"}, make("section", {}, make("h3", {}, `Before: ${plural(before.length, "byte")}; what is left of it is marked`), text),
    make("section", {}, make("h3", {}, `After: ${plural(run.result.length, "byte")}`), make("pre", {tabindex: 0, "aria-label": "The result"}, painted(run.result, tokenKinds(run.kinds?.result)))))];
}

// The words of the result, [begin, end]; from the tree if there is one.
function tokensOf(run) {
  const tokens = run.tree ? run.tree.nodes.filter(node => node.length === 4).map(node => [node[2], node[3]])
    : [...run.result.matchAll(/[A-Za-z0-9_$\x80-\xff]+|[^\s]/g)].map(found => [found.index, found.index + found[0].length]);
  return tokens.slice(0, kMaxTokens);
}

// A deletion can be described as a deletion of several stretches that give the same text. Of those
// that are whole words, nodes of the tree come first.
function neighboursOf(run, tokens) {
  const begins = new Set(tokens.map(token => token[0])), ends = new Set(tokens.map(token => token[1])), nodes = new Set();
  const open = [];  // nodes that are still open: [depth, begin]
  let end = 0;
  const close = depth => { while (open.length && open[open.length - 1][0] >= depth) nodes.add(open.pop()[1] + ":" + end); };
  for (const node of run.tree?.nodes ?? []) {
    close(node[0]);
    if (node.length === 4) { open.forEach(one => { one[1] ??= node[2]; }); nodes.add(node[2] + ":" + node[3]); end = node[3]; } else open.push([node[0], null]);
  }
  close(0);
  const text = run.result, trimmed = (begin, end) => {
    while (begin < end && /\s/.test(text[begin])) ++begin;
    while (end > begin && /\s/.test(text[end - 1])) --end;
    return [begin, end];
  };
  return run.neighbours.map(one => {
    const [begin, end] = one.at, length = end - begin;
    let least = begin;
    if (one.by === "") while (least > 0 && text[least - 1] === text[least - 1 + length]) --least;
    const all = Array.from({length: Math.min(begin - least, 200) + 1}, (_, i) => trimmed(begin - i, end - i));
    const whole = all.filter(([from, to]) => begins.has(from) && ends.has(to));
    const isNode = ([from, to]) => nodes.has(from + ":" + to);
    return {...one, width: length, places: whole.length ? [...whole.filter(isNode), ...whole.filter(place => !isNode(place))] : [all[0]]};
  });
}
const covers = (one, from, to) => one.places.find(place => place[0] < to && place[1] > from);

const kSaid = {pass: "does not fail", fail: "still fails", unresolved: "no answer", protected: "protected, never tested"};

function reasonsOf(about, run, from, to) {
  return about.slice(0, kMaxReasons).map(one => {
    const [begin, end] = covers(one, from, to);
    const code = text => text.length > kMaxCodeLength ? make("code", {title: text}, text.slice(0, kMaxCodeLength - 20).replace(/\w+$/, "") + "…" + text.slice(-16).replace(/^\w+/, "")) : make("code", {}, text || "layout");
    const old = code(shown(run.result.slice(begin, end))), now = code(shown(one.by).trim());
    const test = one.test === undefined || one.outcome === "protected" ? "" : one.test === 0 ? ", a check before the search" : `, test ${number(one.test)}`;
    return make("li", {}, one.by === "" ? ["deleting ", old] : one.kind === "hoist" ? [now, " in place of ", old] :
      [old, " as ", now], `: ${kSaid[one.outcome] ?? one.outcome}${test}`);
  });
}

// The parts of the explanation that contain a stretch of the result.
const placesOf = part => [[part.begin, part.end], ...(part.also ?? [])];
const partsAt = (run, from, to) => (run.explanation?.parts ?? []).filter(part => placesOf(part).some(([begin, end]) => begin < to && end > from));

const kFree = {"any": "free", "more": "more may follow", "linked": "free, but the same everywhere", "one of": "one of a few", "range": "a range",
  "matters": "matters", "unknown": "not known"};

function explanationOf(run) {
  const explanation = run.explanation;
  if (!explanation) return null;
  const lineAt = at => run.result.slice(0, at).split("\n").length, all = explanation.together;
  const rows = explanation.parts.map(part => ({place: part.begin, line: lineAt(part.begin), was: part.was, verdict: kFree[part.verdict] ?? part.verdict,
    tried: part.tried, failed: part.failed, words: part.description}));
  const together = all.tried === 0 ? "All parts at once were not tried." : `With all parts replaced at once, ${number(all.failed)} of ${plural(all.tried, "text")} still ${all.failed === 1 ? "fails" : "fail"}` +
    (all.at_most === null ? "." : ` (at 95 %: at most ${(100 * all.at_most).toFixed(1)} % are not).`);
  return [make("p", {}, "What may stand in place of each part, found out by trying:"),
    make("pre", {class: "abstraction", tabindex: 0, "aria-label": "The result with what may stand in place of its parts"}, explanation.abstraction),
    make("p", {}, explanation.ended === null ? together : `${together} Not all was tried: ${explanation.ended}.`),
    rows.length ? sortable("Parts", [{title: "line", key: "line", kind: "n"}, {title: "part", key: "was", show: was => make("code", {}, was === "" ? "(nothing)" : was)},
      {title: "verdict", key: "verdict"}, {title: "tried", key: "tried", kind: "n"}, {title: "still fails", key: "failed", kind: "n"},
      {title: "in words", key: "words", kind: "words"}], rows) : null];
}

function whyOf(run) {
  const tokens = tokensOf(run);
  if (tokens.length === 0) return [make("p", {}, run.result === "" ? "Nothing is left: the empty text still fails." : `No word is left, only ${plural(run.result.length, "byte")} of layout.`)];
  const neighbours = neighboursOf(run, tokens), nodes = [];
  const text = make("pre", {class: "result", role: "group", "aria-label": "The result, word by word; arrow keys go from one to the next"});
  const said = make("div", {class: "said", "aria-live": "polite"},
    make("p", {class: "soft"}, "What was tried with each word, and what the test said."));
  const about = (from, to) => neighbours.filter(one => covers(one, from, to))
    .sort((a, b) => a.width - b.width || a.by.length - b.by.length);
  // The status of the narrowest one: wider ones may be protected because of another word.
  const status = found => {
    const said = found.filter(one => one.outcome === "pass" || one.outcome === "protected"), narrow = said.filter(one => one.width === said[0].width);
    return said.length === 0 ? "untried" : narrow.some(one => one.outcome === "pass") ? "needed" : "kept";
  };
  const kWords = {kept: "Protected: it was to stay.", needed: "Stays: the test said so.", untried: "Never tried without it, or with something simpler in its place."};
  const tell = i => {
    const [from, to] = tokens[i], found = about(from, to);
    const [first, ...others] = reasonsOf(found, run, from, to), left = found.length - kMaxReasons;
    const all = first ? make("ul", {}, first) : null;
    const more = others.length === 0 ? null : make("details", {class: "more controls"}, make("summary", {}, `What else was tried: ${number(found.length - 1)}`),
      make("ul", {}, others), left > 0 ? make("p", {class: "soft"}, `… and ${plural(left, "wider one")}`) : null);
    const known = run.neighbours.length > 0 ? kWords[status(found)] : "What was tried near the result is not known of this run.";
    const free = partsAt(run, from, to).map(part => make("p", {}, make("code", {}, part.was), ": " + part.description + "."));
    said.replaceChildren(make("p", {}, make("code", {}, make("b", {}, shown(run.result.slice(from, to))))), make("p", {}, known), all ?? "", more ?? "", ...free);
    nodes.forEach((node, k) => { node.classList.toggle("on", k === i); node.tabIndex = k === i ? 0 : -1; });
  };
  const few = tokens.length * neighbours.length < kMaxLooks;  // else only what is asked for is looked up
  const kinds = new Map(tokenKinds(run.kinds?.result).map(([begin, , kind]) => [begin, kind]));
  let at = 0;
  tokens.forEach(([from, to], i) => {
    if (from > at) text.append(shown(run.result.slice(at, from)));
    at = to;
    const node = make("span", {class: `token ${few ? status(about(from, to)) : ""} ${kinds.has(from) ? "is-" + kinds.get(from) : ""}`, tabindex: i === 0 ? 0 : -1}, shown(run.result.slice(from, to)));
    node.addEventListener("mouseenter", () => tell(i));
    node.addEventListener("focus", () => tell(i));
    nodes.push(node);
    text.append(node);
  });
  text.append(shown(run.result.slice(at)));
  text.addEventListener("keydown", event => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    const now = nodes.indexOf(document.activeElement);
    const next = event.key === "Home" ? 0 : event.key === "End" ? nodes.length - 1 : step ? now + step : now;
    if (now < 0 || next === now || !nodes[next]) return;
    event.preventDefault();
    nodes[next].focus();
  });
  const seen = kind => nodes.some(node => node.classList.contains(kind));
  const begin = nodes.findIndex(node => node.classList.contains("needed"));
  if (begin >= 0) tell(begin);
  said.append(make("p", {class: "soft hint controls"}, "Point at another word, or go to it with Tab and the arrow keys."));
  const legend = [["needed", "the test said that it is needed"], ["untried", "never tried alone"], ["kept", "protected"]].filter(([kind]) => seen(kind));
  if (run.result.length < 400) text.classList.add("short");
  return [make("div", {class: "why"}, make("div", {}, text, make("div", {class: "legend"}, legend.map(([kind, words]) =>
    make("span", {}, make("span", {class: "token " + kind, "aria-hidden": "true"}, "word"), " " + words)))), said)];
}

function passesOf(report, passWords) {
  const wordsOf = name => passWords?.[name] ?? name;
  const named = (report.passes ?? []).length > 1 ? report.passes : report.phases ?? [];
  const rows = named.filter(pass => pass.tests > 0).map(pass => ({name: pass.name || report.strategy, tests: pass.tests, gains: pass.successes,
    bytes: pass.bytes_removed, tokens: pass.tokens_removed, seconds: pass.seconds}));
  if (rows.length === 0) return null;
  const most = key => Math.max(1, ...rows.map(row => row[key])), tests = most("tests"), bytes = most("bytes");
  return [sortable("Passes", [{title: "pass", key: "name", rowHead: true, show: name => wordsOf(name) === name ? name : [wordsOf(name) + " ", make("span", {class: "hint"}, name)]}, {title: "tests", key: "tests", kind: "n"}, {title: "", key: "tests", bar: row => 100 * row.tests / tests},
    {title: "gains", key: "gains", kind: "n"}, {title: "bytes gone", key: "bytes", kind: "n"}, {title: "", key: "bytes", bar: row => 100 * Math.max(0, row.bytes) / bytes},
    {title: "tokens gone", key: "tokens", kind: "n"}, {title: "time", key: "seconds", kind: "n", show: inSeconds}], rows)];
}

// Nodes are made when their parent is unfolded.
function treeOf(run) {
  const {names, nodes} = run.tree;
  if (nodes.length === 0) return null;
  const end = nodes.map(() => nodes.length), open = [];
  nodes.forEach((node, i) => {
    while (open.length && nodes[open[open.length - 1]][0] >= node[0]) end[open.pop()] = i;
    open.push(i);
  });
  const textOf = i => {
    let last = end[i] - 1, first = i;
    while (nodes[first].length < 4 && first < last) ++first;
    while (nodes[last].length < 4 && last > first) --last;
    return shown(run.result.slice(nodes[first][2] ?? 0, nodes[last][3] ?? 0)).replace(/\s+/g, " ");
  };
  const short = text => text.length > 60 ? text.slice(0, 57) + "…" : text;
  const build = i => {
    const node = nodes[i], name = make("span", {class: "name"}, names[node[1]]);
    if (node.length === 4) return make("div", {class: "leaf"}, make("code", {}, shown(run.result.slice(node[2], node[3]))), " ", name);
    const box = make("details", {}, make("summary", {}, name, " ", make("code", {}, short(textOf(i)))));
    box.fill = () => {
      if (box.children.length > 1) return;
      for (let child = i + 1; child < end[i]; child = end[child]) box.append(build(child));
    };
    box.addEventListener("toggle", () => { if (box.open) box.fill(); });
    return box;
  };
  const roots = [];
  for (let i = 0; i < nodes.length; i = end[i]) roots.push(build(i));
  const tree = make("div", {class: "tree"}, roots);
  roots.forEach(root => { if (root.fill) { root.fill(); root.open = true; } });
  const all = open => () => {
    const todo = [...roots];
    while (todo.length) { const one = todo.pop(); if (!one.fill) continue; if (open) one.fill(); one.open = open; todo.push(...one.children); }
  };
  return [make("div", {class: "row controls"}, make("button", {type: "button", onclick: all(true)}, "Unfold all"),
    make("button", {type: "button", onclick: all(false)}, "Fold all")), tree];
}

function certificateOf(report) {
  const c = report.certificate;
  if (!c) return null;
  const rows = c.kinds.filter(row => row.neighbours > 0);
  return [make("p", {}, c.minimal ? `Certified: none of the ${plural(c.neighbours, "text")} that are one edit smaller fails.` :
    "Not certified: " + (c.why_not_minimal ?? "of some texts that are one edit smaller it is not known whether they fail") + "."),
    rows.length ? sortable("Certificate", [{title: "one edit", key: "kind", rowHead: true}, {title: "texts", key: "neighbours", kind: "n"}, {title: "tested", key: "tested", kind: "n"},
      {title: "still fails", key: "fail", kind: "n"}, {title: "no answer", key: "unresolved", kind: "n"}, {title: "not tested", key: "not_asked", kind: "n"}], rows) : null];
}

const quoted = word => /^[A-Za-z0-9_\-+=:,.\/@%]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";

function madeBy(report) {
  const test = report.oracle, code = words => make("code", {}, words);
  if (!test) return null;
  const call = (report.call ?? []).length ? report.call : null;
  return [call ? make("p", {}, "To do it again:") : null, call ? make("pre", {class: "call", tabindex: 0, "aria-label": "The call"}, `cd ${quoted(test.directory)}\n${call.map(quoted).join(" ")}`) : null,
    facts("How it was made", [["test", code(test.command.map(quoted).join(" "))], ["fails if", code(test.conditions.join(", "))], ["input", code(report.input.path)],
      ["result", code(report.output?.path ?? "none")], ["grammar", report.grammar ? `${report.grammar.name} ${report.grammar.version ?? ""}` : "none"], ["strategy", code(report.strategy)],
      ["tests at once", number(test.jobs)], ["time limit", test.timeout === null ? "none" : `${Number(test.timeout.toPrecision(3))} s`],
      ["tests", `${number(report.tests.committed)} counted; ${number(report.tests.executed)} run, ${number(report.tests.journal)} known from before, ${number(report.tests.timeout)} hung`],
      ["ended", report.exit === 0 ? "complete" : `with status ${report.exit}` + (report.reason ? `: ${report.reason}` : "")],
      ["by", `grabr ${report.environment.grabr} (g++ ${report.environment.compiler}), ${report.environment.os}, ${plural(report.environment.cpus, "processor")}`]])];
}

const pointsOf = report => [[0, 0, report.input.bytes], ...report.curve, [report.tests.committed, report.seconds.wall, report.curve.length ?
  report.curve[report.curve.length - 1][2] : report.input.bytes]];

function sectionsOf(run) {
  const report = run.report, chart = sizeChart([{name: "", points: pointsOf(report)}], run.steps.length > 1 ? at => steps.jump(at === 0 ? 0 : report.curve[Math.min(at, report.curve.length) - 1][0]) : null);
  const explanation = explanationOf(run), both = beforeAfterOf(run), steps = run.steps.length > 1 ? stepsOf(run, chart) : null, passes = passesOf(report, run.pass_words), certificate = certificateOf(report), how = madeBy(report);
  return [run.result ? ["why", "The result, and why each word stayed", ...whyOf(run)] : null,
    explanation ? ["parts", "Which parts matter", ...explanation] : null,
    both ? ["both", "Before and after", ...both] : null, steps ? ["steps", "Every accepted step", ...steps.parts] : null, ["size", "Size", chart.node],
    passes ? ["passes", "What each pass did", ...passes] : null, run.tree && run.tree.nodes.length ? ["tree", "Derivation tree", ...treeOf(run)] : null,
    certificate ? ["certificate", "How small it is", ...certificate] : null, how ? ["made", "How it was made", ...how] : null];
}

// A command that is a shell text was run by a shell.
const commandOf = words => words[0] === "/bin/sh" && words[1] === "-c" ? words[2] : words.join(" ");
const endOf = report => report.exit === 0 ? null : make("p", {class: "note"}, `Ended with status ${report.exit}` + (report.reason ? `: ${report.reason}` : ""));

// "206 lines → 1"; in bytes if there is a single line.
function smaller(report) {
  const from = report.input, to = report.output;
  if (!to) return "no result";
  return from.lines > 1 && to.lines !== undefined ? `${plural(from.lines, "line")} → ${number(to.lines)}` : `${plural(from.bytes, "byte")} → ${number(to.bytes)}`;
}
// The failure without its place, or the input's name.
function subjectOf(report) {
  const line = (report.failure?.before ?? "").replace(/^\S*:\d+(:\d+)?: /, "");
  return (line.length > kMaxTitleLength ? line.slice(0, kMaxTitleLength) + "…" : line) || nameOf(report.input.path);
}

function copyButton(text) {
  const button = make("button", {type: "button", onclick: () => {
    const area = make("textarea", {"aria-hidden": "true"});
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");  // works where the clipboard is not accessible
    area.remove();
    button.textContent = copied ? "Copied" : "Could not be copied";
    button.focus();
  }}, "Copy as a bug report");
  return make("div", {class: "row controls copy"}, button);
}

function runPage(run) {
  const report = run.report, out = report.output, gain = report.curve.length ? report.curve[report.curve.length - 1] : null;
  const test = report.oracle ? `; the test: ${commandOf(report.oracle.command)}` : "", failure = Boolean(report.failure);
  page(`${subjectOf(report)}: ${smaller(report)}`, `${failure ? nameOf(report.input.path) + ", reduced" : "Reduced"} by ${report.strategy}${test}`, [endOf(report) ?? "", make("div", {class: "tiles"},
    tile(out ? `${number(report.input.bytes)} → ${number(out.bytes)}` : number(report.input.bytes), "bytes" + (out ? ": " + factor(report.input.bytes, out.bytes) : ""), "first"),
    tile(out ? `${number(report.input.tokens)} → ${number(out.tokens)}` : number(report.input.tokens), "tokens"), tile(number(report.tests.committed), "tests"), tile(number(report.curve.length), "steps"),
    tile(inSeconds(report.seconds.wall), gain ? `in all; the last gain after ${inSeconds(gain[1])}` : "in all")), run.markdown ? copyButton(run.markdown) : ""], sectionsOf(run));
}

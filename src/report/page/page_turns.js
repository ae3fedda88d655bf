// A reduction in turns: a folder file by file, or several inputs.
function turnsPage() {
  const set = data.turns, folder = set.kind === "folder", isList = run => folder && run.turn.part === ".";
  const what = folder ? "file" : "input", partOf = run => isList(run) ? "the list of files" : run.turn.part;
  // A round begins with a part that has already had its turn in the current round.
  let round = 1, had = new Set();
  for (const run of runs) {
    if (had.has(run.turn.part)) { ++round; had = new Set(); }
    had.add(run.turn.part);
    run.turn.round = round;
  }
  const turnsOf = name => runs.filter(run => run.turn.part === name && !isList(run)), sum = (list, of) => list.reduce((all, one) => all + of(one), 0);
  const state = part => part.bytes[1] === null ? "gone" : part.bytes[1] === part.bytes[0] ? "unchanged" : part.bytes[1] === 0 ? "empty" : "smaller";
  const parts = set.parts.map(part => ({name: part.name, before: part.bytes[0], after: part.bytes[1] ?? undefined, state: state(part), turns: turnsOf(part.name).length,
    tests: sum(turnsOf(part.name), run => run.report.tests.committed), gains: sum(turnsOf(part.name), run => run.report.curve.length)}));
  const most = Math.max(1, ...parts.map(part => part.before)), there = parts.filter(part => part.state !== "gone");

  const points = [[0, 0, set.bytes[0]]];
  runs.forEach((run, i) => {
    const {tests, seconds, other_bytes: other} = run.turn, next = runs[i + 1]?.turn;
    if (other !== null) for (const [test, time, bytes] of run.report.curve) points.push([tests + test, seconds + time, other + bytes]);
    points.push([next?.tests ?? tests + run.report.tests.committed, next?.seconds ?? seconds + run.report.seconds.wall, next?.bytes ?? set.bytes[1]]);
  });
  points.push([set.tests, set.seconds, set.bytes[1]]);

  const fill = (box, list) => {
    for (const run of list.filter(one => one.steps.length > 1)) {
      const {input, output, tests} = run.report;
      box.append(make("section", {}, make("h3", {}, `Round ${run.turn.round}, turn ${run.turn.turn}: ${number(input.bytes)}${output ? ` → ${number(output.bytes)}` : ""} bytes, ${plural(tests.committed, "test")}`),
        ...stepsOf(run, null).parts));
    }
    const last = list.findLast(one => one.result !== null && one.result !== "");
    if (last) {
      box.append(make("section", {}, make("h3", {}, "What is left, and why each word stayed"), ...whyOf(last)));
      const certificate = certificateOf(last.report);
      if (certificate) box.append(make("section", {}, make("h3", {}, "How small it is"), ...certificate));
      if (last.tree?.nodes.length) box.append(make("section", {}, make("h3", {}, "Derivation tree"), ...treeOf(last)));
    }
    if (box.children.length === 1) box.append(make("p", {class: "soft"}, list.length ? "No test found anything smaller." : "It had no turn of its own."));
    afterwards();
  };
  const boxes = new Map(), closer = (name, words, list) => {
    const box = make("details", {class: "run"}, make("summary", {}, words));
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) fill(box, list); });
    boxes.set(name, box);
    return box;
  };
  const order = {smaller: 0, unchanged: 1, empty: 2, gone: 3};
  const lists = runs.filter(isList).some(run => run.steps.length > 1) ? [closer(".", "Which files went", runs.filter(isList))] : [];
  const each = [...lists, ...parts.slice().sort((a, b) => order[a.state] - order[b.state]).filter(part => part.turns > 0).map(part =>
    closer(part.name, `${part.name}: ${number(part.before)} → ${part.after === undefined ? "gone" : number(part.after)}`, turnsOf(part.name)))];
  if (each.length) each[each.length > 1 ? lists.length : 0].open = true;
  const open = name => { boxes.get(name).open = true; boxes.get(name).scrollIntoView(); boxes.get(name).querySelector("summary").focus(); };
  const shownName = name => boxes.has(name) ? make("button", {type: "button", class: "link", onclick: () => open(name)}, name) : name;

  const turns = runs.map(run => ({round: run.turn.round, turn: run.turn.turn, part: partOf(run), tests: run.report.tests.committed, gains: run.report.curve.length,
    before: isList(run) ? undefined : run.report.input.bytes, after: isList(run) ? undefined : run.report.output?.bytes, seconds: run.report.seconds.wall}));
  const files = runs.filter(run => !isList(run)), grammars = [...new Set(files.map(run => run.report.grammar?.name).filter(name => name))];
  const how = runs.length ? madeBy({...runs[0].report, strategy: (files[0] ?? runs[0]).report.strategy, grammar: grammars.length ? {name: grammars.join(", ")} : null, input: {path: set.input}, output: {path: set.output}, exit: set.exit, reason: set.reason, tests: {...runs[0].report.tests,
    committed: set.tests, ...Object.fromEntries(["executed", "journal", "timeout"].map(key => [key, sum(runs, run => run.report.tests[key] ?? 0)]))}}) : null;
  page(nameOf(set.input), `${folder ? `A folder of ${plural(parts.length, "file")}` : plural(parts.length, "input")}, reduced in ${plural(runs.length, "turn")}`,
    [endOf(set) ?? "", make("div", {class: "tiles"}, tile(`${number(set.bytes[0])} → ${number(set.bytes[1])}`, "bytes: " + factor(...set.bytes), "first"),
      tile(folder ? `${number(parts.length)} → ${number(there.length)}` : number(parts.length), what + "s"), tile(number(set.tests), "tests"),
      tile(number(runs.length), `turns in ${plural(round, "round")}`), tile(inSeconds(set.seconds), "in all"))],
    [["files", folder ? "The files" : "The inputs", sortable("Files", [{title: what, key: "name", rowHead: true, show: shownName}, {title: "bytes before", key: "before", kind: "n"},
      {title: "", key: "before", bar: part => 100 * part.before / most}, {title: "bytes after", key: "after", kind: "n"}, {title: "", key: "after", bar: part => 100 * (part.after ?? 0) / most},
      {title: "it is", key: "state"}, {title: "turns", key: "turns", kind: "n"}, {title: "tests", key: "tests", kind: "n"}, {title: "gains", key: "gains", kind: "n"}], parts)],
    ["size", "Size", sizeChart([{name: "", points}]).node],
    each.length ? ["each", folder ? "Each file" : "Each input", ...each] : null,
    ["rounds", "Rounds", sortable("Turns", [{title: "round", key: "round", kind: "n"}, {title: "turn", key: "turn", kind: "n"}, {title: what, key: "part", rowHead: true}, {title: "tests", key: "tests", kind: "n"},
      {title: "gains", key: "gains", kind: "n"}, {title: "bytes before", key: "before", kind: "n"}, {title: "bytes after", key: "after", kind: "n"}, {title: "time", key: "seconds", kind: "n", show: inSeconds}], turns)],
    how ? ["made", "How it was made", ...how] : null]);
}

// Several reductions side by side, and the records of a batch.
const runs = data.runs ?? [];
const labelOf = i => {
  const same = runs.filter(run => run.report.strategy === runs[i].report.strategy).length > 1;
  const files = new Set(runs.map(run => run.report.input.path)).size > 1;
  const name = runs[i].report.strategy + (files ? ", " + nameOf(runs[i].report.input.path) : "");
  return same && !files ? `${name} (${i + 1})` : name;
};

function comparisonPage() {
  const rows = runs.map(({report}, i) => ({name: labelOf(i), at: i, bytes: report.output?.bytes, tokens: report.output?.tokens, tests: report.tests.committed,
    seconds: report.seconds.wall, ended: report.exit === 0 ? "complete" : report.reason ?? `status ${report.exit}`}));
  const least = key => Math.min(...rows.map(row => row[key] ?? Infinity));
  const number_ = (title, key, show) => { const best = least(key); return {title, key, kind: "n", show, classOf: row => row[key] === best ? "best" : ""}; };
  const most = Math.max(1, ...rows.map(row => row.bytes ?? 0));
  const files = [...new Set(runs.map(run => nameOf(run.report.input.path)))];
  const first = runs[0].report.input;
  const side = make("div", {class: "side"}, runs.map((run, i) => make("section", {}, make("h3", {}, make("span", {class: "swatch", style: `background:${colourOf(i)}`}), labelOf(i)),
    make("p", {class: "soft"}, run.report.output ? `${plural(run.report.output.bytes, "byte")}, ${plural(run.report.output.tokens, "token")}, ${plural(run.report.tests.committed, "test")}` : "no result"),
    run.result === null ? null : make("pre", {tabindex: 0, "aria-label": `The result of ${labelOf(i)}`}, shown(run.result)))));
  const closer = runs.some(run => run.steps.length || run.neighbours.length) ? runs.map((run, i) => {
    const box = make("details", {class: "run"}, make("summary", {}, labelOf(i)));
    box.addEventListener("toggle", () => {
      if (!box.open || box.children.length > 1) return;
      box.append(...sectionsOf(run).filter(one => one).map(([, words, ...parts]) => make("section", {}, make("h3", {}, words), parts)));
      afterwards();
    });
    return box;
  }) : null;
  const leftOut = (data.left_out ?? []).map(one => make("p", {class: "soft"}, `${one.strategy} is left out: ${one.reason}`));
  page(files.length === 1 ? files[0] : "Reductions compared", `${runs.length} reductions side by side` + (files.length === 1 ? ` of ${plural(first.bytes, "byte")}, ${plural(first.tokens, "token")}` : ""), [], [
    ["table", "At the end", sortable("All runs", [{title: "run", key: "name", rowHead: true, show: (name, row) => [make("span", {class: "swatch", style: `background:${colourOf(row.at)}`}), name]},
      number_("bytes", "bytes"), {title: "", key: "bytes", bar: row => 100 * (row.bytes ?? 0) / most}, number_("tokens", "tokens"), number_("tests", "tests"), number_("time", "seconds", inSeconds),
      {title: "ended", key: "ended"}], rows), leftOut],
    ["size", "On the way", sizeChart(runs.map((run, i) => ({name: labelOf(i), points: pointsOf(run.report), colour: i}))).node],
    ["results", "Results", side], closer ? ["runs", "Each of them", ...closer] : null]);
}

// A table of cases and strategies, for one number and one set of limits.
function matrix(records, before, key) {
  const columnOf = one => one.strategy + (one.grammar ? " -g " + one.grammar : "");
  const good = one => one && one.output && !one.error, valueOf = one => good(one) ? key === "tests" ? one.tests : key === "seconds" ? one.seconds : one.output[key] : undefined;
  const columns = [...new Set(records.map(columnOf))], cases = [...new Set(records.map(one => one.case))];
  const find = (list, name, column) => list.findLast(one => one.case === name && columnOf(one) === column);
  const rows = cases.map(name => {
    const row = {case: name, records: {}, before: {}};
    columns.forEach((column, i) => {
      row.records[i] = find(records, name, column); row.before[i] = find(before, name, column); row["v" + i] = valueOf(row.records[i]);
      row.input ??= key === "tests" || key === "seconds" ? undefined : row.records[i]?.input?.[key];
    });
    return row;
  });
  const whole = rows.filter(row => columns.every((_, i) => row["v" + i] !== undefined));
  const mean = {case: `geometric mean of ${whole.length}`, records: {}, before: {}};
  columns.forEach((_, i) => { mean["v" + i] = whole.length ? Math.exp(whole.reduce((sum, row) => sum + Math.log(Math.max(row["v" + i], 1)), 0) / whole.length) : undefined; });
  const least = row => Math.min(...columns.map((_, i) => row["v" + i] ?? Infinity));
  const show = i => (value, row) => {
    if (value === undefined) return row.records[i] ? "failed" : "–";
    const words = key === "seconds" ? inSeconds(value) : row === mean ? value.toFixed(1) : number(value), was = valueOf(row.before[i]);
    return words + (row.records[i]?.exit === 6 ? "*" : "") + (was === undefined || was === value || key === "seconds" ? "" : ` (${number(was)} before)`);
  };
  const classOf = i => row => {
    const was = valueOf(row.before[i]), value = row["v" + i];
    if (was !== undefined && value !== was && key !== "seconds") return value === undefined || value > was ? "worse" : "better";
    return columns.length > 1 && value !== undefined && value === least(row) ? "best" : "";
  };
  return sortable("Results", [{title: "case", key: "case", rowHead: true}, {title: "input", key: "input", kind: "n"},
    ...columns.map((title, i) => ({title, key: "v" + i, kind: "n", show: show(i), classOf: classOf(i)}))], rows, whole.length > 1 ? [mean] : []);
}

function benchPage() {
  const sets = [...new Set(data.records.map(record => record.options))], cases = new Set(data.records.map(record => record.case));
  const failed = data.records.filter(record => record.error || !record.output);
  const sections = sets.map((options, i) => {
    const records = data.records.filter(record => record.options === options), before = data.before.filter(record => record.options === options), box = make("div");
    const draw = key => box.replaceChildren(matrix(records, before, key));
    draw("tokens");
    return ["set" + i, options || (sets.length > 1 ? "No limits" : "Results"), make("div", {class: "row controls"}, choice("Show", [["tokens", "tokens"], ["bytes", "bytes"], ["tests", "tests"], ["time", "seconds"]], "tokens", draw)),
      box, make("p", {class: "soft"}, "Smaller is better. *: a limit ended it." + (before.length ? " In brackets: the records compared with." : ""))];
  });
  const curved = [...cases].filter(name => data.records.some(record => record.case === name && record.curve.length));
  const charts = curved.length === 0 ? null : ["curves", "On the way", ...curved.map((name, k) => {
    const box = make("details", {class: "run"}, make("summary", {}, name));
    box.addEventListener("toggle", () => {
      if (!box.open || box.children.length > 1) return;
      const of = data.records.filter(record => record.case === name && record.curve.length && record.input);
      box.append(sizeChart(of.map(record => ({name: record.strategy + (record.options ? " " + record.options : ""), points: [[0, null, record.input.bytes],
        ...record.curve.map(point => [point[0], null, point[1]]), [record.tests, null, record.curve[record.curve.length - 1][1]]]}))).node);
    });
    if (k === 0) box.open = true;
    return box;
  })];
  page("Reductions in numbers", `${plural(cases.size, "case")}, ${plural(data.records.length, "reduction")}`, [], [...sections, charts,
    failed.length ? ["failed", "Without a result", make("ul", {}, failed.map(record => make("li", {}, `${record.case}, ${record.strategy}: ${record.error ?? "no result"}`)))] : null]);
}

if (data.kind === "bench") benchPage();
else if (data.kind === "turns") turnsPage();
else if (data.kind === "bugs") bugsPage();
else if (runs.length === 1) runPage(runs[0]);
else comparisonPage();
document.body.append(make("footer", {}, "Made by grabr. This page is one file; its data is in it, as JSON (grabr report --schema page)."));

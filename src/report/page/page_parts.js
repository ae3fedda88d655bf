// Building blocks of all pages: elements, tables, charts.
const data = JSON.parse(document.getElementById("grabr-data").textContent);
const decoder = new TextDecoder();
// Texts are bytes, one code point for each, so that offsets in them are offsets in the file.
const shown = bytes => /[\x80-\xff]/.test(bytes) ? decoder.decode(Uint8Array.from(bytes, c => c.charCodeAt(0))) : bytes;
const kDrawn = new Set(["svg", "g", "line", "path", "text", "title", "desc", "circle", "rect"]);
const kKinds = ["", "keyword", "string", "number", "comment", "name"];
// The tokens of a text: [begin, end, kind]; `kinds` as in the page's data.
function tokenKinds(kinds) {
  const found = [];
  for (let i = 0, at = 0; i + 2 < (kinds ?? []).length; i += 3) {
    const begin = at + kinds[i];
    at = begin + kinds[i + 1];
    found.push([begin, at, kKinds[kinds[i + 2]]]);
  }
  return found;
}
// A stretch of a text in the colours of its tokens.
function painted(text, kinds, from = 0, to = text.length) {
  const parts = [];
  let at = from, low = 0, high = kinds.length;
  while (low < high) { const middle = (low + high) >> 1; if (kinds[middle][1] <= from) low = middle + 1; else high = middle; }
  for (; low < kinds.length && kinds[low][0] < to; ++low) {
    const begin = Math.max(kinds[low][0], at), end = Math.min(kinds[low][1], to);
    parts.push(shown(text.slice(at, begin)), make("span", {class: "is-" + kinds[low][2]}, shown(text.slice(begin, end))));
    at = end;
  }
  parts.push(shown(text.slice(at, to)));
  return parts;
}
function make(name, attributes, ...children) {
  const node = kDrawn.has(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {}))
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) node.setAttribute(key, value);
  for (const child of children.flat(3)) if (child !== null && child !== undefined) node.append(child);
  return node;
}
const number = n => Number(n).toLocaleString("en");
const inSeconds = s => s < 10 ? s.toFixed(1) + " s" : s < 120 ? Math.round(s) + " s" : s < 7200 ? Math.round(s / 60) + " min" : (s / 3600).toFixed(1) + " h";
const plural = (n, word) => `${number(n)} ${word}${n === 1 ? "" : "s"}`;
const nameOf = path => path.split("/").filter(part => part).pop() ?? path;
const factor = (before, after) => after <= 0 || before <= 0 ? "" : before / after >= 10 ? `${number(Math.round(before / after))} times smaller`
  : `${(100 * after / before).toFixed(1)} % of it left`;
const colourOf = i => `var(--c${i % 8})`;
const kDashes = [null, "7 3", "2 3", "9 3 2 3"];
const dashOf = i => kDashes[Math.floor(i / 2) % kDashes.length];

function themeSwitch() {
  const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
  const button = make("button", {id: "theme", type: "button"});
  let chosen = null;
  const apply = () => {
    const dark = chosen ?? system.matches;
    root.dataset.theme = dark ? "dark" : "light";
    button.textContent = dark ? "Light" : "Dark";
    button.setAttribute("aria-label", dark ? "Light colours" : "Dark colours");
  };
  button.addEventListener("click", () => { chosen = root.dataset.theme !== "dark"; apply(); });
  system.addEventListener("change", apply);
  apply();
  return button;
}

const kShort = {why: "Result", parts: "Parts", both: "Before and after", steps: "Steps", passes: "Passes", tree: "Tree", certificate: "Certificate"};
// The sections of a page, each a title and its content; and links to them.
function page(title, lead, above, sections) {
  document.title = title;
  const there = sections.filter(section => section);
  document.getElementById("top").append(make("div", {class: "top"},
    make("div", {}, make("h1", {}, title), make("p", {class: "lead"}, lead)), themeSwitch()),
    make("nav", {"aria-label": "Sections"}, there.map(([id, words]) => make("a", {href: "#" + id}, kShort[id] ?? words))));
  document.getElementById("main").append(...above, ...there.map(([id, words, ...parts]) =>
    make("section", {"aria-labelledby": id}, make("h2", {id}, words), parts)));
  afterwards();
}
// Code that needs the layout runs after the page is built.
const later = [];
function afterwards() { while (later.length) later.shift()(); }

const tile = (value, words, kind) => make("div", {class: "tile " + (kind ?? (value.length > 10 ? "long" : ""))}, make("b", {}, value), make("span", {}, words));
const wide = (label, table) => make("div", {class: "wide", tabindex: 0, role: "region", "aria-label": label}, table);
// A row of buttons, one of which is pressed.
function choice(label, rows, pressed, choose) {
  const buttons = rows.map(([words, value]) => make("button", {type: "button", "aria-pressed": String(value === pressed), onclick: event => {
    buttons.forEach(one => one.setAttribute("aria-pressed", String(one === event.currentTarget)));
    choose(value);
  }}, words));
  return make("span", {class: "choice", role: "group", "aria-label": label}, buttons);
}

// Columns are {title, key, kind, show, bar, classOf}: rows have values by key; a bar is a share of 100.
function sortable(label, columns, rows, last, isShown = () => true) {
  const body = make("tbody"), heads = [];
  const cell = (column, row) => {
    const value = row[column.key];
    if (column.bar) return make("td", {class: "bars only-wide"}, column.bar(row) > 0 ? make("span", {class: "bar", style: `width:${column.bar(row).toFixed(1)}%`}) : null);
    return make(column.rowHead ? "th" : "td", {class: (column.kind ?? "") + " " + (column.classOf?.(row) ?? ""), scope: column.rowHead ? "row" : null},
      column.show ? column.show(value, row) : typeof value === "number" ? number(value) : value ?? "–");
  };
  const fill = () => body.replaceChildren(...[...rows, ...(last ?? [])].filter(isShown).map(row => make("tr", {}, columns.map(column => cell(column, row)))));
  const sort = (key, head) => {
    const down = head.getAttribute("aria-sort") !== "descending";
    const least = down ? -Infinity : Infinity;
    const of = row => row[key] ?? least;
    rows.sort((a, b) => { const x = of(a), y = of(b); return (x < y ? 1 : x > y ? -1 : 0) * (down ? 1 : -1); });
    heads.forEach(one => one.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    fill();
  };
  const head = make("tr", {}, columns.map(column => {
    const one = make("th", {class: (column.kind ?? "") + (column.bar ? " only-wide" : ""), scope: "col"});
    one.append(column.bar ? column.title : make("button", {type: "button", onclick: () => sort(column.key, one)}, column.title));
    heads.push(one);
    return one;
  }));
  fill();
  const node = wide(label, make("table", {}, make("thead", {}, head), body));
  node.refill = fill;  // when other rows are shown
  return node;
}
const facts = (label, rows) => wide(label, make("table", {}, make("tbody", {}, rows.map(([what, words]) =>
  make("tr", {}, make("th", {scope: "row"}, what), make("td", {}, words))))));

// Round numbers between the two limits.
function ticks(least, most, log, wanted) {
  const found = [];
  if (log) {
    for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); ++power)
      for (const digit of most / least > 300 ? [1] : most / least > 8 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7]) {
        const value = digit * Math.pow(10, power);
        if (value >= least && value <= most) found.push(value);
      }
    return found;
  }
  const rough = (most - least) / wanted, power = Math.pow(10, Math.floor(Math.log10(rough || 1)));
  const step = [1, 2, 5, 10].map(digit => digit * power).find(one => one >= rough) ?? power;
  for (let value = Math.ceil(least / step) * step; value <= most * 1.0001; value += step) found.push(value);
  return found;
}

// Sizes as steps over tests or seconds. `curves`: {name, points: [[tests, seconds, bytes]]}; the
// first point is at the beginning, the last at the end. `onJump` gets the index of a clicked point.
function sizeChart(curves, onJump) {
  const state = {log: true, time: false, at: null}, picture = make("div", {class: "chart"});
  const timed = curves.every(curve => curve.points.every(point => point[1] !== null));
  let width = 0, toX = null;
  const draw = () => {
    const w = Math.max(width || 900, 280), h = w < 560 ? 240 : 320, l = 76, b = 40, t = 12, r = 16;
    const value = point => state.time ? point[1] : point[0];
    const points = curves.flatMap(curve => curve.points);
    const last = Math.max(...points.map(value)) || 1, most = Math.max(2, ...points.map(point => point[2]));
    const smallest = Math.min(...points.map(point => point[2]));
    const least = state.log ? Math.max(1, Math.min(smallest, most / 2)) : 0;
    const scale = v => state.log ? Math.log(Math.max(v, least) / least) / Math.log(most / least) : v / most;
    const x = v => l + (w - l - r) * v / last, y = v => t + (h - t - b) * (1 - scale(v));
    toX = value;
    const unit = state.time ? "seconds" : "tests";
    const words = `Bytes of the best text over ${unit}: ` + curves.map(curve => `${curve.name ? curve.name + ", " : ""}from ` +
      `${number(curve.points[0][2])} to ${number(curve.points[curve.points.length - 1][2])} in ${state.time ?
        inSeconds(value(curve.points[curve.points.length - 1])) : plural(value(curve.points[curve.points.length - 1]), "test")}`).join("; ") + ".";
    const svg = make("svg", {viewBox: `0 0 ${w} ${h}`, role: "img", "aria-label": words, class: onJump ? "jump" : ""}, make("desc", {}, words));
    for (const v of ticks(least, most, state.log, 4)) svg.append(make("line", {x1: l, x2: w - r, y1: y(v), y2: y(v), class: "grid"}),
      make("text", {x: l - 8, y: y(v) + 4, "text-anchor": "end"}, number(v)));
    const across = ticks(0, last, false, Math.max(3, Math.floor(w / 150))).filter(v => state.time || Number.isInteger(v));
    for (const v of across) svg.append(make("line", {x1: x(v), x2: x(v), y1: h - b, y2: h - b + 5, class: "grid"}),
      make("text", {x: x(v), y: h - b + 19, "text-anchor": x(v) > w - 50 ? "end" : "middle"}, number(Number(v.toPrecision(6)))));
    svg.append(make("text", {x: (w + l) / 2, y: h - 4, "text-anchor": "middle"}, unit),
      make("text", {x: 12, y: (h - b) / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${(h - b) / 2})`}, "bytes"));
    curves.forEach((curve, i) => {
      let path = "", before = curve.points[0][2];
      for (const point of curve.points) {
        path += `${path ? "L" : "M"}${x(value(point)).toFixed(1)} ${y(before).toFixed(1)}V${y(point[2]).toFixed(1)}`;
        before = point[2];
      }
      svg.append(make("path", {d: path, class: "curve", style: `stroke:${colourOf(curve.colour ?? i)}`,
        "stroke-dasharray": curves.length > 1 ? dashOf(curve.colour ?? i) : null}, make("title", {}, curve.name || words)));
    });
    const point = state.at === null ? null : curves[0].points[state.at];
    if (point) svg.append(make("line", {x1: x(value(point)), x2: x(value(point)), y1: t, y2: h - b, class: "mark"}),
      make("circle", {cx: x(value(point)), cy: y(point[2]), r: 4.5, class: "dot"}));
    if (onJump) svg.addEventListener("click", event => {
      const box = svg.getBoundingClientRect(), at = ((event.clientX - box.left) * w / box.width - l) / (w - l - r) * last;
      const behind = curves[0].points.findIndex(one => value(one) > at);
      onJump(Math.max(0, (behind < 0 ? curves[0].points.length : behind) - 1));
    });
    picture.replaceChildren(svg);
  };
  const table = make("details", {class: "more controls"}, make("summary", {}, "The numbers as a table"));
  table.addEventListener("toggle", () => {
    if (!table.open || table.children.length > 1) return;
    const rows = curves.flatMap(curve => curve.points.map(point => ({name: curve.name, tests: point[0], time: point[1], bytes: point[2]})));
    const every = Math.max(1, Math.ceil(rows.length / 400));
    table.append(sortable("Sizes", [...(curves.length > 1 ? [{title: "run", key: "name"}] : []), {title: "tests", key: "tests", kind: "n"},
      ...(timed ? [{title: "seconds", key: "time", kind: "n", show: value => value.toFixed(2)}] : []), {title: "bytes", key: "bytes", kind: "n"}],
      rows.filter((row, i) => i % every === 0 || i === rows.length - 1)));
  });
  const legend = curves.length < 2 ? null : make("div", {class: "legend"}, curves.map((curve, i) => make("span", {},
    make("svg", {class: "key", viewBox: "0 0 26 8", "aria-hidden": "true"}, make("path", {d: "M0 4H26", class: "curve",
      style: `stroke:${colourOf(curve.colour ?? i)}`, "stroke-dasharray": dashOf(curve.colour ?? i)})), " " + curve.name)));
  const controls = make("div", {class: "row controls"},
    choice("Scale of sizes", [["logarithmic", true], ["linear", false]], true, value => { state.log = value; draw(); }),
    timed ? choice("Over", [["by tests", false], ["by seconds", true]], false, value => { state.time = value; draw(); }) : null);
  new ResizeObserver(entries => {
    const now = Math.round(entries[0].contentRect.width);
    // Wait for the next frame: if drawn at once, a long page's scroll bar would appear and
    // disappear within one frame.
    if (now > 0 && now !== width) requestAnimationFrame(() => { width = now; draw(); });
  }).observe(picture);
  draw();
  return {node: make("div", {}, controls, picture, legend, table), mark: at => { state.at = at; draw(); }};
}

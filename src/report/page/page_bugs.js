// Writes characters that are invisible, or change the direction of text, as escapes.
const plainly = text => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
  sign => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"));

// The bugs of grabr triage: a row a bug, with a search.
function bugsPage() {
  const triage = data.triage, all = triage.bugs.map(bug => ({...bug, signature: bug.signatures[0], files: bug.members.length,
    words: [bug.name, ...bug.signatures, bug.text, ...bug.members.map(member => member.file)].join("\n").toLowerCase()}));
  const most = Math.max(1, ...all.map(bug => bug.files));
  const detail = bug => make("details", {}, make("summary", {}, plainly(bug.signature) + (bug.new ? " (new)" : "")),
    bug.signatures.length > 1 ? make("p", {}, "Also: " + plainly(bug.signatures.slice(1).join("; "))) : null,
    bug.problem ? make("p", {class: "note"}, "Not reduced: " + bug.problem) : null,
    make("p", {class: "soft"}, `From ${plainly(bug.original)}, ${plural(bug.original_bytes, "byte")}, in ${plural(bug.tests, "test")}.`),
    make("ul", {}, bug.members.map(member => make("li", {}, plainly(member.file), make("span", {class: "soft"}, ` (${number(member.bytes)} bytes, by ${member.by})`)))));
  const link = (bug, file, words) => make("a", {href: encodeURIComponent(bug.name) + "/" + encodeURIComponent(file)}, words);
  const columns = [
    {title: "bug", key: "number", rowHead: true, show: (_, bug) => [link(bug, bug.smallest.split("/").pop(), bug.name), " ", bug.page ? link(bug, "why.html", "why") : null]},
    {title: "failure", key: "signature", kind: "words", show: (_, bug) => detail(bug)},
    {title: "smallest input", key: "bytes", kind: "words", show: (_, bug) => [make("code", {}, plainly(bug.text.slice(0, 120)) + (bug.text.length > 120 ? "…" : "")), make("div", {class: "soft"}, `${plural(bug.bytes, "byte")} of ${number(bug.original_bytes)}`)]},
    {title: "files", key: "files", kind: "n", show: count => [number(count), make("span", {class: "soft only-narrow"}, count === 1 ? " file" : " files")]},
    {title: "", key: "share", bar: bug => 100 * bug.files / most},
    {title: "first seen", key: "first_seen", show: words => words.slice(0, 10)}];
  const count = make("p", {class: "soft", role: "status"});
  let wanted = [];
  const isShown = bug => wanted.every(word => bug.words.includes(word)), table = sortable("Bugs", columns, all, [], isShown);
  table.classList.add("stacks");
  const find = words => {
    wanted = words.toLowerCase().split(/\s+/);
    const found = all.filter(isShown).length;
    count.textContent = found === all.length ? "" : `${found} of ${all.length}`;
    table.refill();
  };
  const search = make("input", {type: "search", class: "search", "aria-label": "Search", placeholder: "Search failures, inputs, files", oninput: event => find(event.currentTarget.value)});
  const kWords = {sometimes: "fail sometimes", passes: "do not fail", hangs: "do not end in time", "too-large": "are too large", folder: "are folders", empty: "are empty",
    unreadable: "cannot be read", unknown: "were not looked at"};
  const tiles = [tile(number(all.length), all.length === 1 ? "bug" : "bugs", "first"), tile(number(triage.files), triage.files === 1 ? "file" : "files"),
    tile(number(all.filter(bug => bug.new).length), "new bugs"), tile(number(triage.tests.all), "tests")];
  const others = triage.others.length === 0 ? null : ["others", "Other files", make("ul", {}, Object.keys(kWords).filter(word => triage.counts[word]).map(word =>
    make("li", {}, make("details", {}, make("summary", {}, `${triage.counts[word]} ${kWords[word]}`),
      make("ul", {}, triage.others.filter(one => one.word === word).map(one => make("li", {}, plainly(one.file))))))))];
  page("Bugs", triage.command.join(" "), [make("div", {class: "tiles"}, tiles),
    triage.complete ? null : make("p", {class: "note"}, "Not done yet" + (triage.reason ? ": " + triage.reason : "") + ". The same call goes on.")].filter(one => one),
  [["bugs", "All bugs", make("div", {class: "row controls"}, search, count), table], others]);
}


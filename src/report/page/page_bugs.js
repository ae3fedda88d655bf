// The bugs of grabr triage: one row per bug, with a search.
function bugsPage() {
  const triage = data.triage, all = triage.bugs.map(bug => ({...bug, signature: bug.signatures[0], files: bug.members.length,
    words: [bug.name, ...bug.signatures, bug.text, ...bug.members.map(member => member.file)].join("\n").toLowerCase()}));
  const most = Math.max(1, ...all.map(bug => bug.files));
  const detail = bug => make("details", {}, make("summary", {}, bug.signature + (bug.new ? " (new)" : "")),
    bug.signatures.length > 1 ? make("p", {}, "Also: " + bug.signatures.slice(1).join("; ")) : null,
    bug.problem ? make("p", {class: "note"}, "Not reduced: " + bug.problem) : null,
    make("p", {class: "soft"}, `From ${bug.original}, ${plural(bug.original_bytes, "byte")}, in ${plural(bug.tests, "test")}.`),
    make("ul", {}, bug.members.map(member => make("li", {}, member.file, make("span", {class: "soft"}, ` (${number(member.bytes)} bytes, by ${member.by})`)))));
  const link = (bug, file, words) => make("a", {href: encodeURIComponent(bug.name) + "/" + encodeURIComponent(file)}, words);
  const columns = [
    {title: "bug", key: "number", rowHead: true, show: (_, bug) => [link(bug, bug.smallest.split("/").pop(), bug.name), " ", bug.page ? link(bug, "why.html", "why") : null]},
    {title: "failure", key: "signature", kind: "words", show: (_, bug) => detail(bug)},
    {title: "smallest input", key: "bytes", kind: "words", show: (_, bug) => [make("code", {}, bug.text.length > 120 ? bug.text.slice(0, 120) + "…" : bug.text), make("div", {class: "soft"}, plural(bug.bytes, "byte"))]},
    {title: "files", key: "files", kind: "n"},
    {title: "", key: "share", bar: bug => 100 * bug.files / most},
    {title: "first seen", key: "first_seen", show: words => words.slice(0, 10)}];
  const box = make("div"), count = make("p", {class: "soft", role: "status"});
  const fill = wanted => {
    const found = all.filter(bug => wanted.toLowerCase().split(/\s+/).every(word => bug.words.includes(word)));
    box.replaceChildren(sortable("Bugs", columns, found));
    count.textContent = found.length === all.length ? "" : `${found.length} of ${all.length}`;
  };
  fill("");
  const search = make("input", {type: "search", "aria-label": "Search", placeholder: "Search failures, inputs, files", oninput: event => fill(event.currentTarget.value)});
  const kWords = {sometimes: "fail sometimes", passes: "do not fail", hangs: "do not end in time", "too-large": "are too large", folder: "are folders", empty: "are empty",
    unreadable: "cannot be read", unknown: "were not looked at"};
  const tiles = [tile(number(all.length), all.length === 1 ? "bug" : "bugs", "first"), tile(number(triage.files), "files"),
    tile(number(all.filter(bug => bug.new).length), "new bugs"), tile(number(triage.tests.all), "tests")];
  const others = triage.others.length === 0 ? null : ["others", "Other files", make("ul", {}, Object.keys(kWords).filter(word => triage.counts[word]).map(word =>
    make("li", {}, make("details", {}, make("summary", {}, `${triage.counts[word]} ${kWords[word]}`),
      make("ul", {}, triage.others.filter(one => one.word === word).map(one => make("li", {}, one.file)))))))];
  page("Bugs", triage.command.join(" "), [make("div", {class: "tiles"}, tiles),
    triage.complete ? null : make("p", {class: "note"}, "Not done yet" + (triage.reason ? ": " + triage.reason : "") + ". The same call goes on.")].filter(one => one),
  [["bugs", "All bugs", make("div", {class: "row controls"}, search, count), box], others]);
}


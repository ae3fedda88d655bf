#!/usr/bin/env python3
"""Checks the pages of grabr: their numbers are those of the report, the trace, the events, the tables and
what the terminal says; their data keeps to its schema; they need nothing from elsewhere; and in a real browser
they do what they offer: of a small run, of 5,000 and of 100,000 tests, of a comparison, of a batch. There has to
be Chromium for that, or it is left out, and said.

    check_page.py GRABR [--tests GRABR_TESTS] [--pictures FOLDER]

--tests makes the two large pages; --pictures keeps what the pages look like."""

import argparse
import base64
import csv
import hashlib
import html
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from support.browser import Browser, find_browser

TEST = "#!/bin/sh\ngrep -q 'keep</script>' \"$1\" && grep -q 'é' \"$1\"\n"
STRATEGY = "perses"
DATA = re.compile(r'id="grabr-data">(.*?)</script>', re.S)

# The lowest contrast between text of a page and its background.
CONTRAST = """(() => {
  const parsed = colour => { const c = colour.match(/[\\d.]+/g).map(Number); return [c[0], c[1], c[2], c[3] ?? 1]; };
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => { for (let one = node; one; one = one.parentElement) { const c = parsed(getComputedStyle(one).backgroundColor);
    if (c[3] > 0) return c; } return [255, 255, 255, 1]; };
  let least = [99, ""];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, owner = node.parentElement;
    if (!node.data.trim() || ["SCRIPT", "NOSCRIPT", "STYLE"].includes(owner.tagName) || !owner.getClientRects().length) continue;
    const style = getComputedStyle(owner), front = parsed(owner instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [light(front), light(behind(owner))].sort((x, y) => y - x), contrast = (a + 0.05) / (b + 0.05);
    if (contrast < least[0]) least = [contrast, owner.tagName + "." + owner.getAttribute("class") + ": " + node.data.trim().slice(0, 40)];
  }
  return least;
})()"""

# Finds what users of a screen reader or without a mouse would miss.
NAMELESS = """(() => {
  const said = [];
  const named = one => (one.getAttribute("aria-label") || one.textContent || "").trim();
  for (const one of document.querySelectorAll("button, input, a, summary, [role=img], [role=group], [role=region], pre[tabindex]"))
    if (!named(one)) said.push(one.outerHTML.slice(0, 80));
  for (const one of document.querySelectorAll("thead th")) if (one.scope !== "col") said.push("a head without scope");
  const ids = [...document.querySelectorAll("[id]")].map(one => one.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) said.push("twice: " + id);
  if (document.documentElement.lang !== "en" || document.querySelectorAll("h1").length !== 1) said.push("no language, or no title");
  return said;
})()"""


def expect(condition, words):
    if not condition:
        sys.exit(f"check_page: {words}")


def run(folder, *words, **environment):
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True,
                          env=dict(os.environ, **environment))
    expect(done.returncode == 0, f"{words}: status {done.returncode}\n{done.stderr}{done.stdout}")
    return done


def data_of(page):
    return json.loads(DATA.search(page).group(1))


def as_bytes(points):
    return points.encode("latin-1")


def problem(value, schema, root, place="data"):
    """Describes a violation of the schema, for the keywords that the schemas use here; None if
    there is none."""
    if "$ref" in schema:
        return problem(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, place)
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "null": type(None)}
    kind = schema.get("type")
    if kind and not any(isinstance(value, kinds[one]) and not isinstance(value, bool)
                        for one in (kind if isinstance(kind, list) else [kind])):
        return f"{place} is no {kind}"
    if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
        return f"{place} is {value!r}"
    if "minimum" in schema and isinstance(value, (int, float)) and value < schema["minimum"]:
        return f"{place} is {value}"
    for word, count in (("anyOf", None), ("oneOf", 1)):
        if word in schema:
            wrong = [problem(value, one, root, place) for one in schema[word]]
            good = wrong.count(None)
            if good == 0 or count and good != count:
                return f"{place} fits {good} of {word}: {wrong}"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                return f"{place} has no {name}"
        pairs = [(value[name], one, f"{place}.{name}") for name, one in schema.get("properties", {}).items() if name in value]
    elif isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return f"{place} has {len(value)} items"
        firsts = schema.get("prefixItems", [])
        pairs = [(one, firsts[i] if i < len(firsts) else schema.get("items", {}), f"{place}[{i}]")
                 for i, one in enumerate(value)]
    else:
        pairs = []
    return next((wrong for one in pairs if (wrong := problem(one[0], one[1], root, one[2]))), None)


def keep_to_schema(grabr, folder, name, values):
    schema = json.loads(run(folder, grabr, "report", "--schema", name).stdout)
    for value in values:
        wrong = problem(value, schema, schema)
        expect(wrong is None, f"not as the schema {name} has it: {wrong}")
    # Makes sure that the check can fail.
    expect(problem({}, schema, schema) is not None, f"the schema {name} allows anything")


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def check_page_numbers(folder, page):
    data = data_of(page)
    expect(len(data["runs"]) == 1, "not one run")
    one, report = data["runs"][0], json.loads((folder / "r.json").read_text())
    trace = lines_of(folder / "t.jsonl")
    kept = dict(report)
    del kept["neighbours"]
    expect(one["report"] == kept, "the report in the page is another one")
    searched = [test for test in trace if test["test"] > 0]
    expect(max(test["test"] for test in searched) == report["tests"]["committed"], "tests are not counted alike")
    result = (folder / "result.html").read_bytes()
    expect(as_bytes(one["result"]) == result, "another result")
    texts = []
    for step in one["steps"]:
        text = step.get("text")
        if text is None:
            text = "".join(texts[-1][piece[0]:piece[0] + piece[1]] + (piece[2] if len(piece) > 2 else "")
                           for piece in step["delta"])
        texts.append(text)
        expect(step["bytes"] == len(text), "a step has another size")
    expect(as_bytes(texts[0]) == (folder / "input.html").read_bytes(), "the first step is not the input")
    expect(as_bytes(texts[-1]) == result, "the last step is not the result")
    accepted = [test["bytes"] for test in searched if test.get("accepted")]
    expect([step["bytes"] for step in one["steps"][1:]] == accepted, "steps are not those of the trace")
    expect([point[2] for point in report["curve"]] == accepted, "the curve is not that of the trace")
    by_text = {}
    for test in trace:
        text = test["text"].encode() if "text" in test else base64.b64decode(test["base64"])
        by_text.setdefault(text, (test["outcome"], test["test"]))
    expect(len(one["neighbours"]) > 3, "no neighbours")
    for near in one["neighbours"]:
        begin, end = near["at"]
        text = result[:begin] + as_bytes(near["by"]) + result[end:]
        expect(by_text.get(text) == (near["outcome"], near.get("test")), f"a neighbour was not tested so: {near}")
    expect(hashlib.sha256(result).hexdigest() == report["output"]["sha256"], "the result has another hash")


def check_same_numbers(grabr, folder):
    """Compares one run in its report, trace, events, summary and page, and in a comparison in its
    table, CSV, JSON and page."""
    done = run(folder, grabr, "--fresh", "--strategy", STRATEGY, "--report", "r2.json", "--trace", "t2.jsonl", "--events",
               "e2.jsonl", "-o", "r2.html", "./t.sh", "input.html")
    report, trace, events = json.loads((folder / "r2.json").read_text()), lines_of(folder / "t2.jsonl"), lines_of(folder / "e2.jsonl")
    keep_to_schema(grabr, folder, "events", events)
    keep_to_schema(grabr, folder, "trace", trace)
    size, tokens, tests = report["output"]["bytes"], report["output"]["tokens"], report["tests"]["committed"]
    found = {"trace": (max(test["test"] for test in trace), min(test["bytes"] for test in trace if test.get("accepted"))),
             "trace by outcome": (sum(report["tests"][one] for one in ("fail", "pass", "unresolved")), size),
             "phases": (sum(phase["tests"] for phase in report["phases"]) - report["tests"]["preflight"], size),
             "events": (events[-1]["tests"], events[-1]["results"][0]["bytes"])}
    words = re.search(r"→ (\d+) bytes \([\d.]+%\), (\d+) tests, ", done.stderr.rsplit("input.html:", 1)[1])
    found["terminal"] = (int(words.group(2)), int(words.group(1)))
    run(folder, grabr, "report", "--html", "single.html", "r2.json")
    single = data_of((folder / "single.html").read_text())["runs"][0]
    found["page"] = (single["report"]["tests"]["committed"], len(as_bytes(single["result"])))
    compare = (grabr, "compare", "-q", "--strategies", STRATEGY)
    table = run(folder, *compare, "--html", "same.html", "./t.sh", "input.html").stdout
    row = next(line for line in table.splitlines() if line.startswith(STRATEGY)).split()
    head = table.splitlines()[0].split()
    of = dict(zip(head, row))
    found["table"] = (int(of["tests"]), int(of["bytes"]))
    rows = list(csv.DictReader(io.StringIO(run(folder, *compare, "--csv", "./t.sh", "input.html").stdout)))
    found["CSV"] = (int(rows[1]["tests"]), int(rows[1]["bytes"]))
    compared = json.loads(run(folder, *compare, "--json", "./t.sh", "input.html").stdout)["rows"][0]
    found["comparison"] = (compared["tests"], compared["bytes"])
    page = data_of((folder / "same.html").read_text())["runs"][0]
    found["its page"] = (page["report"]["tests"]["committed"], len(as_bytes(page["result"])))
    for where, numbers in found.items():
        expect(numbers == (tests, size), f"{where} says {numbers}, the report {(tests, size)}")
    expect(int(of["tokens"]) == int(rows[1]["tokens"]) == compared["tokens"] == page["report"]["output"]["tokens"] == tokens,
           "tokens are not counted alike")
    expect([point[2] for point in page["report"]["curve"]] == [point[2] for point in report["curve"]], "the curves differ")


def check_other_forms(grabr, folder):
    """A trace of differences contains the same as one of texts; a rejected start is reported in its
    events and report."""
    run(folder, grabr, "-q", "--report", "r3.json", "--trace", "t3.jsonl", "--trace-diffs", "-o", "result.html", "./t.sh", "input.html")
    whole, diffs = lines_of(folder / "t.jsonl"), lines_of(folder / "t3.jsonl")
    keep_to_schema(grabr, folder, "trace", diffs)
    same = ("test", "outcome", "bytes", "edit", "accepted")
    expect([[one.get(name) for name in same] for one in whole] == [[one.get(name) for name in same] for one in diffs],
           "the two traces are of different tests")
    expect(any("delta" in one for one in diffs) and all("seconds" in one for one in diffs), "no differences, or no times")
    pages = []
    for trace, report in (("t.jsonl", "r.json"), ("t3.jsonl", "r3.json")):
        run(folder, grabr, "report", "--html", "form.html", "--trace", trace, report)
        pages.append(data_of((folder / "form.html").read_text())["runs"][0])
    for name in ("result", "neighbours", "tree"):
        expect(pages[0][name] == pages[1][name], f"the pages of the two traces have different {name}")
    (folder / "never.sh").write_text("#!/bin/sh\nexit 1\n")
    (folder / "never.sh").chmod(0o755)
    refused = subprocess.run([str(grabr), "-q", "--report", "never.json", "--events", "never.jsonl", "./never.sh", "input.html"],
                             cwd=folder, capture_output=True, text=True)
    events, report = lines_of(folder / "never.jsonl"), json.loads((folder / "never.json").read_text())
    keep_to_schema(grabr, folder, "events", events)
    last = events[-1]
    expect(last["event"] == "refused" and last["exit"] == report["exit"] == refused.returncode == 3 and last["remedy"] and
           last["reason"].splitlines()[0] in report["reason"], f"refused otherwise: {last}, {report['reason']}")


def check_explained(grabr, folder):
    """If it is known which parts matter, the page shows the results of `explain`."""
    (folder / "explained").mkdir()
    for name in ("t.sh", "input.html"):
        shutil.copy(folder / name, folder / "explained")
    place = folder / "explained"
    run(place, grabr, "-q", "--strategy", STRATEGY, "./t.sh", "input.html")
    words = run(place, grabr, "explain", "-q", "--all", "--samples", "10", "--together", "20", "--json", "e.json").stdout
    explained = json.loads((place / "e.json").read_text())
    keep_to_schema(grabr, place, "explanation", [explained])
    run(place, grabr, "report", "--html", folder / "pages/explained.html", "input.html")
    shown = data_of((folder / "pages/explained.html").read_text())["runs"][0]["explanation"]
    expect(shown["parts"] == explained["parts"] and shown["together"] == explained["together"] and
           words.startswith(shown["abstraction"].rstrip("\n")), f"another explanation: {shown}")


def make_failure(grabr, folder):
    """The page of a failure that grabr can describe."""
    script = folder / "fails.sh"
    script.write_text('#!/bin/sh\ngrep -q "keep</script>" "$1" || exit 0\n'
                      'echo "input.html:3:1: fatal error: no <b>way</b> out" >&2; exit 1\n')
    script.chmod(0o755)
    run(folder, grabr, "-q", "--stderr", "fatal error", "-o", "failing.html", "./fails.sh", "input.html")
    run(folder, grabr, "report", "--html", "pages/failure.html", "failing.html")
    told = data_of((folder / "pages/failure.html").read_text())["runs"][0]["markdown"]
    pasted = run(folder, grabr, "show", "--markdown", "failing.html").stdout
    expect(told == pasted and "no <b>way</b> out" in told and "```html\n" in told, f"the page says {told!r}, show {pasted!r}")


def check_subject(browser, name, one):
    failure, size = one["report"].get("failure"), browser.run("document.title").rpartition(": ")[2]
    subject = "fatal error: no <b>way</b> out" if failure else one["report"]["input"]["path"].rpartition("/")[2]
    expect(browser.run("document.title") == browser.run("document.querySelector('h1').textContent") == f"{subject}: {size}" and
           re.fullmatch(r"[\d,]+ (lines?|bytes?) → [\d,]+", size), f"{name}: its title is {browser.run('document.title')!r}")
    if "markdown" in one:
        button = "document.querySelector('.copy button')"
        browser.click(button)
        expect(browser.comes(f"{button}.textContent === 'Copied'"), f"{name}: nothing is copied")


def check_alone(page):
    rest = page.replace("http://www.w3.org/2000/svg", "").replace(DATA.search(page).group(1), "")
    for word in ("http:", "https:", "src=", "@import", "url(", "<link rel=\"stylesheet"):
        expect(word not in rest, f"the page has {word}")


def check_looks(browser, url, keep, name):
    """Every page: no console output, self-contained, readable, light, dark, narrow and on paper."""
    for dark in (False, True):
        browser.open(url, dark=dark)
        expect(browser.run("document.documentElement.dataset.theme") == ("dark" if dark else "light"), "not as the system has it")
        contrast, where = browser.run(CONTRAST)
        expect(contrast >= 4.5, f"{name}: words can hardly be read ({contrast:.2f}, {'dark' if dark else 'light'}): {where}")
        keep(name + ("-dark" if dark else "-light"))
    missing = browser.run(NAMELESS)
    expect(not missing, f"{name}: without a name: {missing}")
    pdf = browser.pdf()
    expect(pdf.startswith(b"%PDF") and len(pdf) > 5000, f"{name}: no print")
    browser.open(url, width=390, height=844, touch=True)
    across = browser.run("[document.documentElement.scrollWidth, innerWidth]")
    expect(across[0] <= across[1], f"{name}: wider than a phone: {across}")
    keep(name + "-narrow")
    browser.open(url)


def be_quiet(browser, url, name):
    expect(not browser.console, f"{name}: the browser says {browser.console}")
    elsewhere = [one for one in browser.requests if one != url and not one.startswith("data:")]
    expect(not elsewhere, f"{name}: the page asks for {elsewhere}")


def switch_dark(browser, name):
    colour = "getComputedStyle(document.body).backgroundColor"
    before = browser.run(colour)
    browser.click("document.getElementById('theme')")
    expect(browser.run(colour) != before, f"{name}: no other colours")
    browser.click("document.getElementById('theme')")
    expect(browser.run(colour) == before, f"{name}: no way back")


def sort_by(browser, title, name):
    head = f"[...document.querySelectorAll('th button')].find(one => one.textContent === {title!r})"
    column = f"""(() => {{ const cell = {head}.closest("th"), i = [...cell.parentNode.children].indexOf(cell);
      return [cell.getAttribute("aria-sort"), [...cell.closest("table").querySelectorAll("tbody tr")]
        .map(row => Number(row.children[i].textContent.replace(/,/g, "")))]; }})()"""
    for order in ("descending", "ascending"):
        browser.click(head)
        said, numbers = browser.run(column)
        expect(said == order and numbers == sorted(numbers, reverse=order == "descending"),
               f"{name}: not sorted {order}: {said}, {numbers}")


def change_scale(browser, name):
    curve = "document.querySelector('svg .curve').getAttribute('d')"
    seen = [browser.run(curve)]
    for words in ("linear", "by seconds"):
        button = f"[...document.querySelectorAll('.choice button')].find(one => one.textContent === {words!r})"
        if browser.run(f"Boolean({button})"):
            browser.click(button)
            seen.append(browser.run(curve))
            expect(browser.run(f"{button}.getAttribute('aria-pressed')") == "true", f"{name}: {words} is not pressed")
    expect(len(set(seen)) == len(seen), f"{name}: scales look alike")


def slide(browser, name, result):
    slider, text = "document.querySelector('#steps ~ .row input[type=range]')", "document.querySelector('pre[aria-label^=\"The text of\"]')"
    last = browser.run(f"Number({slider}.max)")
    expect(browser.run(f"{text}.querySelectorAll('del, ins').length") > 0, f"{name}: nothing is marked as going")
    browser.drag(slider, 0.01, 0.55)
    middle = browser.run(f"Number({slider}.value)")
    expect(last < 2 or 0 < middle < last, f"{name}: the slider is at {middle} of {last}")
    expect(f"Step {middle:,} of {last:,}" in browser.run("document.querySelector('.step').textContent"), f"{name}: another step is named")
    browser.key("ArrowRight")
    expect(browser.run(f"Number({slider}.value)") == min(middle + 1, last), f"{name}: no step by key")
    browser.key("End")
    expect(browser.run(f"Number({slider}.value)") == last, f"{name}: not at the end")
    expect(browser.run(f"{text}.textContent") == result, f"{name}: the last step is not the result")
    browser.click("document.querySelector('button[aria-label=\"The step before\"]')")
    expect(browser.run(f"Number({slider}.value)") == last - 1, f"{name}: no step back")
    marks = browser.run("[...document.querySelectorAll('[aria-labelledby=both] mark')].map(one => one.textContent)")
    expect(marks and all(mark.strip() in result for mark in marks), f"{name}: {marks} are marked as left")
    browser.click("document.querySelector('svg.jump')")
    expect(browser.run("document.querySelectorAll('svg .dot').length") == 1, f"{name}: no step is marked in the curve")


def ask_why(browser, name):
    said = "document.querySelector('.said').textContent"
    words = []
    for i in range(min(4, browser.run("document.querySelectorAll('.result .token').length"))):
        browser.hover(f"document.querySelectorAll('.result .token')[{i}]")
        words.append(browser.run(said))
    expect(len(set(words)) > 1, f"{name}: all words stay for one reason: {words}")
    expect(any(re.search(r"deleting .*: does not fail, test \d", one) for one in words), f"{name}: no reason: {words}")
    expect(browser.run("document.querySelectorAll('.said > ul > li').length") <= 1, f"{name}: more than one reason is unfolded")
    browser.run("document.querySelector('.result .token[tabindex=\"0\"]').focus()")
    browser.key("Home")
    expect(browser.run(said) == words[0], f"{name}: Home does not lead to the first word")
    browser.key("ArrowRight")
    expect(browser.run(said) == words[1], f"{name}: no way by keys")
    expect(browser.run("document.querySelectorAll('.result .token[tabindex=\"0\"]').length") == 1, f"{name}: more than one stop for Tab")


def unfold(browser, name):
    count = "document.querySelectorAll('.tree details[open]').length"
    before = browser.run(count)
    browser.click("document.querySelector('.tree details:not([open]) > summary') ?? document.querySelector('.tree summary')")
    expect(browser.comes(f"{count} !== {before}"), f"{name}: nothing unfolds")
    for words, more in (("Unfold all", True), ("Fold all", False)):
        browser.click(f"[...document.querySelectorAll('button')].find(one => one.textContent === {words!r})")
        expect(browser.comes(f"({count} > 0) === {str(more).lower()}"), f"{name}: {words} does not")
    leaves = "[...document.querySelectorAll('.tree .leaf code')].map(one => one.textContent).join('')"
    text = browser.run(leaves)
    expect(text and text in re.sub(r"\s+", "", browser.run("document.querySelector('.result').textContent")) or " " in text,
           f"{name}: the tree has another text")


def read_parts(browser, name, explanation):
    section = "document.querySelector('[aria-labelledby=parts]')"
    expect(browser.run(f"{section}.querySelector('.abstraction').textContent") == explanation["abstraction"],
           f"{name}: another abstraction")
    rows = browser.run(f"[...{section}.querySelectorAll('tbody tr')].map(row => [...row.children].map(one => one.textContent))")
    wanted = [[str(part["tried"]), str(part["failed"]), part["description"]] for part in explanation["parts"]]
    expect([row[3:] for row in rows] == wanted, f"{name}: {rows} instead of {wanted}")
    together = explanation["together"]
    words = browser.run(f"{section}.textContent")
    expect(f"{together['failed']} of {together['tried']} texts" in words, f"{name}: all at once: {words}")
    sort_by(browser, "tried", name)
    free = next(part for part in explanation["parts"] if part["end"] > part["begin"])
    browser.run("document.querySelector('.result .token[tabindex=\"0\"]').focus()")
    browser.key("Home")
    for _ in range(browser.run("document.querySelectorAll('.result .token').length")):
        if free["description"] in browser.run("document.querySelector('.said').textContent"):
            return
        browser.key("ArrowRight")
    sys.exit(f"check_page: {name}: no word is said to be in the part {free}")


def check_run(browser, url, name, result, has_tree, explanation):
    ask_why(browser, name)
    if explanation:
        read_parts(browser, name, explanation)
    slide(browser, name, result)
    sort_by(browser, "tests", name)
    change_scale(browser, name)
    if has_tree:
        unfold(browser, name)
    switch_dark(browser, name)
    be_quiet(browser, url, name)


def check_comparison(browser, url, name):
    sort_by(browser, "bytes", name)
    change_scale(browser, name)
    expect(browser.run("document.querySelectorAll('svg .curve').length") >= 3, f"{name}: not a curve for each")
    expect(browser.run("document.querySelectorAll('.side pre').length") >= 3, f"{name}: not a result for each")
    browser.click("[...document.querySelectorAll('summary')].find(one => one.textContent === 'The numbers as a table')")
    expect(browser.comes("document.querySelectorAll('details.more table tbody tr').length > 3"), f"{name}: no numbers for a curve")
    switch_dark(browser, name)
    be_quiet(browser, url, name)


def check_turns(browser, url, name, data):
    tests = "[...document.querySelectorAll('h2')].find(one => one.id === {0!r}).parentNode.querySelectorAll('tbody tr')"
    expect(browser.run(f"{tests.format('files')}.length") == len(data["turns"]["parts"]), f"{name}: not a row for each file")
    expect(browser.run(f"{tests.format('rounds')}.length") == len(data["runs"]), f"{name}: not a row for each turn")
    said = browser.run("[...document.querySelectorAll('tbody tr')].filter(row => row.textContent.includes('gone')).length")
    expect(said == sum(part["bytes"][1] is None for part in data["turns"]["parts"]), f"{name}: {said} files are gone")
    sort_by(browser, "tests", name)
    change_scale(browser, name)
    browser.click("[...document.querySelectorAll('button.link')].find(one => one.textContent === 'page.html')")
    box = "[...document.querySelectorAll('details.run')].find(one => one.textContent.startsWith('page.html'))"
    expect(browser.comes(f"{box}.open && {box}.querySelector('input[type=range]') !== null"), f"{name}: a file does not open")
    text = f"{box}.querySelector('section pre').textContent"
    before = browser.run(text)
    browser.drag(f"{box}.querySelector('input[type=range]')", 0.01, 0.99)
    expect(browser.run(text) != before, f"{name}: no other step")
    expect("keep" in browser.run(f"{box}.querySelector('pre.result').textContent"), f"{name}: what is left of a file is not shown")
    switch_dark(browser, name)
    be_quiet(browser, url, name)


def check_batch(browser, url, name):
    cells = "[...document.querySelectorAll('tbody td.n')].map(one => one.textContent).join()"
    before = browser.run(cells)
    browser.click("[...document.querySelectorAll('.choice button')].find(one => one.textContent === 'tests')")
    expect(browser.run(cells) != before, f"{name}: tests are shown as tokens are")
    expect(browser.run("document.querySelectorAll('td.worse').length") == 1, f"{name}: what got worse is not marked")
    switch_dark(browser, name)
    be_quiet(browser, url, name)


def check_bugs(browser, url, name):
    """Nothing is beside the page or turned round, and a search leaves the order as it was sorted."""
    rows = "[...document.querySelectorAll('tbody tr')].map(row => row.querySelector('th a').textContent)"
    across = browser.run("(box => [box.scrollWidth, box.clientWidth])(document.querySelector('.wide'))")
    expect(across[0] <= across[1], f"{name}: the table is wider than its place: {across}")
    expect("\\u202e" in browser.run("document.querySelector('tbody').textContent"), f"{name}: a sign that turns text round is not shown")
    head = "[...document.querySelectorAll('th button')].find(one => one.textContent === 'smallest input')"
    browser.click(head)
    by_size = browser.run(rows)
    expect(len(by_size) == 3 and by_size[0].endswith("exit-4"), f"{name}: sorted as {by_size}")
    for words, count in (("exit", 3), ("EXIT-5", 1), ("", 3)):
        browser.run(f"(box => {{ box.value = {words!r}; box.dispatchEvent(new Event('input')); }})(document.querySelector('[type=search]'))")
        found = browser.run(rows)
        expect(len(found) == count and found == [row for row in by_size if row in found], f"{name}: {words!r}: {found}")
    be_quiet(browser, url, name)


def make_bugs(grabr, folder):
    crashes = folder / "crashes"
    crashes.mkdir()
    for name, text in (("one", "some \u202e text"), ("two", "x" * 300), ("three", "a short one")):
        (crashes / name).write_text(text + "\n")
    script = folder / "bugs.sh"
    script.write_text('#!/bin/sh\ngrep -q "$(printf \'\\342\\200\\256\')" "$1" && exit 3\ngrep -q xxxxx "$1" && [ $(wc -c <"$1") -gt 200 ] && exit 4\n'
                      'grep -q short "$1" && exit 5\nexit 0\n')
    script.chmod(0o755)
    found = subprocess.run([str(grabr), "triage", "-q", "crashes", "--", "./bugs.sh", "@@"], cwd=folder, capture_output=True, text=True)
    expect(found.returncode == 10, f"triage: {found}")
    shutil.copy(folder / "crashes.bugs" / "index.html", folder / "pages" / "bugs.html")


def check_in_browser(folder, pictures):
    browser = Browser(folder / "profile")

    def keep(name):
        if pictures:
            browser.screenshot(pathlib.Path(pictures) / f"{name}.png", whole=True)

    try:
        for name in sorted(path.stem for path in (folder / "pages").glob("*.html")):
            path = folder / "pages" / f"{name}.html"
            url, data = path.as_uri(), data_of(path.read_text())
            check_looks(browser, url, keep, name)
            if data["kind"] == "bench":
                check_batch(browser, url, name)
            elif data["kind"] == "bugs":
                check_bugs(browser, url, name)
            elif data["kind"] == "turns":
                check_turns(browser, url, name, data)
            elif len(data["runs"]) > 1:
                check_comparison(browser, url, name)
            else:
                one = data["runs"][0]
                check_subject(browser, name, one)
                check_run(browser, url, name, as_bytes(one["result"]).decode(), one["tree"] is not None,
                          one.get("explanation"))
    finally:
        browser.close()


def make_folder(grabr, folder):
    """A file that shrinks, one that is unchanged, one that is deleted, and a binary one."""
    project = folder / "project"
    (project / "sub<!--").mkdir(parents=True)
    (project / "page.html").write_text((folder / "input.html").read_text())
    (project / "sub<!--" / "stays.txt").write_text("here")
    (project / "gone.bin").write_bytes(b"\xff\xfe\x00")
    script = folder / "folder.sh"
    script.write_text("#!/bin/sh\ngrep -q 'keep</script>' page.html && grep -qx here sub*/stays.txt\n")
    script.chmod(0o755)
    run(folder, grabr, "-q", "./folder.sh", "project")
    run(folder, grabr, "report", "--html", "pages/folder.html", "project.reduced")


def make_batch(grabr, folder):
    for name in ("one", "two"):
        case = folder / "cases" / name
        case.mkdir(parents=True)
        (case / "input.html").write_text((folder / "input.html").read_text())
        script = case / "interesting.sh"
        script.write_text(TEST)
        script.chmod(0o755)
    run(folder, grabr, "bench", "-q", "--curve", "--strategies", f"{STRATEGY},auto", "cases")
    records = lines_of(folder / "bench.jsonl")
    records[0]["tests"] -= 1
    (folder / "old.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    worse = subprocess.run([str(grabr), "bench", "--against", "old.jsonl", "--html", "pages/batch.html", "bench.jsonl"], cwd=folder,
                           capture_output=True, text=True)
    expect(worse.returncode == 1 and "1 numbers worse" in worse.stdout, f"what got worse is not said: {worse}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grabr")
    parser.add_argument("--tests")
    parser.add_argument("--pictures")
    options = parser.parse_args()
    grabr = pathlib.Path(options.grabr).resolve()
    # A process of the browser may still be writing into its profile.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = pathlib.Path(folder)
        pages = folder / "pages"
        pages.mkdir()
        lines = [f"<p class=\"c{i}\">line {i}</p>" for i in range(60)]
        lines[40] = "<p>keep</script> and é</p>"
        (folder / "input.html").write_text("<!-- a page -->\n" + "\n".join(lines) + "\n")
        script = folder / "t.sh"
        script.write_text(TEST)
        script.chmod(0o755)
        run(folder, grabr, "-q", "--report", "r.json", "--trace", "t.jsonl", "-o", "result.html", "./t.sh", "input.html")
        run(folder, grabr, "report", "--html", pages / "small.html", "--svg", "curve.svg", "--trace", "t.jsonl", "r.json")
        check_page_numbers(folder, (pages / "small.html").read_text())
        check_same_numbers(grabr, folder)
        check_other_forms(grabr, folder)
        run(folder, grabr, "report", "--html", pages / "two-reports.html", "r.json", "r2.json", "r.json")
        run(folder, grabr, "compare", "-q", "--strategies", f"{STRATEGY},ddmin-2000:chars,auto", "--html", pages / "compared.html", "./t.sh",
            "input.html")
        make_batch(grabr, folder)
        make_folder(grabr, folder)
        make_bugs(grabr, folder)
        check_explained(grabr, folder)
        make_failure(grabr, folder)
        card, first = (folder / "curve.svg").read_text(), (folder / "result.html").read_text().split("\n")[0]
        expect(card.count("<polyline") == 1, "no curve")
        expect(f">{html.escape(first[:90], quote=False).replace('&gt;', '>')}" in card, f"the card lacks the result: {first}")
        if options.tests:
            run(folder, pathlib.Path(options.tests).resolve(), "--source-file=*/report/page_test.cc", GRABR_PAGES=str(pages))
            sizes = {name: (pages / f"{name}.html").stat().st_size for name in ("5000", "100000")}
            expect(sizes["5000"] < 1_000_000, f"too large: {sizes}")
            print("sizes:", sizes)
        keep_to_schema(grabr, folder, "page", [data_of(path.read_text()) for path in pages.glob("*.html")])
        for path in pages.glob("*.html"):
            check_alone(path.read_text())
        if not find_browser():
            print("numbers agree; left out: there is no browser (Debian package: chromium)")
            return 0
        check_in_browser(folder, options.pictures)
        print(f"numbers agree, and {len(list(pages.glob('*.html')))} pages work in a browser")
    return 0


if __name__ == "__main__":
    sys.exit(main())

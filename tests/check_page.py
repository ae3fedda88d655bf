#!/usr/bin/env python3
"""Checks the pages of `grabr report`: their numbers are those of the report and the trace, they need
nothing from elsewhere, and in a browser, where there is one, they do what they offer.

    check_page.py GRABR"""

import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TEST = "#!/bin/sh\ngrep -q 'keep</script>' \"$1\" && grep -q 'é' \"$1\"\n"
# What a reader does, and what is to be seen then.
ACTIONS = """
<script>
const seen = {};
const press = (node, type, more) => node.dispatchEvent(new Event(type, more));
window.addEventListener("load", () => {
  const slider = document.querySelector("input[type=range]");
  if (slider) {
    const text = () => slider.nextElementSibling.nextElementSibling.textContent;
    seen.first = text();
    slider.value = slider.max; press(slider, "input");
    seen.last = text();
    slider.value = 0; press(slider, "input");
    seen.marked = document.querySelectorAll("del").length;
    const token = document.querySelector(".token");
    token.focus(); seen.why = document.querySelector(".why").textContent;
    press(token, "mouseenter"); seen.pointed = document.querySelector(".why").textContent;
  }
  const head = [...document.querySelectorAll("th button")].find(one => one.textContent === "tests");
  const column = () => { const i = [...head.closest("tr").children].indexOf(head.parentNode);
    return [...head.closest("table").querySelectorAll("tbody tr")].map(row => Number(row.children[i].textContent.replace(/,/g, ""))); };
  head.click(); seen.down = column(); head.click(); seen.up = column();
  const curve = () => document.querySelector("svg polyline").getAttribute("points");
  seen.logarithmic = curve();
  [...document.querySelectorAll("button")].find(one => one.textContent === "logarithmic").click();
  seen.linear = curve();
  const colour = () => getComputedStyle(document.body).backgroundColor;
  seen.light = colour(); document.getElementById("theme").click(); seen.dark = colour();
  seen.requests = performance.getEntriesByType("resource").length;
  document.body.replaceChildren(Object.assign(document.createElement("pre"), {id: "seen", textContent: JSON.stringify(seen)}));
});
</script>
</body>"""


def expect(condition, words):
    if not condition:
        sys.exit(f"check_page: {words}")


def run(folder, *words):
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True)
    expect(done.returncode == 0, f"{words}: status {done.returncode}\n{done.stderr}")


def data_of(page):
    return json.loads(re.search(r'id="grabr-data">(.*?)</script>', page, re.S).group(1))


def as_bytes(points):
    return points.encode("latin-1")


def check_numbers(folder, page):
    data = data_of(page)
    expect(data["schema"] == "grabr-page-1" and len(data["runs"]) == 1, "another schema")
    one, report = data["runs"][0], json.loads((folder / "r.json").read_text())
    trace = [json.loads(line) for line in (folder / "t.jsonl").read_text().splitlines()]
    expect(one["report"] == report, "the report in the page is another one")
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
    by_text = {test["text"].encode(): test["outcome"] for test in trace if "text" in test}
    expect(len(one["neighbours"]) > 3, "no neighbours")
    for near in one["neighbours"]:
        begin, end = near["at"]
        text = result[:begin] + as_bytes(near["by"]) + result[end:]
        expect(by_text.get(text) == near["outcome"], f"a neighbour was not tested so: {near}")
    expect(hashlib.sha256(result).hexdigest() == report["output"]["sha256"], "the result has another hash")


def check_alone(page):
    rest = page.replace("http://www.w3.org/2000/svg", "").replace(re.search(
        r'id="grabr-data">(.*?)</script>', page, re.S).group(1), "")
    for word in ("http:", "https:", "src=", "@import", "url(", "<link"):
        expect(word not in rest, f"the page has {word}")


def seen_in(browser, folder, page):
    (folder / "acted.html").write_text(page.replace("</body>", "") .replace("</html>", "") + ACTIONS + "</html>")
    done = subprocess.run([browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
                           f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=3000", "--dump-dom",
                           (folder / "acted.html").as_uri()], capture_output=True, text=True, timeout=120)
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    expect(not said, f"the browser says {said}")
    found = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout, re.S)
    expect(found, f"the page does not end its script: {done.stdout[-500:]}")
    plain = found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return json.loads(plain)


def check_browser(browser, folder, page, compared):
    seen = seen_in(browser, folder, page)
    expect(seen["first"] == (folder / "input.html").read_text(), "the first step is not shown")
    expect(seen["last"] == (folder / "result.html").read_text(), "the last step is not shown")
    expect(seen["marked"] > 0, "nothing is marked as going")
    expect("(test " in seen["why"] and seen["why"] == seen["pointed"], f"no reason: {seen['why']}")
    for one in (seen, seen_in(browser, folder, compared)):
        expect(one["down"] == sorted(one["down"], reverse=True), "not sorted")
        expect(one["up"] == sorted(one["up"]), "not sorted the other way")
        expect(one["logarithmic"] != one["linear"], "one scale only")
        expect(one["light"] != one["dark"], "no dark page")
        expect(one["requests"] == 0, "the page asks for something")


def main():
    grabr = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        lines = [f"<p class=\"c{i}\">line {i}</p>" for i in range(60)]
        lines[40] = "<p>keep</script> and é</p>"
        (folder / "input.html").write_text("<!-- a page -->\n" + "\n".join(lines) + "\n")
        script = folder / "t.sh"
        script.write_text(TEST)
        script.chmod(0o755)
        run(folder, grabr, "-q", "--report", "r.json", "--trace", "t.jsonl", "-o", "result.html", "./t.sh", "input.html")
        run(folder, grabr, "-q", "--strategy", "ddmin-2000:lines", "--report", "r2.json", "-o", "r2.html", "./t.sh", "input.html")
        run(folder, grabr, "report", "--html", "page.html", "--svg", "curve.svg", "--trace", "t.jsonl", "r.json")
        run(folder, grabr, "report", "--html", "two.html", "r.json", "r2.json")
        page, compared = (folder / "page.html").read_text(), (folder / "two.html").read_text()
        expect("<polyline" in (folder / "curve.svg").read_text(), "no curve")
        expect(len(data_of(compared)["runs"]) == 2, "not two runs")
        for one in (page, compared):
            check_alone(one)
        check_numbers(folder, page)
        browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if not browser:
            print("numbers agree; left out: no browser")
            return 0
        check_browser(browser, folder, page, compared)
        print("numbers agree, and the page works in a browser")
    return 0


if __name__ == "__main__":
    sys.exit(main())

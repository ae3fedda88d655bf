"""A headless Chromium, driven over its DevTools protocol through a pipe: no port, no further package.

Every request that a page makes and every word on its console is kept: `requests`, `console`."""

import base64
import json
import os
import select
import shutil
import subprocess
import time

FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb",
         "--remote-debugging-pipe"]
PATIENCE_S = 120  # for one answer, on a busy machine


def find_browser():
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    def __init__(self, folder):
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()
        # The browser reads from descriptor 3 and writes to 4; both of our ends are moved to higher
        # numbers first.
        high = [os.dup(to_read), os.dup(to_write)]
        while min(high) < 10:
            high = [os.dup(one) for one in high]

        def place():
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(
            [find_browser(), *FLAGS, f"--user-data-dir={folder}", "about:blank"], preexec_fn=place, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for one in [to_read, to_write, *high]:
            os.close(one)
        self.number, self.rest, self.answers = 0, b"", {}
        self.requests, self.console, self.loaded = [], [], False
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    session = None

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        wanted = self.number
        self.read_until(lambda: wanted in self.answers, method)
        answer = self.answers.pop(wanted)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def read_until(self, is_there, what):
        end = time.monotonic() + PATIENCE_S
        while not is_there():
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.from_browser], [], [], left)[0]:
                raise RuntimeError(f"the browser does not answer: {what}")
            some = os.read(self.from_browser, 1 << 20)
            if not some:
                raise RuntimeError(f"the browser has ended: {what}")
            *messages, self.rest = (self.rest + some).split(b"\0")
            for message in messages:
                self.note(json.loads(message))

    def note(self, message):
        if "id" in message:
            self.answers[message["id"]] = message
            return
        method, facts = message["method"], message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(facts["request"]["url"])
        elif method == "Runtime.consoleAPICalled":
            self.console.append(str([one.get("value", one.get("description")) for one in facts["args"]]))
        elif method == "Runtime.exceptionThrown":
            self.console.append(str(facts["exceptionDetails"].get("exception", facts)))
        elif method == "Log.entryAdded":
            self.console.append(facts["entry"]["text"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def open(self, url, width=1280, height=900, dark=False, touch=False):
        self.requests, self.console, self.loaded = [], [], False
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])  # no half-way colours
        self.call("Page.navigate", url=url)
        self.read_until(lambda: self.loaded, f"loading {url}")

    def run(self, script):
        """The value of a JavaScript expression."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails'].get('exception')}")
        return result["result"].get("value")

    def comes(self, script):
        """Whether it becomes true: the effect of a click may take a moment."""
        end = time.monotonic() + PATIENCE_S
        while not (seen := self.run(f"Boolean({script})")) and time.monotonic() < end:
            time.sleep(0.02)
        return seen

    def centre(self, selector):
        """The centre of the first matching element, in the window."""
        found = self.run(f"(() => {{ const one = {selector}; if (!one) return null; one.scrollIntoView({{block: 'center'}});"
                         " const box = one.getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; })()")
        if not found:
            raise RuntimeError(f"nothing is there: {selector}")
        return found[0] + found[2] / 2, found[1] + found[3] / 2, found

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def hover(self, element):
        x, y, _ = self.centre(element)
        self.mouse("mouseMoved", x, y)

    def click(self, element):
        x, y, _ = self.centre(element)
        self.press_at(x, y)

    def press_at(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def drag(self, element, begin, end):
        """Drags from one share of its width to another."""
        _, y, (left, _, width, _) = self.centre(element)
        self.mouse("mouseMoved", left + begin * width, y)
        self.mouse("mousePressed", left + begin * width, y, button="left", clickCount=1)
        for i in range(1, 11):
            self.mouse("mouseMoved", left + (begin + (end - begin) * i / 10) * width, y, button="left", buttons=1)
        self.mouse("mouseReleased", left + end * width, y, button="left", clickCount=1)

    def key(self, name, code=None):
        text = {"Enter": "\r", " ": " "}.get(name)
        more = {"text": text} if text else {}
        number = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
                  "End": 35, "Home": 36}[name]
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=code or name, windowsVirtualKeyCode=number,
                      **(more if kind == "keyDown" else {}))

    def screenshot(self, path, whole=False):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(picture["data"]))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(timeout=PATIENCE_S)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)

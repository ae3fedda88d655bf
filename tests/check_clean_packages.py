#!/usr/bin/env python3
"""Tests each package in an empty Debian 12, without the sources, with only the additional packages
that the case needs. Prints a table of seconds and megabytes.

    check_clean_packages.py SOURCES ROOT [KIND...]

Makes the packages' files nowhere: `tools/package all` has. ROOT is an empty Debian, made here by
debootstrap if it is not there; each package gets a copy of it, as its commands run by chroot. It takes
root, the network and a few minutes, so it is no part of the tests; `tools/package --check` calls it.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

KINDS = ["deb", "tar", "static", "wheel"]
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root", "LC_ALL": "C.UTF-8",
               "DEBIAN_FRONTEND": "noninteractive"}
CLIENT = {"CMakeLists.txt": "cmake_minimum_required(VERSION 3.13)\nproject(client CXX)\n"
          "find_package(grabr 0.1 REQUIRED)\nadd_executable(client main.cc)\n"
          "target_link_libraries(client PRIVATE grabr::grabr)\n",
          "main.cc": "#include <grabr/grabr.hpp>\n#include <iostream>\nint main() {\n"
          "  const auto json = grabr::Grammar::load(\"json\").value();\n"
          "  std::cout << grabr::reduce(\"[1, 2, {\\\"bug\\\": 3}]\", json, [](std::string_view text) {\n"
          "    return text.find(\"bug\") != text.npos; }).text << '\\n';\n}\n",
          "main.c": "#include <grabr/grabr.h>\n#include <stdio.h>\n"
          "int main(void) { puts(grabr_version()); return 0; }\n"}
PYTHON = """
import subprocess, grabr
text = open("/work/input.c").read()
def crashes(candidate):
    done = subprocess.run(["gcc-12", "-x", "c", "-g", "-c", "-o", "/dev/null", "-"], input=candidate,
                          text=True, capture_output=True)
    return "internal compiler error: in gen_typedef_die" in done.stderr
result = grabr.reduce(text, crashes, "c", jobs=2)
print(result.text)
"""


def run(words, **options):
    done = subprocess.run(list(map(str, words)), text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"check_clean_packages: {words}: status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


class Root:
    def __init__(self, empty, place):
        self.path = place / "root"
        run(["cp", "-a", "--reflink=auto", empty, self.path])
        (self.path / "work").mkdir()
        run(["mount", "-t", "proc", "proc", self.path / "proc"])

    def close(self):
        subprocess.run(["umount", self.path / "proc"], check=False)

    def run(self, text):
        return run(["chroot", self.path, "sh", "-ec", f"cd /work; {text}"], env=ENVIRONMENT)

    def install(self, *packages):
        self.run(f"apt-get install -y --no-install-recommends {' '.join(packages)}")


def make_empty(path):
    sources = pathlib.Path("/etc/apt/sources.list.d/debian.sources")
    mirror = re.search(r"^URIs: (\S+)", sources.read_text(), re.M) if sources.exists() else None
    run(["debootstrap", "--variant=minbase", "bookworm", path, *(mirror.groups() if mirror else ())])


def prepare(empty):
    shutil.copy("/etc/resolv.conf", empty / "etc/resolv.conf")
    run(["chroot", empty, "apt-get", "update"], env=ENVIRONMENT)


def check_gcc_example(root):
    """The seconds that the example of a compiler's crash takes, with the compiler alone added."""
    began = time.monotonic()
    root.run("grabr ./test.sh input.c")
    taken = time.monotonic() - began
    result = (root.path / "work/input.reduced.c").read_text()
    if len(result) > 100 or "mode" not in result:
        sys.exit(f"check_clean_packages: the result is {result!r}")
    return taken


def check_library(root, flags):
    root.install("g++", "cmake", "make", "pkg-config")
    for name, text in CLIENT.items():
        (root.path / "work" / name).write_text(text)
    built = root.run(f"{flags} cmake -S . -B build >/dev/null; cmake --build build >/dev/null; ./build/client")
    plain = root.run(f"{flags} cc $({flags} pkg-config --cflags grabr) main.c $({flags} pkg-config --libs grabr) "
                     f"-o plain; {flags} ./plain")
    if "bug" not in built or not plain.startswith("0."):
        sys.exit(f"check_clean_packages: clients say {built!r}, {plain!r}")


def use(kind, file, root):
    """Installs a package and uses it; (seconds to install, seconds of the example, what else was used)."""
    shutil.copy(file, root.path / "work")
    name = file.name
    root.install("gcc-12")
    if kind == "wheel":
        root.install("python3", "python3-venv")
    began = time.monotonic()
    if kind == "deb":
        root.install(f"./{name}")
    elif kind == "tar":
        root.run(f"mkdir /opt/grabr; tar -xzf {name} -C /opt/grabr --strip-components=1")
        root.run("ln -s /opt/grabr/usr/bin/grabr /usr/local/bin/grabr")
    elif kind == "static":
        root.run("install grabr /usr/local/bin/grabr; rm grabr")
    else:
        root.run(f"python3 -m venv /opt/venv; /opt/venv/bin/pip install --no-index ./{name}")
        root.run("ln -s /opt/venv/bin/grabr /usr/local/bin/grabr")
    installed = time.monotonic() - began
    taken = check_gcc_example(root)
    more = "program"
    if kind == "deb":
        root.run("grabr grammars | grep -q systemverilog; test -e /usr/share/man/man1/grabr-reduce.1.gz || "
                 "test ! -e /usr/share/man/man1")
        check_library(root, "")
        root.install("python3")
        root.run("PYTHONPATH=/usr/share/grabr/python python3 -c 'import grabr; assert grabr.parse(\"[1]\", \"json\").text == \"[1]\"'")
        more += ", find_package, pkg-config, import grabr"
    elif kind == "tar":
        check_library(root, "CMAKE_PREFIX_PATH=/opt/grabr/usr PKG_CONFIG_PATH=/opt/grabr/usr/lib/pkgconfig "
                      "LD_LIBRARY_PATH=/opt/grabr/usr/lib")
        more += ", find_package, pkg-config"
    elif kind == "wheel":
        (root.path / "work/use.py").write_text(PYTHON)
        result = root.run("/opt/venv/bin/python use.py")
        if "mode" not in result:
            sys.exit(f"check_clean_packages: the module gives {result!r}")
        more += ", import grabr"
    return installed, taken, more


def main():
    sources, empty = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    packages = sources / "build/packages"
    patterns = {"deb": "*.deb", "tar": "*.tar.gz", "static": "grabr", "wheel": "*.whl"}
    if not (empty / "etc").exists():
        began = time.monotonic()
        make_empty(empty)
        print(f"debootstrap: {time.monotonic() - began:.0f} s")
    prepare(empty)
    print(f"{'package':<8} {'MB':>5} {'install s':>9} {'example s':>9}  used")
    for kind in sys.argv[3:] or KINDS:
        file, = packages.glob(patterns[kind])
        with tempfile.TemporaryDirectory(dir=empty.parent) as place:
            root = Root(empty, pathlib.Path(place))
            try:
                for name in ("test.sh", "input.c"):
                    shutil.copy(sources / "examples/gcc-ice" / name, root.path / "work")
                installed, taken, more = use(kind, file, root)
            finally:
                root.close()
        print(f"{kind:<8} {file.stat().st_size / 1e6:5.1f} {installed:9.1f} {taken:9.1f}  {more}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

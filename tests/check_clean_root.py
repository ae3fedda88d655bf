#!/usr/bin/env python3
"""Builds an independent CMake project with the library in a root that contains only the installed
tree, g++ and CMake.

    check_clean_root.py BUILD EXAMPLE

The root is made of the files of Debian's packages of these programs and of what they depend on; the
commands of EXAMPLE's README.md run in it by chroot. BUILD is a build folder that is up to date. Exit
status 77: this is no Debian, a package is not installed, or chroot is not allowed.
"""

import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile

import check_examples
import check_library

WANTED = ["g++", "cmake", "ninja-build", "dash", "coreutils"]
UNUSED = re.compile(r"/usr/share/(doc|man|info|locale|bash-completion|emacs|vim)/|/usr/lib/python3/")


def installed_packages():
    """Name -> (full name, alternatives of what it depends on); a provided name leads to its provider."""
    row = "${db:Status-Abbrev}\t${binary:Package}\t${Provides}\t${Pre-Depends}, ${Depends}\n"
    listed = subprocess.run(["dpkg-query", "-W", f"-f={row}"], text=True, capture_output=True, check=True)
    packages = {}
    for line in listed.stdout.splitlines():
        status, package, provided, needed = line.split("\t")
        if not status.startswith("ii"):
            continue
        needs = [[re.sub(r"\(.*?\)|:\w+", "", name).strip() for name in names.split("|")]
                 for names in needed.split(",")]
        for name in [package.split(":")[0], *re.sub(r"\(.*?\)", "", provided).split(",")]:
            packages.setdefault(name.strip(), (package, needs))
    return packages


def closure(names, packages):
    """The full names of these packages and of all that they need."""
    found, left = set(), list(names)
    while left:
        package, needs = packages[left.pop()]
        if package in found:
            continue
        found.add(package)
        for alternatives in needs:
            left += [name for name in alternatives if name in packages][:1]
    return found


def make_root(root, packages):
    """Copies the files of packages, and what a compiler expects of a system."""
    for name in ("bin", "sbin", "lib", "lib64"):
        if pathlib.Path("/", name).is_symlink():
            (root / "usr" / name).mkdir(parents=True, exist_ok=True)
            (root / name).symlink_to(f"usr/{name}")
    (root / "dev").mkdir()
    (root / "tmp").mkdir()
    os.mknod(root / "dev/null", 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    listed = subprocess.run(["dpkg-query", "-L", *packages], text=True, capture_output=True, check=True)
    for name in sorted(set(re.findall(r"^/.*", listed.stdout, re.MULTILINE))):
        path, copy = pathlib.Path(name), root / name[1:]
        if UNUSED.match(name) or os.path.lexists(copy) or not os.path.lexists(path):
            continue
        if path.is_dir() and not path.is_symlink():
            copy.mkdir(parents=True, exist_ok=True)
        else:
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy, follow_symlinks=False)


def main():
    build, example = sys.argv[1:]
    if not shutil.which("dpkg-query") or os.geteuid() != 0:
        print("left out: it takes Debian and root")
        return 77
    packages = installed_packages()
    missing = [name for name in WANTED if name not in packages]
    if missing:
        print(f"left out: {', '.join(missing)} not installed")
        return 77
    with tempfile.TemporaryDirectory() as place:
        root = pathlib.Path(place) / "root"
        root.mkdir()
        make_root(root, closure(WANTED, packages))
        shutil.copytree(check_library.installed(build, pathlib.Path(place)), root / "opt/grabr",
                        symlinks=True)
        environment = {"PATH": "/usr/bin:/bin:/usr/sbin", "CMAKE_PREFIX_PATH": "/opt/grabr", "CXX": "g++",
                       "CMAKE_GENERATOR": "Ninja", "TMPDIR": "/tmp"}
        headers = [name for name in ("boost", "nlohmann", "re2", "CLI", "xxhash.h")
                   if (root / "usr/include" / name).exists()]
        problem = check_examples.problem_of(pathlib.Path(example), environment, root)
    print(f"the root holds {', '.join(headers)}" if headers else problem or "as shown")
    return 1 if headers or problem else 0


if __name__ == "__main__":
    sys.exit(main())

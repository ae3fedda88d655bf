"""What the benchmark measures against, by package name and version, unpacked into one folder.

Everything comes through the ordinary clients (pip, npm) from wherever they are set up to look.
"""

import pathlib
import shutil
import subprocess
import sys
import tarfile

SOURCES = {  # folder: client, package, version, path inside of what is to be kept
    "tree-sitter": ("pip", "tree-sitter", "0.26.1", "tree_sitter/core"),
    "tree-sitter-c": ("pip", "tree-sitter-c", "0.24.2", ""),
    "tree-sitter-json": ("npm", "tree-sitter-json", "0.24.8", ""),
    "sqlite": ("npm", "better-sqlite3", "12.11.1", "deps/sqlite3"),
}
PYTHON_PACKAGES = {"lark": "1.3.1"}
NODE_PACKAGES = {"nearley": "2.20.1", "moo": "0.5.3"}


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"bench-parse: {' '.join(command)} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def fetch_source(folder, client, package, version, kept):
    """The files of a source package below `kept`, as `folder`."""
    scratch = folder.with_name(folder.name + ".part")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    if client == "pip":
        run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
            "--no-binary", ":all:", f"{package}=={version}", cwd=scratch)
    else:
        run("npm", "pack", "--silent", f"{package}@{version}", cwd=scratch)
    archive, = scratch.iterdir()
    with tarfile.open(archive) as files:
        files.extractall(scratch)
    archive.unlink()
    unpacked, = scratch.iterdir()
    (unpacked / kept).rename(folder)
    shutil.rmtree(scratch)


def fetch(cache: pathlib.Path):
    """Fills `cache` with what is not there yet; returns it."""
    for name, source in SOURCES.items():
        folder = cache / f"{name}-{source[2]}"
        if not folder.exists():
            print(f"fetching {source[1]} {source[2]}", file=sys.stderr)
            fetch_source(folder, *source)
    for name, version in PYTHON_PACKAGES.items():
        if not (cache / "python" / f"{name}-{version}.dist-info").exists():
            run(sys.executable, "-m", "pip", "install", "--quiet", "--upgrade", "--target",
                str(cache / "python"), f"{name}=={version}")
    wanted = [f"{name}@{version}" for name, version in NODE_PACKAGES.items()]
    stamp = cache / "node" / "-".join(wanted).replace("@", "-")
    if not stamp.exists():
        run("npm", "install", "--silent", "--ignore-scripts", "--no-save", "--prefix",
            str(cache / "node"), *wanted)
        stamp.touch()
    return cache


def folder_of(cache, name):
    return cache / f"{name}-{SOURCES[name][2]}"


def versions():
    """One line: every package with its version."""
    sources = [f"{package} {version}" for _, package, version, _ in SOURCES.values()]
    others = [f"{name} {version}" for name, version in {**PYTHON_PACKAGES, **NODE_PACKAGES}.items()]
    return ", ".join(sources + others)

"""Results as text: one table a case, ratios first."""

from cases import TITLES

HEAD = ("× first", "parser", "ms", "warm", "lexing", "MB/s", "Mtok/s", "B/token", "peak", "Minstr",
        "runs")


def number(value, digits=3):
    """A number with about `digits` significant digits, and separated thousands."""
    if value == 0:
        return "-"
    whole = max(1, len(str(int(abs(value)))))
    places = max(0, digits - whole) if abs(value) >= 1 else digits - 1 + leading_zeros(value)
    return f"{value:,.{min(places, 6)}f}"


def leading_zeros(value):
    zeros = 0
    while abs(value) < 0.1 and zeros < 6:
        value *= 10
        zeros += 1
    return zeros


def token_count(results):
    """Tokens of the case's input, as the first parser counts them that does: one denominator for
    all, as tree-sitter's leaves and ours are not quite the same."""
    return next((result.tokens for result in results.values() if result.tokens), 0)


def row(parser, result, first, tokens):
    if result.failure:
        return ["-", TITLES[parser], result.failure] + [""] * (len(HEAD) - 3)
    seconds = result.seconds
    return [number(seconds / first.seconds), TITLES[parser], number(1e3 * seconds),
            number(1e3 * result.warm_seconds), number(1e3 * result.lex_seconds),
            number(result.bytes / seconds / 1e6), number(tokens / seconds / 1e6),
            number(result.tree_bytes / tokens if tokens else 0),
            number(result.peak_bytes / tokens if tokens else 0),
            number(result.instructions / 1e6), str(result.runs)]


def first_of(results):
    return next((result for result in results.values() if not result.failure), None)


def case_rows(results):
    first = first_of(results)
    tokens = token_count(results)
    return [row(parser, result, first, tokens) for parser, result in results.items()]


def render(title, rows):
    """Columns as wide as their widest cell; the parser's name to the left, numbers to the right. A
    reason why there is no number runs over the columns that stay empty."""
    cells = [list(HEAD)] + rows
    widths = [max(len(line[at]) for line in cells if at < 2 or line[-1] != "")
              for at in range(len(HEAD))]
    lines = [title]
    for line in cells:
        if line[-1] == "":
            lines.append(f"  {line[0]:>{widths[0]}}  {line[1]:<{widths[1]}}  {line[2]}")
            continue
        shown = [cell.ljust(width) if at == 1 else cell.rjust(width)
                 for at, (cell, width) in enumerate(zip(line, widths))]
        lines.append(("  " + "  ".join(shown)).rstrip())
    return "\n".join(lines) + "\n"


def case_table(one, results):
    """Also if no parser succeeded: then it contains only the reasons."""
    first = first_of(results)
    tokens = token_count(results)
    size = ""
    if first:
        unit = "characters" if "json_chars" in one.grammar else "tokens"
        size = f"{first.bytes / 1e6:.2f} MB" if first.bytes >= 1e6 else f"{first.bytes / 1e3:.1f} kB"
        size = f": {size}" + (f", {tokens:,.0f} {unit}" if tokens else "")
    return render(f"{one.title} [{one.name}]{size}", case_rows(results))

"""The smallest function in which Python finds the same mistake as in this one."""
import warnings

import grabr

warnings.simplefilter("ignore")

SOURCE = '''\
def report(rows, limit):
    total = 0
    for row in rows:
        if row.amount > limit:
            yield row.name, row.amount
        total += await fetch(row)
    return total
'''


def mistake(text):
    try:
        compile(text, "report.py", "exec")
    except SyntaxError as error:
        return error.msg
    return None


wanted = mistake(SOURCE)
result = grabr.reduce(SOURCE, lambda text: mistake(text) == wanted, grammar="python")
print(f"{wanted!r}: {len(SOURCE)} -> {len(result.text)} bytes\n{result.text}")
tree = grabr.parse(result.text, "python")
print("tokens:", [node.text for node in tree.walk() if node.kind == "token" and node.text.strip()])
print("explained:", grabr.explain(result.text, lambda text: mistake(text) == wanted, "python"))

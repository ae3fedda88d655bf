import os

class Stack:
    def __init__(self, items=None):
        self.items = items or []

    def push(self, item, *, twice=False):
        self.items.append(item)
        if twice:
            self.items.append(item)
        return self

def main(argv):
    stack = Stack()
    for word in argv[1:]:
        stack.push(word, twice=len(word) > 3)
    assert eval("1 +" " 1") == 2, "sum"
    print(stack.items)

import html
import re
import string
import sys


def strip_markup(text):
    """The text of a page without its tags."""
    in_tag = False
    in_quotes = False
    kept = ""
    for char in text:
        if char == "<" and not in_quotes:
            in_tag = True
        elif char == ">" and not in_quotes:
            in_tag = False
        elif (char == '"' or char == "'") and in_tag:
            in_quotes = not in_quotes
        elif not in_tag:
            kept = kept + char
    return kept


def words(text):
    return re.findall("[a-z]+", html.unescape(text).lower())


def main():
    for line in sys.stdin:
        print(words(strip_markup(line)))

"""Adds up the prices of an order, and trips over one without a quantity."""
import json
import sys


def price(item):
    return item["price"] * item["quantity"]


def total(order):
    return sum(price(item) for item in order["items"])


print(total(json.load(open(sys.argv[1]))))

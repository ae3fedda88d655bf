#include "catalogue/language_detection.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace grabr;

TEST_CASE("content marks: the interpreter of a first line") {
  const std::pair<std::string, std::string> cases[] = {
      {"#!/bin/sh\necho\n", "sh"},
      {"#! /usr/bin/perl -w", "perl"},
      {"#!/usr/bin/env python3.11\n", "python3.11"},
      {"#!/usr/bin/env -S LANG=C deno run\n", "deno"},
      {"#!/usr/bin/env\n", ""},
      {"#!\r\n", ""},
      {"# !/bin/sh", ""},
      {"\n#!/bin/sh", ""},
      {"", ""}};
  for (const auto& one : cases) {
    CAPTURE(one.first);
    CHECK(interpreter_of(one.first) == one.second);
  }
  CHECK(without_version("python3.11") == "python");
  CHECK(without_version("guile-2.2") == "guile");
  CHECK(without_version("d8") == "d");
  CHECK(without_version("node") == "node");
  CHECK(without_version("7") == "7");
}

TEST_CASE("content marks: lines for editors") {
  const std::pair<std::string, std::string> cases[] = {
      {"// -*- C++ -*-\n", "c++"},
      {"#!/bin/x\n# -*- mode: Python; coding: utf-8 -*-\n", "python"},
      {"/* -*- coding: utf-8 -*- */", ""},
      {"\n\n-*- C -*-", ""},
      {"// vim: ft=cpp\n", "cpp"},
      {"a\nb\nc\nd\ne\nf\n# vim: set ts=4 filetype=Ruby : #\n\n", "ruby"},
      {"a\nb\nc\nd\ne\n# vim: ft=c\ng\nh\ni\nj\nk\n", ""},
      {"-*-", ""},
      {"", ""}};
  for (const auto& one : cases) {
    CAPTURE(one.first);
    CHECK(mode_of(one.first) == one.second);
  }
}

TEST_CASE("content marks: lines that have one") {
  const auto share = [](const char* text) {
    const MarkedLines found = count_marked_lines(table_of_any({"fn ", "end\\n"}), text);
    return std::to_string(found.marked) + "/" + std::to_string(found.lines);
  };
  CHECK(share("") == "0/0");
  CHECK(share("fn x\n\n  fn y\n \t\nfn\nend") == "3/4");
  CHECK(share("\xEF\xBB\xBF"
              "fn x fn y\r\nends\n") == "1/2");
}

TEST_CASE("content marks: the longest beginning") {
  CHECK(beginning_length(table_of_any({"<\\?xml", "<\\?[a-z]+ "}), " \n<?xml version") == 6);
  CHECK(beginning_length(table_of_any({"ab*"}),
                         "\xEF\xBB\xBF"
                         "abb") == 3);
  CHECK(beginning_length(table_of_any({"[^a]+"}),
                         "\xC3\xA9\xFF"
                         "a") == 3);
  CHECK(beginning_length(table_of_any({"b"}), "ab") == 0);
  CHECK(beginning_length(table_of_any({"("}), "(") == 0);
  CHECK(beginning_length(table_of_any({"a*"}), "") == 0);
  CHECK(beginning_length(table_of_any({}), "a") == 0);
}

#include "run/config/quantity_words.h"

#include <doctest/doctest.h>

using namespace grabr;

TEST_CASE("a size change in percent, or as a factor where percentages say nothing") {
  CHECK(size_change(26, 2) == "26 → 2 bytes (7.7%)");
  CHECK(size_change(5669, 57) == "5669 → 57 bytes (1.0%)");
  CHECK(size_change(2200000, 32) == "2200000 → 32 bytes (69000x smaller)");
  CHECK(size_change(1001, 10) == "1001 → 10 bytes (100x smaller)");
  CHECK(size_change(2345, 22) == "2345 → 22 bytes (110x smaller)");
  CHECK(size_change(100, 110) == "100 → 110 bytes (110.0%)");
  CHECK(size_change(10, 0) == "10 → 0 bytes (0.0%)");
  CHECK(size_change(0, 0) == "0 → 0 bytes (0.0%)");
}

TEST_CASE("numbers agree with nouns") {
  CHECK(so_many(0, "test") == "0 tests");
  CHECK(so_many(1, "test") == "1 test");
  CHECK(agreeing("delete 1 tokens") == "delete 1 token");
  CHECK(agreeing("delete 11 tokens") == "delete 11 tokens");
  CHECK(agreeing("replace f by a expression inside a use") ==
        "replace f by an expression inside a use");
  CHECK(agreeing("delete f and 1 tokens near it") == "delete f and 1 token near it");
}

TEST_CASE("sizes in words") {
  CHECK(size_text(1) == "1 byte");
  CHECK(size_text(713) == "713 bytes");
  CHECK(size_text(5669) == "5.7 kB");
  CHECK(size_text(57000) == "57 kB");
  CHECK(size_text(2200000) == "2.2 MB");
  CHECK(size_text(20000000) == "20 MB");
}

TEST_CASE("a short result is shown, unless it would do more to a terminal than be seen") {
  CHECK(shown_text("int x;\n") == "    int x;\n");
  CHECK(shown_text("a\n\tb") == "    a\n    \tb\n");
  CHECK(shown_text("\xc3\xa4") == "    \xc3\xa4\n");
  CHECK(shown_text("").empty());
  CHECK(shown_text(std::string(501, 'a')).empty());
  CHECK(shown_text("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n") != "");
  CHECK(shown_text("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n").empty());
  CHECK(shown_text("\x1b[31m").empty());
  CHECK(shown_text("a\rb").empty());
  CHECK(shown_text("a\xff").empty());
  CHECK(shown_text(std::string("a\0b", 3)).empty());
}

// A grammar's licence is recorded only if a file states it.
#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

struct Said {
  std::string head;  ///< beginning of the grammar file
  std::string wanted;
};

}  // namespace

TEST_CASE("an imported grammar has the licence that its files say, or none") {
  for (const Said& said : std::vector<Said>{
           {"/* SPDX-License-Identifier: MIT */", "MIT"},
           {"/*\n * SPDX-License-Identifier: (MIT OR Apache-2.0)\n */", "(MIT OR Apache-2.0)"},
           {"/* SPDX-License-Identifier: GPL-2.0-or-later WITH Bison-exception-2.2 */",
            "GPL-2.0-or-later WITH Bison-exception-2.2"},
           {"/* it has no SPDX-License-Identifier: MIT */", ""},
           {"/* SPDX-License-Identifier: see the other file */", ""},
           {"/* SPDX-License-Identifier: */", ""},
           {"/* SPDX-License-Identifier: MIT */\n/* SPDX-License-Identifier: GPL-3.0-or-later */",
            "MIT AND GPL-3.0-or-later"},
           {"/* SPDX-License-Identifier: MIT WITH evil */", ""},
           {"/* SPDX-License-Identifier: MIT WITH a-exception \" , \"x\" */", ""},
           {"/* MIT License */", ""},
           {"/* Tested on FreeBSD. Licence: proprietary */", ""},
           {"/* this is not under the MIT license */", ""},
           {"/* this is not under the\n * MIT License\n */", ""},
           {"/* Redistribution and use in source and binary forms is forbidden. */", ""},
           {"/* no public domain, no General Public License */", ""}}) {
    CAPTURE(said.head);
    const ImportedFile imported = import_text("a.ebnf", said.head + "\na ::= 'x' 'y'\n");
    CHECK(!imported.text.empty());
    CHECK(imported.license == said.wanted);
  }
}

TEST_CASE("the licence stands in the grammar, and is not there where it is not said") {
  check_written(import_text("a.ebnf", "/* SPDX-License-Identifier: ISC */ a ::= 'x'\n"),
                R"("license": "ISC")");
  CHECK(import_text("a.ebnf", "/* BSD */ a ::= 'x'\n").text.find("license") == std::string::npos);
}

}  // namespace grabr

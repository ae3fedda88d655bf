// A grammar's licence is recorded only if a file states it.
#include "import/import_sample.h"

namespace grabr {
namespace {

using namespace import_test;

struct Said {
  std::string head;     ///< beginning of the grammar file
  std::string license;  ///< the LICENSE file next to it; empty: none
  std::string wanted;
};

std::string license_of_import(const Said& said, const std::string& name = "LICENSE") {
  Files files = {{"d/a.ebnf", said.head + "\na ::= 'x' 'y'\n"}};
  if (!said.license.empty()) files["d/" + name] = said.license;
  const ImportedFile imported = import_files("d/a.ebnf", files);
  CHECK(!imported.text.empty());
  return imported.license;
}

}  // namespace

TEST_CASE("an imported grammar has the licence that its files say, or none") {
  const std::string isc =
      "Permission to use, copy, modify, and/or distribute this software for any purpose with or\n"
      "without fee is hereby granted, provided that the above copyright notice and this "
      "permission\n"
      "notice appear in all copies.\n\n"
      "THE SOFTWARE IS PROVIDED \"AS IS\" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO "
      "THIS\n"
      "SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT "
      "SHALL\n"
      "THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY\n"
      "DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF\n"
      "CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE "
      "OR\n"
      "PERFORMANCE OF THIS SOFTWARE.\n";
  for (const Said& said : std::vector<Said>{
           {"/* SPDX-License-Identifier: MIT */", "", "MIT"},
           {"/*\n * SPDX-License-Identifier: (MIT OR Apache-2.0)\n */", "", "(MIT OR Apache-2.0)"},
           {"/* SPDX-License-Identifier: GPL-2.0-or-later WITH Bison-exception-2.2 */", "",
            "GPL-2.0-or-later WITH Bison-exception-2.2"},
           {"/* SPDX-License-Identifier: BSD-3-Clause */", "MIT License\n", "BSD-3-Clause"},
           {"/* it has no SPDX-License-Identifier: MIT */", "", ""},
           {"/* SPDX-License-Identifier: see the other file */", "", ""},
           {"/* SPDX-License-Identifier: */", "", ""},
           {"/* SPDX-License-Identifier: MIT */\n/* SPDX-License-Identifier: GPL-3.0-or-later */",
            "", "MIT AND GPL-3.0-or-later"},
           {"/* SPDX-License-Identifier: MIT WITH evil */", "", ""},
           {"/* SPDX-License-Identifier: MIT WITH a-exception \" , \"x\" */", "", ""},
           {"/* MIT License */", "", ""},
           {"/* Tested on FreeBSD. Licence: proprietary */", "", ""},
           {"/* this is not under the MIT license */", "", ""},
           {"/* this is not under the\n * MIT License\n */", "", ""},
           {"/* Redistribution and use in source and binary forms is forbidden. */", "", ""},
           {"/* no public domain, no General Public License */", "", ""},
           {"", "ISC License\n\nCopyright (c) 2020 somebody\n\n" + isc, "ISC"},
           {"", "Copyright 2020 somebody\n" + isc, "ISC"},
           {"", "ISC License\n" + isc + "It is for good, not evil.\n", ""},
           {"", "Not to be sold.\n" + isc, ""},
           {"", "\n# The MIT License (MIT)\n", ""},
           {"", "   Apache License\n   Version 2.0, January 2004\n", "Apache-2.0"},
           {"", "Apache License\nVersion 1.1\n", ""},
           {"", "BSD 3-Clause License\n\nCopyright", ""},
           {"", "GNU GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007\n", "GPL-3.0"},
           {"", "Mozilla Public License Version 2.0\n=====\n", "MPL-2.0"},
           {"", "All rights reserved. This is not the MIT License\n", ""},
           {"", "Copyright (c) somebody\n\nMIT License\n", ""}}) {
    CAPTURE(said.head);
    CAPTURE(said.license);
    CHECK(license_of_import(said) == said.wanted);
  }
  CHECK(license_of_import({"", isc, ""}, "COPYING") == "ISC");
  CHECK(license_of_import({"", isc, ""}, "LICENSE.of.another") == "");
}

TEST_CASE("the licence stands in the grammar, and is not there where it is not said") {
  check_written(import_text("a.ebnf", "/* SPDX-License-Identifier: ISC */ a ::= 'x'\n"),
                R"("license": "ISC")");
  CHECK(import_text("a.ebnf", "/* BSD */ a ::= 'x'\n").text.find("license") == std::string::npos);
}

}  // namespace grabr

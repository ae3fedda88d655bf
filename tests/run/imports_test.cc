#include "run/files/imports.h"

#include <doctest/doctest.h>

#include "oracle/test/listing.h"
#include "run/several/applied_merge.h"
#include "run/several/folder_files.h"
#include "run/several/folder_imports.h"
#include "temporary_folder.h"
#include "text/file.h"

using namespace grabr;

namespace {

std::vector<std::string> names_in(std::string_view text, const std::vector<std::string>& forms) {
  std::vector<std::string> names;
  for (const ImportLine& line : find_imports(text, forms)) names.push_back(line.name);
  return names;
}

}  // namespace

TEST_CASE("lines that import a file are found by their forms") {
  using Names = std::vector<std::string>;
  CHECK(names_in("int a;\n\t# include\"a/b.h\" // why\n#include <c.h>\n#include \"d.h\"\n",
                 imports_of_c()) == Names{"a/b.h", "d.h"});
  CHECK(names_in("#include \"\"\n#include \"a b\"\n#include \"a\n", imports_of_c()).empty());
  CHECK(names_in("import \"a\";\nimport \"b\"\nimport\"c\" ;\n", {"import \"@\" ;"}) ==
        Names{"a", "c"});
  CHECK(names_in(". ./a.sh\n. b c\n  . d \n", {". @"}) == Names{"./a.sh", "d"});
}

TEST_CASE("files that import one another are put together") {
  const TemporaryFolder shop;
  for (const char* folder : {"p/src", "p/include/k"}) {
    std::filesystem::create_directories(shop.path() / folder);
  }
  shop.write("p/src/a.c", "#include \"x.h\"\n#include \"y.h\"\nint a;\n");
  shop.write("p/include/k/x.h", "#include \"y.h\"\nint x;\n");
  shop.write("p/include/k/y.h", "int y;\n");
  shop.write("p/src/b.c", "int b;\n");
  FolderImports imports("c");
  const std::vector<std::string> names = {"include/k/x.h", "include/k/y.h", "src/a.c", "src/b.c"};
  imports.read(shop.path() / "p", names);

  SUBCASE("all at once, each of them in a text once") {
    const auto merge = imports.all();
    REQUIRE(merge);
    CHECK(merge->gone == std::vector<std::string>{"include/k/x.h", "include/k/y.h"});
    REQUIRE(merge->texts.size() == 1);
    CHECK(merge->texts.at("src/a.c") == "int y;\nint x;\n\nint a;\n");
  }
  SUBCASE("one by one, where a single line names a file") {
    const auto merges = imports.single();
    REQUIRE(merges.size() == 1);
    CHECK(merges[0].first == "include/k/x.h");
    CHECK(merges[0].second.texts.at("src/a.c") ==
          "#include \"y.h\"\nint x;\n#include \"y.h\"\nint a;\n");
  }
  SUBCASE("not where the texts would become larger") {
    shop.write("p/src/b.c", "#include \"x.h\"\nint b;\n");
    shop.write("p/include/k/x.h", std::string(100, ' '));
    imports.read(shop.path() / "p", names);
    CHECK(!imports.all());
  }
  SUBCASE("a circle ends") {
    shop.write("p/include/k/y.h", "#include \"x.h\"\nint y;\n");
    imports.read(shop.path() / "p", names);
    const auto merge = imports.all();
    REQUIRE(merge);
    CHECK(merge->texts.at("src/a.c") == "\nint y;\nint x;\n\nint a;\n");
  }
  SUBCASE("without imports there is nothing to put together") {
    imports.read(shop.path() / "p", {"src/b.c"});
    CHECK(!imports.all());
    CHECK(imports.single().empty());
  }
}

TEST_CASE("a merge touches the files that it names, and is undone unless it is kept") {
  const TemporaryFolder shop;
  const std::filesystem::path folder = shop.path() / "p";
  std::filesystem::create_directories(folder / "include/k");
  shop.program("p/a.c", "#include \"x.h\"\n");
  shop.write("p/other.c", "int other;\n");
  shop.write("p/include/k/x.h", "int x;\n");
  std::filesystem::permissions(folder / "include", std::filesystem::perms(0700));
  const std::string before = hash_of_folder(folder);
  const auto other = std::filesystem::last_write_time(folder / "other.c");
  const Merge merge{{{"a.c", "int x;\n"}}, {"include/k/x.h"}};
  for (const bool keeps : {false, true}) {
    CAPTURE(keeps);
    {
      AppliedMerge applied(folder, merge, shop.path() / "aside");
      CHECK(names_below(folder) == std::vector<std::string>{"a.c", "other.c"});
      CHECK(read_file(folder / "a.c") == "int x;\n");
      if (keeps) applied.keep();
    }
    CHECK((hash_of_folder(folder) == before) != keeps);
    CHECK(std::filesystem::exists(folder / "include") != keeps);
    CHECK(std::filesystem::last_write_time(folder / "other.c") == other);
    CHECK(!std::filesystem::exists(shop.path() / "aside"));
    const auto mode = std::filesystem::status(folder / "a.c").permissions();
    CHECK(mode == std::filesystem::perms(0755));
    if (keeps) continue;
    CHECK(std::filesystem::status(folder / "include").permissions() ==
          std::filesystem::perms(0700));
  }
  // If the second file is missing, the first one is unchanged.
  const std::string now = hash_of_folder(folder);
  CHECK_THROWS(AppliedMerge(folder, {{{"a.c", "y"}, {"gone.c", ""}}, {}}, shop.path() / "aside"));
  CHECK(hash_of_folder(folder) == now);
}

TEST_CASE("a file that has gone has no bytes, and neither has a link") {
  const TemporaryFolder shop;
  shop.write("a", "12345");
  std::filesystem::create_symlink("a", shop.path() / "link");
  const run::Input input;
  const FolderFiles files(shop.path(), input);
  CHECK(files.bytes_of("a") == 5);
  CHECK(files.bytes_of("link") == 0);
  CHECK(files.bytes_of("gone") == 0);
  CHECK(files.bytes() == 5);
}

#include "import/origin.h"

#include "text/lower_case.h"

namespace grabr {

std::string license_in(std::string_view text) {
  const std::string head = lower_case(std::string(text.substr(0, 4000)));
  const auto says = [&](const char* word) { return head.find(word) != head.npos; };
  if (says("mit license") || says("mit licence") ||
      says("permission is hereby granted, free of charge")) {
    return "MIT";
  }
  if (says("apache license")) return "Apache-2.0";
  if (says("bsd") || says("redistribution and use in source and binary forms")) return "BSD";
  if (says("mozilla public")) return "MPL-2.0";
  if (says("eclipse public")) return "EPL";
  if (says("lesser general public")) return "LGPL";
  if (says("general public license")) return "GPL";
  if (says("public domain")) return "public domain";
  return "";
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? "" : path.substr(0, slash + 1);
}

std::string stem_of(const std::string& path) {
  const std::string name = path.substr(folder_of(path).size());
  return name.substr(0, name.rfind('.'));
}

std::string origin_of(const std::vector<Source>& sources, const std::string& notation) {
  std::string files;
  for (const Source& source : sources) {
    files += (files.empty() ? "imported from " : ", ") +
             source.name().substr(folder_of(source.name()).size());
  }
  return files + " (" + notation + ")";
}

}  // namespace grabr

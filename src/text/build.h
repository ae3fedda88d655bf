// Facts about the build: the program's version, and the source and build folders.
#pragma once

namespace grabr {

const char* build_version();
const char* build_folder();
/// The folder of grammars in the source tree.
const char* build_grammars();

}  // namespace grabr

// What the build knows of the program: its version, and the folders it was made from and in.
#pragma once

namespace grabr {

const char* build_version();
const char* build_folder();
/// The grammars beside the sources.
const char* build_grammars();

}  // namespace grabr

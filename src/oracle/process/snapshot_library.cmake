# Writes OUTPUT, a C++ file with the bytes of LIBRARY; of none, if it is empty.
#
#     cmake -DLIBRARY=libgrabr_snapshot.so -DOUTPUT=snapshot_library.cc -P snapshot_library.cmake
set(bytes "")
if(LIBRARY)
  file(READ ${LIBRARY} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
endif()
file(WRITE ${OUTPUT} "// Made by src/oracle/process/snapshot_library.cmake.
#include \"oracle/process/snapshots.h\"

namespace grabr {
namespace {

const unsigned char kBytes[] = {${bytes} 0};

}  // namespace

const std::string_view kSnapshotLibrary(reinterpret_cast<const char*>(kBytes), sizeof kBytes - 1);

}  // namespace grabr
")

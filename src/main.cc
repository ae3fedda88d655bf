#include "cli/program.h"

int main(int argc, char** argv) { return grabr::run_program(argc, argv); }

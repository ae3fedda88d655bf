cmake_minimum_required(VERSION 3.20)
project(demo LANGUAGES CXX)

add_executable(demo main.cc)
if(WIN32)
  target_compile_definitions(demo PRIVATE ON_WINDOWS=1)
endif()

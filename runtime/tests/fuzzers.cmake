# SPDX-License-Identifier: Apache-2.0
# libFuzzer comes with clang. A fuzzer compiles the sources that it tests itself, so that they are instrumented.
find_program(CLANG clang)

# wd_fuzzer(NAME SOURCES... SEEDS COMMAND...): the target NAME_fuzz of NAME_fuzz.c and the sources, and a test that runs
# it for seconds, from the inputs in NAME_corpus/ and those that the command writes into the folder that is its last word
function(wd_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 FUZZ "" "" "SOURCES;SEEDS;LINK")
  if(NOT CLANG)
    return()
  endif()
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${name}_fuzz)
  file(GLOB headers ../../src/*/*.h)
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${CLANG} -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
            -I../../include -I../../src ${name}_fuzz.c ${FUZZ_SOURCES} ${FUZZ_LINK} -o ${program}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    DEPENDS ${name}_fuzz.c ${FUZZ_SOURCES} ${headers})
  add_custom_target(${name}_fuzz ALL DEPENDS ${program})
  add_test(NAME ${name}_fuzz COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/../fuzz.sh ${program}
                                     ${CMAKE_CURRENT_SOURCE_DIR}/${name}_corpus ${FUZZ_SEEDS})
  # the longest begin first, so that none is left to run alone at the end
  set_tests_properties(${name}_fuzz PROPERTIES COST 10)
endfunction()

/* SPDX-License-Identifier: Apache-2.0 */
/* A library for code_files_test, whose build-id is chosen in CMakeLists.txt. */
int code_files_library(int x)
{
    return x * 41 + 1;
}

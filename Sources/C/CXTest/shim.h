// XTEST: real input for end-to-end tests; XFIXES: the pointer's image; and a glibc call that
// Swift's module lacks.
#pragma once
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xfixes.h>
#include <spawn.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);

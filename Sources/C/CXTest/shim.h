// XTEST: real input for the end-to-end tests; XFIXES: what the pointer looks like; and a call of glibc that Swift's module leaves out.
#pragma once
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xfixes.h>
#include <spawn.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);

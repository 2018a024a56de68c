// XTEST: real input for the end-to-end tests; and a call of glibc that Swift's module leaves out.
#pragma once
#include <X11/extensions/XTest.h>
#include <spawn.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);

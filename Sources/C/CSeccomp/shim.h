// libseccomp: compiles the decoders' allow-list of system calls.
#pragma once
#include <seccomp.h>

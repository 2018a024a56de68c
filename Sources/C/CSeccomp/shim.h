// libseccomp: the system-call allow-list of the decoder processes.
#pragma once
#include <seccomp.h>

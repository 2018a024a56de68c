// XTEST: real input for the end-to-end tests.
#pragma once
#include <X11/extensions/XTest.h>

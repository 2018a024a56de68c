// giflib, only for its decoder.
#pragma once
#include <gif_lib.h>

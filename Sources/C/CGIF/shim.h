// giflib, in its decoder only.
#pragma once
#include <gif_lib.h>

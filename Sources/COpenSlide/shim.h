// OpenSlide, in its decoder.
#pragma once
#include <openslide.h>

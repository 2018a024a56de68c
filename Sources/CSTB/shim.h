// stb_image, in the decoder of Radiance's pictures only.
#pragma once
#include <stb/stb_image.h>

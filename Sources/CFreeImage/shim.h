// FreeImage, in its decoder only.
#pragma once
#include <FreeImage.h>

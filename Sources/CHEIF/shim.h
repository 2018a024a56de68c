// libheif, in its decoder only.
#pragma once
#include <libheif/heif.h>

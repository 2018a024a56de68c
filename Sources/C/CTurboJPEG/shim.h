// libturbojpeg: lossless transforms of JPEG pictures.
#pragma once
#include <turbojpeg.h>

// Little CMS 2: ICC profiles, in the decoder processes only.
#pragma once
#include <lcms2.h>

// Little CMS 2: ICC profiles, only for the decoder processes.
#pragma once
#include <lcms2.h>

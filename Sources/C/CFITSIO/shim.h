// cfitsio, in its decoder; how it is handed files of another kind stands in its inner header.
#pragma once
#include <fitsio.h>
#include <fitsio2.h>

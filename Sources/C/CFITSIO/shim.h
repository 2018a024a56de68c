// cfitsio, for its decoder; the interface for custom drivers is in its internal header.
#pragma once
#include <fitsio.h>
#include <fitsio2.h>

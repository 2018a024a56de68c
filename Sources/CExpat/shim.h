// Expat, in the process that reads descriptions of tiles.
#pragma once
#include <expat.h>

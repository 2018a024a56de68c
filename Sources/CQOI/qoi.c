#define QOI_IMPLEMENTATION
#include "CQOI.h"

// QOI's library, which is a header: it is compiled here.
#pragma once
#define QOI_NO_STDIO
#include <qoi.h>

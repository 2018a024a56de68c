// DjVuLibre, only for its decoder. It is under the GPL, so nothing else links it.
#pragma once
#include <libdjvu/ddjvuapi.h>

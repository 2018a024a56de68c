// DjVuLibre, in its decoder only. It is under the GPL, which is why nothing else is linked with it.
#pragma once
#include <libdjvu/ddjvuapi.h>

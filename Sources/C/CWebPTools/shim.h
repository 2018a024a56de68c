// libwebp's own way with animations: what the tests hold the decoder to.
#pragma once
#include <webp/demux.h>

// libwebp's animation decoder, with which tests compare ours.
#pragma once
#include <webp/demux.h>

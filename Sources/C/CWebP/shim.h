// libwebp: its decoder, and for tests its encoder.
#pragma once
#include <webp/decode.h>
#include <webp/encode.h>

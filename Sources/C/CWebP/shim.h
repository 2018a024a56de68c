// libwebp: its decoder, and its encoder for tests.
#pragma once
#include <webp/decode.h>
#include <webp/encode.h>

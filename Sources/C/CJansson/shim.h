// Jansson, for the process that reads descriptions of tiles.
#pragma once
#include <jansson.h>

// Macros, or functions that count references.
static inline int fresnel_json_type(const json_t *value) { return (int)json_typeof(value); }
static inline void fresnel_json_release(json_t *value) { json_decref(value); }

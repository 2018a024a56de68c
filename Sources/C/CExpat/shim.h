// Expat, for the process that reads descriptions of tiles.
#pragma once
#include <expat.h>
#include <string.h>

// Salts a parser's hash tables; call it before parsing. From 2.8 on expat takes sixteen bytes.
static inline void fresnel_expat_salt(XML_Parser parser, unsigned long salt) {
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 8)
  unsigned char bytes[16] = {0};
  memcpy(bytes, &salt, sizeof salt);
  memcpy(bytes + 16 - sizeof salt, &salt, sizeof salt);
  XML_SetHashSalt16Bytes(parser, bytes);
#else
  XML_SetHashSalt(parser, salt);
#endif
}

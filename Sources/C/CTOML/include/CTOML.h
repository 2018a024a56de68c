// TOML as toml++ reads it, in C: the entries of a document's root, with their lines.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What kind of value an entry has; dates and times are `other`.
enum fresnel_toml_kind {
  fresnel_toml_boolean,
  fresnel_toml_integer,
  fresnel_toml_real,
  fresnel_toml_string,
  fresnel_toml_array,
  fresnel_toml_table,
  fresnel_toml_other,
};

// An entry, or the text of an error; its pointers live as long as the document. Names and texts are
// UTF-8 of so many bytes, and may hold zero bytes.
struct fresnel_toml_entry {
  enum fresnel_toml_kind kind;
  // The line on which the value begins, from 1.
  uint32_t line;
  const char *name;
  size_t name_length;
  // A boolean is an integer, 0 or 1.
  int64_t integer;
  double real;
  const char *text;
  size_t text_length;
};

struct fresnel_toml;

// Reads a document; it is given back with fresnel_toml_free.
struct fresnel_toml *fresnel_toml_parse(const char *bytes, size_t count);
void fresnel_toml_free(struct fresnel_toml *document);

// Whether the document is no TOML; then `error` has its line and says why as `text`.
int fresnel_toml_failed(const struct fresnel_toml *document, struct fresnel_toml_entry *error);

// How many entries the root has, in the order of their lines.
size_t fresnel_toml_count(const struct fresnel_toml *document);
struct fresnel_toml_entry fresnel_toml_at(const struct fresnel_toml *document, size_t index);

#ifdef __cplusplus
}
#endif

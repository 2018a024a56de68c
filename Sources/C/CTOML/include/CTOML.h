// A C interface to toml++: the entries of a document's root, of the tables in it, and of the tables
// in those, with their lines.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The type of an entry's value; dates and times are `other`.
enum fresnel_toml_kind {
  fresnel_toml_boolean,
  fresnel_toml_integer,
  fresnel_toml_real,
  fresnel_toml_string,
  fresnel_toml_array,
  fresnel_toml_table,
  fresnel_toml_other,
};

// An entry, or an error message; its pointers live as long as the document. Names and text are
// UTF-8 with a length, and may contain zero bytes.
struct fresnel_toml_entry {
  enum fresnel_toml_kind kind;
  // The line on which the value starts, from 1.
  uint32_t line;
  const char *name;
  size_t name_length;
  // A boolean is an integer, 0 or 1.
  int64_t integer;
  double real;
  const char *text;
  size_t text_length;
  // The table that contains the entry; empty for the root.
  const char *table;
  size_t table_length;
  // The table that contains that table; empty for tables of the root.
  const char *outer;
  size_t outer_length;
  // For a text in an array of a table, its place from 1; otherwise 0.
  size_t element;
};

struct fresnel_toml;

// Parses a document; free it with fresnel_toml_free.
struct fresnel_toml *fresnel_toml_parse(const char *bytes, size_t count);
void fresnel_toml_free(struct fresnel_toml *document);

// True if the document is invalid; `error` then has the line, and the reason as `text`.
int fresnel_toml_failed(const struct fresnel_toml *document, struct fresnel_toml_entry *error);

// The number of entries in the root and in its tables, in the order of their lines. In tables, each
// element of an array is an entry of its own; an empty array is one entry.
size_t fresnel_toml_count(const struct fresnel_toml *document);
struct fresnel_toml_entry fresnel_toml_at(const struct fresnel_toml *document, size_t index);

#ifdef __cplusplus
}
#endif

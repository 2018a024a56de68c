// Without exceptions, which could not pass through Swift, and without a library to load: the
// headers hold everything.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#include <toml++/toml.h>

#include "CTOML.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

struct fresnel_toml {
  toml::parse_result result;
  std::vector<fresnel_toml_entry> entries;
};

static fresnel_toml_entry entry(std::string_view name, const toml::node &node) {
  fresnel_toml_entry entry = {};
  entry.kind = fresnel_toml_other;
  entry.line = node.source().begin.line;
  entry.name = name.data();
  entry.name_length = name.size();
  if (auto *value = node.as_boolean()) {
    entry.kind = fresnel_toml_boolean;
    entry.integer = value->get() ? 1 : 0;
  } else if (auto *value = node.as_integer()) {
    entry.kind = fresnel_toml_integer;
    entry.integer = value->get();
  } else if (auto *value = node.as_floating_point()) {
    entry.kind = fresnel_toml_real;
    entry.real = value->get();
  } else if (auto *value = node.as_string()) {
    entry.kind = fresnel_toml_string;
    entry.text = value->get().data();
    entry.text_length = value->get().size();
  } else if (node.is_array()) {
    entry.kind = fresnel_toml_array;
  } else if (node.is_table()) {
    entry.kind = fresnel_toml_table;
  }
  return entry;
}

fresnel_toml *fresnel_toml_parse(const char *bytes, size_t count) {
  auto *document =
      new fresnel_toml{toml::parse(std::string_view(bytes, count)), {}};
  if (document->result.failed()) return document;
  const toml::table &root = document->result.table();
  for (auto &&[key, node] : root) document->entries.push_back(entry(key.str(), node));
  std::stable_sort(
      document->entries.begin(), document->entries.end(),
      [](const auto &first, const auto &second) { return first.line < second.line; });
  return document;
}

void fresnel_toml_free(fresnel_toml *document) { delete document; }

int fresnel_toml_failed(const fresnel_toml *document, fresnel_toml_entry *error) {
  if (document->result.succeeded()) return 0;
  const toml::parse_error &problem = document->result.error();
  *error = {};
  error->kind = fresnel_toml_string;
  error->line = problem.source().begin.line;
  error->text = problem.description().data();
  error->text_length = problem.description().size();
  return 1;
}

size_t fresnel_toml_count(const fresnel_toml *document) { return document->entries.size(); }

fresnel_toml_entry fresnel_toml_at(const fresnel_toml *document, size_t index) {
  return document->entries[index];
}

// poppler-glib, only for its decoder. It is under the GPL, so nothing else links it.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Declarations of the functions in use: pkg-config lists a flag for the headers (-pthread) that
// Swift rejects with a warning.
typedef struct _PopplerDocument PopplerDocument;
typedef struct _PopplerPage PopplerPage;
typedef struct _GBytes GBytes;

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} PopplerFailure;  // GError

// POPPLER_ERROR_ENCRYPTED.
static const int fresnel_poppler_encrypted = 1;
uint32_t poppler_error_quark(void);
const char *poppler_get_version(void);

PopplerDocument *poppler_document_new_from_bytes(
    GBytes *bytes, const char *password, PopplerFailure **error);
int poppler_document_get_n_pages(PopplerDocument *document);
PopplerPage *poppler_document_get_page(PopplerDocument *document, int index);

void poppler_page_get_size(PopplerPage *page, double *width, double *height);
char *poppler_page_get_label(PopplerPage *page);
void poppler_page_render(PopplerPage *page, void *cairo);

GBytes *g_bytes_new_static(const void *data, size_t size);
void g_bytes_unref(GBytes *bytes);
void g_object_unref(void *object);
void g_error_free(PopplerFailure *error);
void g_free(void *memory);

// fontconfig and GLib's log functions, for document decoders.
#pragma once
#include <pthread.h>
#include <stddef.h>

typedef struct _FcStrList FcStrList;

int FcInit(void);
FcStrList *FcConfigGetFontDirs(void *configuration);
unsigned char *FcStrListNext(FcStrList *list);
void FcStrListDone(FcStrList *list);

// Discards the libraries' warnings: GLib would examine a socket to choose their target, which a
// decoder may not do.
static inline int fresnel_log_nothing(int level, const void *fields, size_t count, void *data) {
  (void)level, (void)fields, (void)count, (void)data;
  return 1;  // G_LOG_WRITER_HANDLED
}
void g_log_set_writer_func(
    int (*writer)(int, const void *, size_t, void *), void *data, void (*destroy)(void *));
static inline void fresnel_log_nowhere(void) {
  g_log_set_writer_func(fresnel_log_nothing, NULL, NULL);
}

int pthread_setattr_default_np(const pthread_attr_t *attributes);

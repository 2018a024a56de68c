#include "x_errors.h"

#include <X11/Xlibint.h>
#include <pthread.h>
#include <stdlib.h>

struct fresnel_x_watch {
  // Xlib calls it for each reply and each error of its connection, before any other handler.
  _XAsyncHandler handler;
  unsigned long count;
  unsigned char code;
};

static Bool take(Display *display, xReply *reply, char *bytes, int length, XPointer data) {
  (void)display;
  (void)bytes;
  (void)length;
  if (reply->generic.type != X_Error) return False;
  fresnel_x_watch *watch = (fresnel_x_watch *)data;
  watch->count += 1;
  watch->code = reply->error.errorCode;
  return True;
}

// Whether a connection is one of ours.
static int is_watched(const Display *display) {
  for (const _XAsyncHandler *next = display->async_handlers; next; next = next->next) {
    if (next->handler == take) return 1;
  }
  return 0;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long watched;
static XIOErrorHandler previous;

// A lost server can't be told to a connection alone: Xlib prints it first, unless this handler stands
// before the one that prints. What follows is told to the connection's own exit handler.
static int lost(Display *display) {
  if (is_watched(display)) return 0;
  XIOErrorHandler next = __atomic_load_n(&previous, __ATOMIC_ACQUIRE);
  return next ? next(display) : 0;
}

fresnel_x_watch *fresnel_x_watch_begin(void *pointer) {
  Display *display = pointer;
  fresnel_x_watch *watch = calloc(1, sizeof *watch);
  if (!watch) return NULL;
  watch->handler.handler = take;
  watch->handler.data = (XPointer)watch;
  LockDisplay(display);
  watch->handler.next = display->async_handlers;
  display->async_handlers = &watch->handler;
  UnlockDisplay(display);

  pthread_mutex_lock(&lock);
  watched += 1;
  // Each time: the program may have set one of its own meanwhile.
  XIOErrorHandler old = XSetIOErrorHandler(lost);
  if (old != lost) __atomic_store_n(&previous, old, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
  return watch;
}

void fresnel_x_watch_end(fresnel_x_watch *watch) {
  if (!watch) return;
  free(watch);
  pthread_mutex_lock(&lock);
  watched -= 1;
  if (watched == 0) {
    XIOErrorHandler old = XSetIOErrorHandler(previous);
    // One that the program has set since is the program's.
    if (old != lost) XSetIOErrorHandler(old);
  }
  pthread_mutex_unlock(&lock);
}

unsigned long fresnel_x_watch_count(const fresnel_x_watch *watch) {
  return watch ? watch->count : 0;
}

unsigned char fresnel_x_watch_code(const fresnel_x_watch *watch) { return watch ? watch->code : 0; }

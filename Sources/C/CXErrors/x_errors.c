#include "x_errors.h"

#include <X11/Xlibint.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

struct fresnel_x_watch {
  // Xlib calls it for each reply and each error of its connection, before any other handler.
  _XAsyncHandler handler;
  unsigned long count;
  // The request that caused the last error.
  unsigned long request;
  unsigned char code;
  int is_lost;
};

static Bool take(Display *display, xReply *reply, char *bytes, int length, XPointer data) {
  (void)bytes;
  (void)length;
  if (reply->generic.type != X_Error) return False;
  fresnel_x_watch *watch = (fresnel_x_watch *)data;
  watch->count += 1;
  // The server sends the lowest sixteen bits of a number that is at most the last request's.
  unsigned long request = (display->request & ~0xFFFFul) | reply->error.sequenceNumber;
  watch->request = request > display->request ? request - 0x10000 : request;
  watch->code = reply->error.errorCode;
  return True;
}

// True if a connection is one of ours.
static int is_watched(const Display *display) {
  for (const _XAsyncHandler *next = display->async_handlers; next; next = next->next) {
    if (next->handler == take) return 1;
  }
  return 0;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long watched;
static XIOErrorHandler previous;
// The jump target if a server goes away during connection.
static __thread jmp_buf *opening;

// A lost server can't be reported to one connection only: Xlib would print it first, unless this
// handler precedes the printing one. Then the connection's own exit handler is called.
static int lost(Display *display) {
  if (is_watched(display)) return 0;
  if (opening) {
    // The connection has no exit handler yet, and Xlib's would end the process. Its memory leaks.
    close(ConnectionNumber(display));
    longjmp(*opening, 1);
  }
  XIOErrorHandler next = __atomic_load_n(&previous, __ATOMIC_ACQUIRE);
  return next ? next(display) : 0;
}

// The minimum size of Xlib's buffers.
enum { smallest_buffer = 2048 };

static void be_gone(Display *display, void *data) {
  ((fresnel_x_watch *)data)->is_lost = 1;
  // A driver that uses XCB leaves no room in Xlib's buffer. Its cleanup requests go nowhere, but
  // Xlib would complain about each on stderr, so room is made.
  display->bufptr = display->buffer;
  display->bufmax = display->buffer + smallest_buffer;
}

static void begin(void) {
  pthread_mutex_lock(&lock);
  watched += 1;
  // Each time, since the program may have set one of its own.
  XIOErrorHandler old = XSetIOErrorHandler(lost);
  if (old != lost) __atomic_store_n(&previous, old, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&lock);
}

static void end(void) {
  pthread_mutex_lock(&lock);
  watched -= 1;
  if (watched == 0) {
    XIOErrorHandler old = XSetIOErrorHandler(previous);
    // A handler that the program has set since must stay.
    if (old != lost) XSetIOErrorHandler(old);
  }
  pthread_mutex_unlock(&lock);
}

// Only Xlib's own frames are between this one and the jump back to it.
static Display *open_display(const char *name) {
  jmp_buf place;
  if (setjmp(place)) {
    opening = NULL;
    return NULL;
  }
  opening = &place;
  Display *display = XOpenDisplay(name);
  opening = NULL;
  return display;
}

void *fresnel_x_open(const char *name, fresnel_x_watch **result) {
  fresnel_x_watch *watch = calloc(1, sizeof *watch);
  if (!watch) return NULL;
  begin();
  Display *display = open_display(name);
  if (!display) {
    end();
    free(watch);
    return NULL;
  }
  XSetIOErrorExitHandler(display, be_gone, watch);
  watch->handler.handler = take;
  watch->handler.data = (XPointer)watch;
  LockDisplay(display);
  watch->handler.next = display->async_handlers;
  display->async_handlers = &watch->handler;
  UnlockDisplay(display);
  *result = watch;
  return display;
}

void fresnel_x_watch_end(fresnel_x_watch *watch) {
  if (!watch) return;
  free(watch);
  end();
}

unsigned long fresnel_x_watch_count(const fresnel_x_watch *watch) {
  return watch ? watch->count : 0;
}

unsigned char fresnel_x_watch_code(const fresnel_x_watch *watch) { return watch ? watch->code : 0; }

unsigned long fresnel_x_watch_request(const fresnel_x_watch *watch) {
  return watch ? watch->request : 0;
}

int fresnel_x_watch_is_lost(const fresnel_x_watch *watch) { return watch ? watch->is_lost : 0; }

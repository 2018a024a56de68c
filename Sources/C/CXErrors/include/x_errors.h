// Errors of an X connection, kept by the connection itself.
//
// Xlib has one error handler per process. A library must leave it to the program, so errors of the
// library's own connections are handled before they reach it.
#pragma once

/// The errors of one connection.
typedef struct fresnel_x_watch fresnel_x_watch;

/// Opens a connection, a `Display *`, whose errors are counted from its first request on: no
/// handler of the process sees them, nothing is printed when the server goes away, and a lost
/// server does not end the process, not even during connection. NULL on failure; `watch` is set on
/// success.
void *fresnel_x_open(const char *name, fresnel_x_watch **watch);

/// Frees the record, after `XCloseDisplay`.
void fresnel_x_watch_end(fresnel_x_watch *watch);

/// The number of errors.
unsigned long fresnel_x_watch_count(const fresnel_x_watch *watch);

/// The code of the last one.
unsigned char fresnel_x_watch_code(const fresnel_x_watch *watch);

/// The number of the failed request, in XNextRequest's count; 0 before the first error.
unsigned long fresnel_x_watch_request(const fresnel_x_watch *watch);

/// True if the server is gone.
int fresnel_x_watch_is_lost(const fresnel_x_watch *watch);

// Errors of an X connection, kept by the connection itself.
//
// Xlib has one error handler a process. A library must leave it to the program, so its own
// connections' errors are taken before they reach it.
#pragma once

/// What one connection has met.
typedef struct fresnel_x_watch fresnel_x_watch;

/// Opens a connection, a `Display *`, whose errors are counted from its first request on: no handler of
/// the process sees them, nothing is printed when its server goes away, and no lost server ends the
/// process, not even while the connection is made. NULL where it can't be had; `watch` is set where it
/// can.
void *fresnel_x_open(const char *name, fresnel_x_watch **watch);

/// Gives the record back, after `XCloseDisplay`.
void fresnel_x_watch_end(fresnel_x_watch *watch);

/// How many errors there were.
unsigned long fresnel_x_watch_count(const fresnel_x_watch *watch);

/// The code of the last one.
unsigned char fresnel_x_watch_code(const fresnel_x_watch *watch);

/// The number of the request that it was the answer to, as XNextRequest counts; 0 before the first.
unsigned long fresnel_x_watch_request(const fresnel_x_watch *watch);

/// Whether the server is gone.
int fresnel_x_watch_is_lost(const fresnel_x_watch *watch);

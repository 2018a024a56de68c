// Errors of an X connection, kept by the connection itself.
//
// Xlib has one error handler a process. A library must leave it to the program, so its own
// connections' errors are taken before they reach it.
#pragma once

/// What one connection has met.
typedef struct fresnel_x_watch fresnel_x_watch;

/// Counts the errors of a `Display *` from now on: no handler of the process sees them any more, and
/// nothing is printed when its server goes away. NULL without memory.
fresnel_x_watch *fresnel_x_watch_begin(void *display);

/// Gives the record back, after `XCloseDisplay`.
void fresnel_x_watch_end(fresnel_x_watch *watch);

/// How many errors there were.
unsigned long fresnel_x_watch_count(const fresnel_x_watch *watch);

/// The code of the last one.
unsigned char fresnel_x_watch_code(const fresnel_x_watch *watch);

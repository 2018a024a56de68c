#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>

// A macro that Swift cannot see.
static inline int fresnel_destroy_image(XImage *image) { return XDestroyImage(image); }

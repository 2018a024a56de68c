// EGL and OpenGL ES 3, with the pointer-cast macros that Swift does not import.
#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

static inline EGLContext fresnel_egl_no_context(void) { return EGL_NO_CONTEXT; }
static inline EGLDisplay fresnel_egl_no_display(void) { return EGL_NO_DISPLAY; }
static inline EGLSurface fresnel_egl_no_surface(void) { return EGL_NO_SURFACE; }
static inline EGLNativeDisplayType fresnel_egl_default_display(void) { return EGL_DEFAULT_DISPLAY; }

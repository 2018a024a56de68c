// EGL and OpenGL ES 3, with the pointer-cast macros that Swift does not import, and the functions
// that drivers only provide by name.
#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

static inline EGLContext fresnel_egl_no_context(void) { return EGL_NO_CONTEXT; }
static inline EGLDisplay fresnel_egl_no_display(void) { return EGL_NO_DISPLAY; }
static inline EGLSurface fresnel_egl_no_surface(void) { return EGL_NO_SURFACE; }
static inline EGLNativeDisplayType fresnel_egl_default_display(void) { return EGL_DEFAULT_DISPLAY; }

// The first EGL device, or NULL: drivers without the surfaceless platform draw there.
static inline EGLDeviceEXT fresnel_egl_first_device(void) {
  PFNEGLQUERYDEVICESEXTPROC query =
      (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
  EGLDeviceEXT device = 0;
  EGLint count = 0;
  if (!query || !query(1, &device, &count) || count < 1) return 0;
  return device;
}

// Why the context was lost; GL_NO_ERROR if it was not, or the driver can't tell.
static inline GLenum fresnel_gl_reset_status(void) {
  static PFNGLGETGRAPHICSRESETSTATUSEXTPROC status;
  static int asked;
  if (!__atomic_load_n(&asked, __ATOMIC_ACQUIRE)) {
    PFNGLGETGRAPHICSRESETSTATUSEXTPROC found =
        (PFNGLGETGRAPHICSRESETSTATUSEXTPROC)eglGetProcAddress("glGetGraphicsResetStatusEXT");
    __atomic_store_n(&status, found, __ATOMIC_RELEASE);
    __atomic_store_n(&asked, 1, __ATOMIC_RELEASE);
  }
  PFNGLGETGRAPHICSRESETSTATUSEXTPROC call = __atomic_load_n(&status, __ATOMIC_ACQUIRE);
  return call ? call() : GL_NO_ERROR;
}

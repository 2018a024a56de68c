// Tells ThreadSanitizer about Swift's contended locks.
//
// A free Mutex is locked by an atomic operation in the program, which the sanitizer sees; a locked
// one is waited for in the system's Synchronization library, which is not built with the sanitizer:
// without this it would report each such lock as a race. This library is loaded first, and its
// functions, with the mangled names of _MutexHandle's, override the real ones. Swift can't define
// functions with another module's names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Child programs have no sanitizer.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

SWIFT void lock(uint32_t thread, SELF void *self)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void unlock(SELF void *self) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT void lock(uint32_t thread, SELF void *self) {
  SWIFT void (*real)(uint32_t, SELF void *) =
      dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  real(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock(SELF void *self) {
  SWIFT void (*real)(SELF void *) =
      dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  if (__tsan_release) __tsan_release(self);
  real(self);
}

// System calls by number with any arguments: what the sandbox probe attempts.
#pragma once
#include <fcntl.h>
#include <linux/sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Returns the call's result, or -1 with errno.
static inline long attempt(long number, long a, long b, long c, long d, long e, long f) {
  return syscall(number, a, b, c, d, e, f);
}
static inline long attempt_address(const void *pointer) { return (long)pointer; }
// getpid through the 32-bit entry; on kernels without it, the process gets SIGSEGV.
static inline long attempt_32_bit(void) {
#if defined(__x86_64__)
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory");
  return result;
#else
  return -1;
#endif
}

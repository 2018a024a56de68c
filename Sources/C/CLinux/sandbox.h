// The system calls for the sandbox, with definitions that Debian's headers are too old for.
#pragma once
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// struct landlock_ruleset_attr of the newest kernels; older ones read only its beginning.
typedef struct {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
} fresnel_landlock_ruleset;

// The kernel's Landlock ABI, or -1 if it has no Landlock.
static inline int fresnel_landlock_abi(void) {
  return (int)syscall(SYS_landlock_create_ruleset, 0L, 0L, 1L);
}
static inline int fresnel_landlock_create(const fresnel_landlock_ruleset *ruleset, size_t size) {
  return (int)syscall(SYS_landlock_create_ruleset, ruleset, size, 0L);
}
// Grants rights below a folder, or for a file, that is opened with O_PATH.
static inline int fresnel_landlock_allow(int ruleset, int place, uint64_t rights) {
  struct {
    uint64_t allowed_access;
    int32_t parent;
  } __attribute__((packed)) beneath = {rights, place};
  return (int)syscall(SYS_landlock_add_rule, ruleset, 1, &beneath, 0L);
}
static inline int fresnel_landlock_restrict_self(int fd) {
  return (int)syscall(SYS_landlock_restrict_self, fd, 0L);
}
static inline int fresnel_close_from(unsigned first) {
  return (int)syscall(SYS_close_range, first, ~0U, 0L);
}
// Drops all capabilities.
static inline int fresnel_drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
  return (int)syscall(SYS_capset, &header, none);
}
// Filters the system calls of all threads of the process by eight-byte instructions.
static inline int fresnel_seccomp_load(const uint64_t *instructions, unsigned short count) {
  struct sock_fprog program = {count, (struct sock_filter *)instructions};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}
// The raw system call: glibc's wrapper takes an enumeration that Swift imports differently from one
// glibc to the next.
static inline int fresnel_set_limit(int resource, uint64_t soft, uint64_t hard) {
  uint64_t limits[2] = {soft, hard};
  return (int)syscall(SYS_prlimit64, 0, resource, limits, (void *)0);
}
// Sets, or only reads, another process's soft and hard limit.
static inline int fresnel_process_limit(int process, int resource, const uint64_t *set,
                                        uint64_t *old) {
  return (int)syscall(SYS_prlimit64, process, resource, set, old);
}
// Sets the services that resolve hosts, as in nsswitch.conf; 0, or -1 on failure.
int __nss_configure_lookup(const char *database, const char *services);
static inline int fresnel_find_hosts_by(const char *services) {
  return __nss_configure_lookup("hosts", services);
}
static const int fresnel_limit_address_space = RLIMIT_AS;
static const int fresnel_limit_core = RLIMIT_CORE;
static const int fresnel_limit_cpu = RLIMIT_CPU;
static const int fresnel_limit_descriptors = RLIMIT_NOFILE;
static const int fresnel_limit_file_size = RLIMIT_FSIZE;
// O_PATH and AT_EMPTY_PATH, which headers only define with _GNU_SOURCE.
static const int fresnel_open_path = 010000000;
static const uint64_t fresnel_at_empty_path = 0x1000;

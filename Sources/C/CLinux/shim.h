// Linux calls that Swift's Glibc module lacks: they are variadic, or glibc hides them without
// _GNU_SOURCE, which can't be defined here (it changes types that Swift's module has).
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <linux/memfd.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

// <linux/fcntl.h> has these, but it conflicts with <fcntl.h>.
#ifndef F_ADD_SEALS
#define F_ADD_SEALS 1033
#define F_GET_SEALS 1034
#define F_SEAL_SEAL 1
#define F_SEAL_SHRINK 2
#define F_SEAL_GROW 4
/// An epoll set, closed on exec; -1 on failure.
static inline int fresnel_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

/// Adds a descriptor to an epoll set, or changes it if it is there; 0 on success.
static inline int fresnel_epoll_watch(int set, int number, int also_writable) {
  struct epoll_event event = {0};
  event.events = EPOLLIN | (also_writable ? EPOLLOUT : 0);
  event.data.fd = number;
  if (epoll_ctl(set, EPOLL_CTL_MOD, number, &event) == 0) return 0;
  return errno == ENOENT ? epoll_ctl(set, EPOLL_CTL_ADD, number, &event) : -1;
}

/// Removes a descriptor from an epoll set.
static inline void fresnel_epoll_forget(int set, int number) {
  struct epoll_event event = {0};
  epoll_ctl(set, EPOLL_CTL_DEL, number, &event);
}

#endif

static inline int fresnel_memfd_create(const char *name, unsigned flags) {
  return (int)syscall(SYS_memfd_create, name, flags);
}
static inline int fresnel_add_seals(int fd, int seals) { return fcntl(fd, F_ADD_SEALS, seals); }
static inline int fresnel_get_seals(int fd) { return fcntl(fd, F_GET_SEALS); }
static inline int fresnel_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline int fresnel_inotify(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }
static inline int fresnel_inotify_add(int fd, const char *path, uint32_t mask) {
  return inotify_add_watch(fd, path, mask);
}
static inline int fresnel_fallocate(int fd, int64_t offset, int64_t size) {
  return (int)syscall(SYS_fallocate, fd, 0, offset, size);
}
/// Frees whole pages of a file, which keeps its size; 0 on success.
static inline int fresnel_free_pages(int fd, int64_t offset, int64_t size) {
  int mode = 0x01 | 0x02;  // FALLOC_FL_KEEP_SIZE, FALLOC_FL_PUNCH_HOLE
  return (int)syscall(SYS_fallocate, fd, mode, offset, size);
}
static inline int fresnel_open(const char *path, int flags, unsigned mode) {
  return open(path, flags, mode);
}
/// Opens a file below a folder for reading, without leaving the folder by links; -1 on failure.
static inline int fresnel_open_beneath(int folder, const char *path) {
  struct open_how how = {0};
  how.flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
static inline int fresnel_open_at(int folder, const char *path, int flags, unsigned mode) {
  return openat(folder, path, flags, mode);
}
// Fails if the new name exists.
static inline int fresnel_rename_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1 /* RENAME_NOREPLACE */);
}
// Lets a file share another's blocks, where the file system can (FICLONE).
static inline int fresnel_clone(int copy, int source) {
  return ioctl(copy, 0x40049409UL, source);
}
// Copies bytes within the kernel, at the same offset of both files.
static inline ssize_t fresnel_copy_range(int source, int copy, int64_t offset, size_t count) {
  int64_t from = offset, to = offset;
  return syscall(SYS_copy_file_range, source, &from, copy, &to, count, 0U);
}
static inline int fresnel_pipe(int fds[2]) { return (int)syscall(SYS_pipe2, fds, O_CLOEXEC); }
static inline int fresnel_set_nonblocking(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags < 0 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}
static inline int fresnel_duplicate_cloexec(int fd, int lowest) {
  return fcntl(fd, F_DUPFD_CLOEXEC, lowest);
}
static inline int fresnel_prctl(int option, unsigned long argument) {
  return prctl(option, argument, 0UL, 0UL, 0UL);
}
// Sends one packet with a descriptor; CMSG_… are macros that Swift does not import.
static inline ssize_t fresnel_send_with_descriptor(
    int socket, const void *bytes, size_t count, int descriptor) {
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control = {{0}};
  struct iovec part = {(void *)bytes, count};
  struct msghdr header = {0};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes;
  header.msg_controllen = sizeof control.bytes;
  struct cmsghdr *message = CMSG_FIRSTHDR(&header);
  message->cmsg_level = SOL_SOCKET;
  message->cmsg_type = SCM_RIGHTS;
  message->cmsg_len = CMSG_LEN(sizeof(int));
  *(int *)CMSG_DATA(message) = descriptor;
  return sendmsg(socket, &header, MSG_DONTWAIT | MSG_NOSIGNAL);
}
// Receives one packet and its descriptor, -1 if there was none; closed on exec.
static inline ssize_t fresnel_receive_with_descriptor(
    int socket, void *bytes, size_t count, int *descriptor, int *is_cut) {
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr alignment;
  } control = {{0}};
  struct iovec part = {bytes, count};
  struct msghdr header = {0};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes;
  // Where CMSG_SPACE is padded, it has room for a second descriptor, which nobody would close.
  header.msg_controllen = CMSG_LEN(sizeof(int));
  *descriptor = -1;
  ssize_t got = recvmsg(socket, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got < 0) return got;
  *is_cut = (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  for (struct cmsghdr *message = CMSG_FIRSTHDR(&header); message;
       message = CMSG_NXTHDR(&header, message)) {
    if (message->cmsg_level == SOL_SOCKET && message->cmsg_type == SCM_RIGHTS)
      *descriptor = *(int *)CMSG_DATA(message);
  }
  return got;
}
#include <stddef.h>
#include <string.h>
#include <sys/un.h>
/// A local stream socket, closed on exec and non-blocking; -1 on failure.
static inline int fresnel_local_socket(void) {
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}
/// The address of a path of at most 107 bytes.
static inline socklen_t fresnel_local_address(struct sockaddr_un *address, const char *path) {
  size_t count = strnlen(path, sizeof address->sun_path - 1);
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path, path, count);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + count + 1);
}
/// Binds a local socket to a path; 0 on success.
static inline int fresnel_bind_local(int number, const char *path) {
  struct sockaddr_un address;
  socklen_t count = fresnel_local_address(&address, path);
  return bind(number, (struct sockaddr *)&address, count);
}
/// Connects a local socket to a path; 0 on success.
static inline int fresnel_connect_local(int number, const char *path) {
  struct sockaddr_un address;
  socklen_t count = fresnel_local_address(&address, path);
  return connect(number, (struct sockaddr *)&address, count);
}
/// Accepts a connection, closed on exec and non-blocking; -1 on failure.
static inline int fresnel_accept_local(int number) {
  return (int)syscall(SYS_accept4, number, 0, 0, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
/// The user of the process at the other end of a local socket; -1 on failure.
static inline long fresnel_peer_user(int number) {
  struct {
    pid_t process;
    uid_t user;
    gid_t group;
  } peer;
  socklen_t count = sizeof peer;
  if (getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &count) != 0) return -1;
  return (long)peer.user;
}
/// Writes the processors that the calling thread may use to a set, one bit each; returns the number
/// of bytes written, or -1 if there are more processors than bits.
static inline long fresnel_allowed_processors(uint64_t *set, size_t bytes) {
  return syscall(SYS_sched_getaffinity, 0, bytes, set);
}
// 0 if the caller is the only thread: the kernel then has nothing to unshare, and changes nothing.
// Fails with EINVAL otherwise.
static inline int fresnel_unshare_thread(void) {
  return (int)syscall(SYS_unshare, 0x00010000 /* CLONE_THREAD */);
}
static inline int fresnel_pidfd_open(int pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
// <spawn.h> hides it without _GNU_SOURCE.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int lowest);
static inline int fresnel_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}
// Names the calling thread for debuggers; the kernel keeps 15 bytes.
static inline void fresnel_name_thread(const char *name) {
  prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
}
// One heap for all threads: nothing in the viewer allocates much, and each heap costs memory.
#include <malloc.h>
static inline void fresnel_use_one_heap(void) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  mallopt(M_TRIM_THRESHOLD, 128 << 10);
}
static inline void fresnel_trim_heap(void) { malloc_trim(0); }

/// Identifies a file and its contents.
typedef struct {
  uint64_t device, inode;
  int64_t size, seconds;
  uint32_t nanoseconds;
} fresnel_file_stamp;
/// Stats a file below a folder or, if the path is empty, an open one, without contacting a file
/// server; 0 on success.
static inline int fresnel_stamp_file(int folder, const char *path, fresnel_file_stamp *stamp) {
  struct statx status;
  int flags = path[0] ? 0 : 0x1000 /* AT_EMPTY_PATH */ | 0x4000 /* AT_STATX_DONT_SYNC */;
  if (syscall(SYS_statx, folder, path, flags, STATX_BASIC_STATS, &status) != 0) return -1;
  stamp->device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
  stamp->inode = status.stx_ino;
  stamp->size = (int64_t)status.stx_size;
  stamp->seconds = status.stx_mtime.tv_sec;
  stamp->nanoseconds = status.stx_mtime.tv_nsec;
  return 0;
}

int pthread_clockjoin_np(pthread_t, void **, clockid_t, const struct timespec *);

/// Waits for a thread to end, up to a time of the monotonic clock; 0 if it has ended.
static inline int fresnel_join_until(pthread_t thread, const struct timespec *moment) {
  return pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, moment);
}

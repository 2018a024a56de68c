// SQLite's access to named files: pread only.
#include <errno.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "CSlideFiles.h"
#include "named_files.h"

struct slide_file {
  sqlite3_file base;
  int descriptor;
};

static int close_file(sqlite3_file *file) { return SQLITE_OK; }

static int read_file(sqlite3_file *file, void *target, int count, sqlite3_int64 offset) {
  int descriptor = ((struct slide_file *)file)->descriptor;
  int done = 0;
  while (done < count) {
    ssize_t got = pread(descriptor, (char *)target + done, count - done, offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SQLITE_IOERR_READ;
    if (got == 0) break;
    done += got;
  }
  if (done == count) return SQLITE_OK;
  memset((char *)target + done, 0, count - done);
  return SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  return SQLITE_READONLY;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) { return SQLITE_READONLY; }

static int do_nothing(sqlite3_file *file, int how) { return SQLITE_OK; }

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  *size = slide_file_size(((struct slide_file *)file)->descriptor);
  return *size < 0 ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int is_reserved(sqlite3_file *file, int *answer) {
  *answer = 0;
  return SQLITE_OK;
}

static int control_file(sqlite3_file *file, int what, void *argument) { return SQLITE_NOTFOUND; }

static int sector_size(sqlite3_file *file) { return 0; }

/// The file never changes: no locks, no journals.
static int characteristics(sqlite3_file *file) { return SQLITE_IOCAP_IMMUTABLE; }

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = do_nothing,
    .xFileSize = file_size,
    .xLock = do_nothing,
    .xUnlock = do_nothing,
    .xCheckReservedLock = is_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
};

static int open_file(
    sqlite3_vfs *system, const char *path, sqlite3_file *file, int flags, int *opened) {
  file->pMethods = NULL;
  int descriptor = slide_descriptor(path);
  if (descriptor < 0) return SQLITE_CANTOPEN;
  ((struct slide_file *)file)->descriptor = descriptor;
  file->pMethods = &methods;
  if (opened) *opened = SQLITE_OPEN_READONLY;
  return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *system, const char *path, int syncs) { return SQLITE_READONLY; }

static int file_exists(sqlite3_vfs *system, const char *path, int how, int *answer) {
  *answer = slide_descriptor(path) >= 0;
  return SQLITE_OK;
}

static int full_path(sqlite3_vfs *system, const char *path, int count, char *target) {
  if (strlen(path) >= (size_t)count) return SQLITE_CANTOPEN;
  strcpy(target, path);
  return SQLITE_OK;
}

static int random_bytes(sqlite3_vfs *system, int count, char *target) {
  memset(target, 0, count);
  return count;
}

static int sleep_not(sqlite3_vfs *system, int microseconds) { return 0; }

static int current_time(sqlite3_vfs *system, double *day) {
  *day = 0;
  return SQLITE_OK;
}

static int last_error(sqlite3_vfs *system, int count, char *target) { return 0; }

void fresnel_slide_take_sqlite(void) {
  static sqlite3_vfs system = {
      .iVersion = 1,
      .szOsFile = sizeof(struct slide_file),
      .mxPathname = 512,
      .zName = "slide",
      .xOpen = open_file,
      .xDelete = delete_file,
      .xAccess = file_exists,
      .xFullPathname = full_path,
      .xRandomness = random_bytes,
      .xSleep = sleep_not,
      .xCurrentTime = current_time,
      .xGetLastError = last_error,
  };
  sqlite3_vfs_register(&system, 1);
}

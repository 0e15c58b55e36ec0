/* Makes files of one folder fail, by a seeded schedule, between a program and the C library: loaded with LD_PRELOAD.
 *
 * FAULTS_FOLDER   only files below it are touched.
 * FAULTS_CONTROL  a file of eight 64-bit numbers, mapped, through which the tests steer the schedule while the program runs:
 *                 0 seed · 1 calls of 10,000 that fail · 2 bytes until the disk is full (0: never) · 3 calls that failed (counted here)
 *                 4 nanoseconds to add to the clock of the day · 5 calls that were seen (counted here) · 6 whether to record · 7 microseconds of delay
 * FAULTS_TRACE    where to record what was written, synced, renamed, cut and unlinked, with its bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MAX_FD 4096
static volatile int64_t *control;
static const char *folder;
static int trace_fd = -1;
static char *names[MAX_FD];
static __thread int inside;

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_CONTROL");
  folder = getenv("FAULTS_FOLDER");
  if (!path || !folder) return;
  int fd = (int)(long)open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *map = mmap(NULL, 64, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map == MAP_FAILED) return;
  const char *trace = getenv("FAULTS_TRACE");
  if (trace) trace_fd = open(trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  control = map;
}

static int is_ours(const char *path) {
  /* The index of the write-ahead log is shared memory: it is made anew after a crash. */
  size_t length = path ? strlen(path) : 0;
  return control && path && strncmp(path, folder, strlen(folder)) == 0 && !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}
static const char *name_of(int fd) { return control && fd >= 0 && fd < MAX_FD ? names[fd] : NULL; }

/* True if this call is to fail. The same seed gives the same answers for the same calls. */
static int fails(void) {
  int64_t call = __sync_add_and_fetch(&control[5], 1);
  if (control[7]) usleep((useconds_t)control[7]);
  if (!control[1]) return 0;
  uint64_t mixed = (uint64_t)control[0] * 0x9e3779b97f4a7c15ull + (uint64_t)call * 0xbf58476d1ce4e5b9ull;
  mixed = (mixed ^ (mixed >> 30)) * 0x94d049bb133111ebull;
  mixed ^= mixed >> 31;
  if ((int64_t)(mixed % 10000) >= control[1]) return 0;
  __sync_add_and_fetch(&control[3], 1);
  return 1 + (int)((mixed >> 32) % 4);
}

static int refuse(int code) { errno = code; return -1; }

/* A line of the trace: kind, name, offset, length, and then that many bytes. */
static void record(char kind, const char *name, int64_t offset, const void *bytes, size_t length) {
  if (trace_fd < 0 || !control[6]) return;
  char head[PATH_MAX + 64];
  int size = snprintf(head, sizeof head, "%c\t%s\t%lld\t%zu\n", kind, name + strlen(folder), (long long)offset, length);
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  struct iovec parts[3] = {{head, (size_t)size}, {(void *)bytes, length}, {"\n", 1}};
  if (real(trace_fd, parts, 3) < 0) abort();
}

static void opened(int fd, const char *path, int flags) {
  if (fd < 0 || fd >= MAX_FD || !is_ours(path)) return;
  free(names[fd]);
  names[fd] = strdup(path);
  if (flags & O_CREAT) record('c', path, 0, "", 0);
  if (flags & O_TRUNC) record('t', path, 0, "", 0);
}

static int open_faulty(const char *path) {
  if (inside || !is_ours(path)) return 0;
  int fault = fails();
  return fault == 1 ? EMFILE : fault == 2 ? EIO : 0;
}

#define OPEN(symbol)                                                            \
  int symbol(const char *path, int flags, ...) {                                \
    va_list list;                                                               \
    va_start(list, flags);                                                      \
    mode_t mode = va_arg(list, mode_t);                                         \
    va_end(list);                                                               \
    REAL(int, #symbol, const char *, int, ...);                                 \
    int code = open_faulty(path);                                               \
    if (code) return refuse(code);                                              \
    int fd = real(path, flags, mode);                                           \
    opened(fd, path, flags);                                                    \
    return fd;                                                                  \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(symbol)                                                          \
  int symbol(int at, const char *path, int flags, ...) {                        \
    va_list list;                                                               \
    va_start(list, flags);                                                      \
    mode_t mode = va_arg(list, mode_t);                                         \
    va_end(list);                                                               \
    REAL(int, #symbol, int, const char *, int, ...);                            \
    int code = open_faulty(path);                                               \
    if (code) return refuse(code);                                              \
    int fd = real(at, path, flags, mode);                                       \
    opened(fd, path, flags);                                                    \
    return fd;                                                                  \
  }
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
  REAL(int, "close", int);
  if (name_of(fd)) {
    free(names[fd]);
    names[fd] = NULL;
  }
  return real(fd);
}

/* How many of the bytes to write; a negative number is an error. The disk fills up to the last byte, as a real one does. */
static ssize_t allowed(const char *name, size_t length) {
  if (!name) return (ssize_t)length;
  int fault = fails();
  if (fault == 1) return -EIO;
  if (fault == 2) return -ENOSPC;
  if (fault == 3 && length > 1) length = 1 + length / 2;
  if (control[2]) {
    int64_t left = control[2] - 1;
    if (left <= 0) return -ENOSPC;
    if ((int64_t)length > left) length = (size_t)left;
    control[2] -= (int64_t)length;
  }
  return (ssize_t)length;
}

static void wrote(int fd, const char *name, const void *bytes, ssize_t done, int64_t offset) {
  if (!name || done <= 0) return;
  record('w', name, offset >= 0 ? offset : lseek(fd, 0, SEEK_CUR) - done, bytes, (size_t)done);
  if (fcntl(fd, F_GETFL) & O_DSYNC) record('s', name, 0, "", 0);
}

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  const char *name = name_of(fd);
  ssize_t size = allowed(name, length);
  if (size < 0) return refuse((int)-size);
  ssize_t done = real(fd, bytes, (size_t)size);
  wrote(fd, name, bytes, done, -1);
  return done;
}

#define PWRITE(symbol)                                                          \
  ssize_t symbol(int fd, const void *bytes, size_t length, off_t offset) {      \
    REAL(ssize_t, #symbol, int, const void *, size_t, off_t);                   \
    const char *name = name_of(fd);                                             \
    ssize_t size = allowed(name, length);                                       \
    if (size < 0) return refuse((int)-size);                                    \
    ssize_t done = real(fd, bytes, (size_t)size, offset);                       \
    wrote(fd, name, bytes, done, offset);                                       \
    return done;                                                                \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define READ(symbol, parameters, arguments)                                     \
  ssize_t symbol parameters {                                                   \
    static ssize_t(*real) parameters;                                           \
    if (!real) real = dlsym(RTLD_NEXT, #symbol);                                \
    if (name_of(fd)) {                                                          \
      int fault = fails();                                                      \
      if (fault == 1) return refuse(EIO);                                       \
      if (fault == 2 && length > 1) length /= 2;                                \
    }                                                                           \
    return real arguments;                                                      \
  }
READ(read, (int fd, void *bytes, size_t length), (fd, bytes, length))
READ(pread, (int fd, void *bytes, size_t length, off_t offset), (fd, bytes, length, offset))
READ(pread64, (int fd, void *bytes, size_t length, off_t offset), (fd, bytes, length, offset))

#define SYNC(symbol)                                                            \
  int symbol(int fd) {                                                          \
    REAL(int, #symbol, int);                                                    \
    const char *name = name_of(fd);                                             \
    if (name && fails()) return refuse(EIO);                                    \
    int done = real(fd);                                                        \
    if (name && done == 0) record('s', name, 0, "", 0);                         \
    return done;                                                                \
  }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(symbol)                                                        \
  int symbol(int fd, off_t length) {                                            \
    REAL(int, #symbol, int, off_t);                                             \
    const char *name = name_of(fd);                                             \
    if (name && fails()) return refuse(EIO);                                    \
    int done = real(fd, length);                                                \
    if (name && done == 0) record('t', name, length, "", 0);                    \
    return done;                                                                \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  if (is_ours(to) && fails()) return refuse(EIO);
  int done = real(from, to);
  if (done == 0 && is_ours(to) && is_ours(from)) record('r', from, 0, to + strlen(folder), strlen(to) - strlen(folder));
  return done;
}

int unlink(const char *path) {
  REAL(int, "unlink", const char *);
  int done = real(path);
  if (done == 0 && is_ours(path)) record('u', path, 0, "", 0);
  return done;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(int, "clock_gettime", clockid_t, struct timespec *);
  int done = real(clock, time);
  if (done == 0 && control && control[4] && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += control[4] / 1000000000;
  return done;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  REAL(int, "gettimeofday", struct timeval *restrict, void *restrict);
  int done = real(time, zone);
  if (done == 0 && control && control[4]) time->tv_sec += control[4] / 1000000000;
  return done;
}

// A library that grabr loads into the processes of a test (LD_PRELOAD), with --snapshot. It copies
// a process at the moment when it first asks for a file of the test's folder (the candidate, or a
// copy of it), and lets a later test go on from the copy. So what a program does before it reads
// its input (loading, importing modules) is done once, as with the fork server of AFL (M.
// Zalewski), but for programs that know nothing of it.
//
// Three roles in one process image:
//   asking   Each process describes itself when it starts, and before it replaces itself by another
//            program: its program, arguments, environment, folder, limits and streams (its
//            *identity*). The worker (snapshots.h) is asked whether a copy of such a process waits.
//            If so, this process only passes its streams on, and ends as the copy's child ends.
//   watching A process for which there is no copy notes which files it opens or looks for. When it
//            first asks for a file of the test's folder, it makes a copy of itself, unless it has
//            done something that a copy cannot repeat; the worker gets the reason then (`refuse`).
//   serving  The copy waits. For each test it checks that the noted files are as they were, and
//   what it
//            has read of standard input; and makes a child of the worker with the streams of the
//            test, which goes on into the call that asked for the file.
//
// Scripts put files into folders that mktemp names. It gets names here that are the same in each
// test, since the test's folder is new each time.
//
// The child is made by clone() with CLONE_PARENT: the worker waits for it and kills it like any
// other test, and the program never sees a child that it did not make. Since fork() is not called,
// nothing that a program has registered to run at a fork runs, just as in a process without a
// snapshot.
//
// Everything until the constructor's end may run before the C library is initialised, and after a
// vfork in the memory of the parent process: it must not allocate memory.
// Tested by tests/check_snapshot.py.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

// The messages; the first byte tells the kind. snapshots.cc has the same letters.
enum {
  kAsk = 'A',        // of a process that starts: is there a copy? With its streams
  kAskBefore = 'B',  // the same, of a process that is about to become this program
  kRegister = 'R',   // of a copy: it waits for tests
  kRefuse = 'F',     // a copy could not be made, with the reason
  kStale = 'X',      // of a copy: it no longer is like a new process, with the reason
  kNone = 'N',       // there is no copy, and none is wanted
  kMake = 'M',       // there is no copy: make one if you can
  kGo = 'G',         // to a copy: start a test, with its number and streams
  kStarted = 'P',    // the process that runs the test
  kEnded = 'E',      // its status, as of waitpid
};

#define MAX_IDENTITY 150000   // bytes of an identity; a message must hold it
#define MAX_NOTES (8u << 20)  // bytes of notes on files
#define MAX_FILES 64          // open files that a test opens again
#define MAX_STDIN 65536       // bytes of a pipe on standard input that are compared
#define MIN_CPU_NS 5000000    // processor time before the point that is worth a copy

// ---- This process ----

static struct sockaddr_un worker;  // the worker's socket; empty: we are not in a test
static char test_folder[4096];     // the folder of the test, with a slash at its end
static size_t test_folder_length;
static char* test_number;               // the value of GRABR_TEST_ID in our environment
static pid_t self;                      // the process that began with this program
static int watching;                    // until a file of the test's folder is asked for
static int names_mktemp;                // is this mktemp?
static off_t stdin_offset;              // at the start
static char stdin_bytes[MAX_STDIN];     // what is in a pipe on standard input at the start
static ssize_t stdin_length;            // -1: unknown, because it may still be written
static size_t stdin_consumed;           // bytes read until the copy is made
static unsigned long written_at_start;  // bytes written before this program began

static char identity[MAX_IDENTITY];
static size_t identity_length;

// ---- Notes on files: struct note, then the path with its NUL, padded to 8 bytes ----

struct note {
  uint64_t device, inode, size, modified_ns;  // all 0: there was no such file
  uint32_t bytes;                             // of this note with its path
  char path[];
};
static char* notes;
static size_t notes_bytes;
static int notes_full;

struct open_file {
  int number, flags, descriptor_flags;
  off_t offset;
};
static struct open_file open_files[MAX_FILES];
static unsigned open_count;
static int lists_folder;       // has it listed the test's folder?
static char folder_names[64];  // a digest of the names there

static long long_ns(const struct timespec* time) {
  return time->tv_sec * 1000000000L + time->tv_nsec;
}

static int real_open(const char* path, int flags) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0);
}

static ssize_t link_target(const char* path, char* to, size_t size) {
  const ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, path, to, size - 1);
  if (length >= 0) to[length] = 0;
  return length;
}

static int look(const char* path, struct stat* status) {
  return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, 0);
}

// ---- Messages ----

static int connect_to_worker(void) {
  const int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (connection < 0) return -1;
  if (connect(connection, (struct sockaddr*)&worker, sizeof worker) == 0) return connection;
  close(connection);
  return -1;
}

/// Sends a kind and two pieces of data; with `streams`, the standard streams too.
static int send_message(int to, char kind, const void* data, size_t bytes, int streams) {
  struct iovec parts[2] = {{&kind, 1}, {(void*)data, bytes}};
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(3 * sizeof(int))];
  } control;
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  if (streams) {
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(3 * sizeof(int));
    const int numbers[3] = {0, 1, 2};
    memcpy(CMSG_DATA(header), numbers, sizeof numbers);
  }
  ssize_t sent;
  do sent = sendmsg(to, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -1 : 0;
}

/// Receives a message into `data` and up to three files into `files`. Returns its bytes; 0: closed.
static ssize_t receive_message(int from, char* data, size_t size, int files[3]) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(3 * sizeof(int))];
  } control;
  struct iovec part = {data, size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  message.msg_control = control.space;
  message.msg_controllen = sizeof control.space;
  ssize_t bytes;
  do bytes = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
  while (bytes < 0 && errno == EINTR);
  if (bytes <= 0) return bytes;
  const struct cmsghdr* const header = CMSG_FIRSTHDR(&message);
  if (files != NULL && header != NULL && header->cmsg_len == CMSG_LEN(3 * sizeof(int))) {
    memcpy(files, CMSG_DATA(header), 3 * sizeof(int));
  }
  return bytes;
}

static void refuse(const char* reason) {
  const int connection = connect_to_worker();
  if (connection < 0) return;
  char text[600];
  char program[256];
  if (link_target("/proc/self/exe", program, sizeof program) < 0) strcpy(program, "?");
  const int length = snprintf(text, sizeof text, "%s%c%s", program, 0, reason);
  send_message(connection, kRefuse, text, (size_t)length, 0);
  close(connection);
}

// ---- Asking ----

static int put(const void* data, size_t bytes) {
  if (identity_length + bytes > sizeof identity) return 0;
  memcpy(identity + identity_length, data, bytes);
  identity_length += bytes;
  return 1;
}

static int put_text(const char* text) { return put(text, strlen(text) + 1); }

static int put_texts(char* const texts[]) {
  for (; texts != NULL && *texts != NULL; ++texts) {
    if (strncmp(*texts, "GRABR_TEST_ID=", 14) != 0 && !put_text(*texts)) return 0;
  }
  return put("", 1);
}

/// The kind and place of a standard stream: programs look at them when they start.
static int put_stream(int number) {
  struct stat status;
  if (fstat(number, &status) != 0) return 0;
  const uint64_t facts[3] = {status.st_mode & S_IFMT, S_ISCHR(status.st_mode) ? status.st_rdev : 0,
                             (uint64_t)lseek(number, 0, SEEK_CUR)};
  return put(facts, sizeof facts);
}

/// Are files open, besides the standard streams, that a new program would inherit?
static int inherits_files(void) {
  const int folder = real_open("/proc/self/fd", O_RDONLY | O_DIRECTORY);
  if (folder < 0) return 1;
  int found = 0;
  char buffer[4096];
  long bytes;
  while (!found && (bytes = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < bytes;) {
      const struct dirent64* const entry = (const struct dirent64*)(buffer + at);
      at += entry->d_reclen;
      const int number = atoi(entry->d_name);
      if (entry->d_name[0] == '.' || number <= 2 || number == folder) continue;
      const int flags = fcntl(number, F_GETFD);
      found |= flags >= 0 && (flags & FD_CLOEXEC) == 0;
    }
  }
  close(folder);
  return found;
}

/// Describes a process with this program that we are, or are about to become. Returns 0 if that
/// cannot be described.
static int describe(const char* program, char* const arguments[], char* const environment[]) {
  identity_length = 0;
  char folder[4096];
  if (syscall(SYS_getcwd, folder, sizeof folder) < 0) return 0;
  if (!put_text(program) || !put_texts(arguments) || !put_texts(environment)) return 0;
  if (!put_text(folder) || !put_stream(0) || !put_stream(1) || !put_stream(2)) return 0;
  const mode_t mask = umask(0);
  umask(mask);
  sigset_t blocked;
  uint64_t ignored = 0;
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  for (int number = 1; number < 65; ++number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
      ignored |= 1UL << (number - 1);
  }
  uint64_t facts[4] = {mask, 0, ignored, (uint64_t)getuid() << 32 | geteuid()};
  memcpy(&facts[1], &blocked, sizeof facts[1]);
  if (!put(facts, sizeof facts)) return 0;
  for (int resource = 0; resource < (int)RLIM_NLIMITS; ++resource) {
    struct rlimit limit = {0, 0};
    getrlimit(resource, &limit);
    if (!put(&limit, sizeof limit)) return 0;
  }
  return 1;
}

static volatile pid_t replacement;

static void pass_signal_on(int number) {
  if (replacement > 0) kill(replacement, number);
}

/// Ends this process as the one that replaces it has ended.
static void end_like(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  kill(getpid(), number);
  _exit(128 + number);
}

/// Stands in for the process that runs the test: passes signals on, and ends as it ends.
static void stand_in(int connection, pid_t process) {
  replacement = process;
  static const int passed[] = {SIGTERM, SIGINT,  SIGHUP,  SIGQUIT,
                               SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU};
  for (size_t i = 0; i < sizeof passed / sizeof *passed; ++i) {
    struct sigaction action;
    if (sigaction(passed[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = pass_signal_on;
    sigaction(passed[i], &action, NULL);
  }
  char answer[1 + sizeof(int)];
  int status;
  if (receive_message(connection, answer, sizeof answer, NULL) != sizeof answer ||
      answer[0] != kEnded) {
    kill(process, SIGKILL);
    _exit(125);  // the worker has died, or ends this test
  }
  memcpy(&status, answer + 1, sizeof status);
  end_like(status);
}

/// Asks for a copy of the process just described. Returns the answer's kind; does not return if
/// there is a copy.
static char ask(char kind) {
  const int connection = connect_to_worker();
  if (connection < 0) return kNone;
  char answer[1 + sizeof(pid_t)] = {kNone};
  if (send_message(connection, kind, identity, identity_length, 1) == 0 &&
      receive_message(connection, answer, sizeof answer, NULL) > 0 && answer[0] == kStarted) {
    pid_t process;
    memcpy(&process, answer + 1, sizeof process);
    stand_in(connection, process);
  }
  close(connection);
  return answer[0];
}

// ---- Watching ----

static void note(const char* path) {
  if (notes_full) return;
  struct stat status;
  const int there = look(path, &status) == 0;
  const size_t bytes = (sizeof(struct note) + strlen(path) + 1 + 7) & ~(size_t)7;
  if (notes_bytes + bytes > MAX_NOTES) {
    notes_full = 1;
    return;
  }
  struct note* const at = (struct note*)(notes + notes_bytes);
  memset(at, 0, sizeof *at);
  at->bytes = (uint32_t)bytes;
  strcpy(at->path, path);
  if (there) {
    at->device = status.st_dev;
    at->inode = status.st_ino;
    if (!S_ISDIR(status.st_mode) && !S_ISCHR(status.st_mode)) {
      at->size = (uint64_t)status.st_size;
      at->modified_ns = (uint64_t)long_ns(&status.st_mtim);
    }
  }
  notes_bytes += bytes;
}

/// The first noted file that has changed since; NULL: none.
static const char* changed_file(void) {
  for (size_t at = 0; at < notes_bytes;) {
    const struct note* const one = (const struct note*)(notes + at);
    at += one->bytes;
    struct stat status;
    const int there = look(one->path, &status) == 0;
    if (there != (one->inode != 0)) return one->path;
    if (!there || S_ISDIR(status.st_mode) || S_ISCHR(status.st_mode)) continue;
    if (one->device != status.st_dev || one->inode != status.st_ino ||
        one->size != (uint64_t)status.st_size ||
        one->modified_ns != (uint64_t)long_ns(&status.st_mtim)) {
      return one->path;
    }
  }
  return NULL;
}

/// The path from the root of what a program names, without "." and "//". Returns 0 if it is too
/// long.
static int full_path(int folder, const char* path, char* full, size_t size) {
  size_t length = 0;
  if (path[0] != '/') {
    char link[64] = "/proc/self/cwd";
    if (folder != AT_FDCWD) snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    const ssize_t folder_length = link_target(link, full, size);
    if (folder_length < 0) return 0;
    length = (size_t)folder_length;
  }
  while (*path != 0) {
    while (*path == '/') ++path;
    if (path[0] == '.' && (path[1] == '/' || path[1] == 0)) {
      ++path;
      continue;
    }
    const size_t part = strcspn(path, "/");
    if (part == 0) break;
    if (length + part + 2 > size) return 0;
    if (length == 0 || full[length - 1] != '/') full[length++] = '/';
    memcpy(full + length, path, part);
    length += part;
    path += part;
  }
  full[length] = 0;
  return 1;
}

static int is_in_test_folder(const char* full) {
  return strncmp(full, test_folder, test_folder_length) == 0;
}

static void make_copy(void);

static int is_worth_a_copy(void) {
  struct timespec used;
  return getpid() == self && clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0 &&
         long_ns(&used) >= MIN_CPU_NS;
}

/// Called before a program opens or looks at a file. A file of the test's folder is another one in
/// each test; what the process knows until then is the same each time.
static void before_file(int folder, const char* path) {
  if (!watching || path == NULL) return;
  const int error = errno;
  char full[4096];
  struct stat status;
  if (full_path(folder, path, full, sizeof full)) {
    if (is_in_test_folder(full) && look(full, &status) == 0 && !S_ISDIR(status.st_mode))
      make_copy();
    else note(full);
  }
  errno = error;
}

// ---- Making a copy ----

/// A digest of the names in the test's folder; the order of a listing is not the same each time.
static void digest_folder(char* digest, size_t size) {
  uint64_t sum = 0, count = 0;
  char buffer[4096];
  long bytes;
  const int list = real_open(test_folder, O_RDONLY | O_DIRECTORY);
  while (list >= 0 && (bytes = syscall(SYS_getdents64, list, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < bytes;) {
      const struct dirent64* const entry = (const struct dirent64*)(buffer + at);
      at += entry->d_reclen;
      uint64_t hash = 14695981039346656037u;  // FNV-1a
      for (const char* c = entry->d_name; *c != 0; ++c)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
      sum += hash;
      ++count;
    }
  }
  if (list >= 0) close(list);
  snprintf(digest, size, "%llu %llu", (unsigned long long)count, (unsigned long long)sum);
}

/// What a pipe holds, without reading it. -1: unknown, because somebody may still write to it.
static ssize_t peek_pipe(int number, char* bytes, size_t size) {
  struct pollfd ends = {number, POLLIN, 0};
  if (poll(&ends, 1, 0) < 0 || (ends.revents & POLLHUP) == 0) return -1;
  int copy[2];
  if (pipe2(copy, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  const ssize_t copied = tee(number, copy[1], size, SPLICE_F_NONBLOCK);
  ssize_t length = 0, more;
  while (length < copied && (more = read(copy[0], bytes + length, (size_t)(copied - length))) > 0)
    length += more;
  close(copy[0]);
  close(copy[1]);
  return copied >= (ssize_t)size || (copied < 0 && errno != EAGAIN) ? -1 : length;
}

static int is_pipe(int number) {
  struct stat status;
  return fstat(number, &status) == 0 && S_ISFIFO(status.st_mode);
}

static int is_file(int number) {
  struct stat status;
  return fstat(number, &status) == 0 && S_ISREG(status.st_mode);
}

/// Notes what has been read of standard input. Returns the problem, if there is one.
static const char* stdin_problem(void) {
  stdin_consumed = 0;
  if (is_file(0)) {
    const off_t now = lseek(0, 0, SEEK_CUR);
    if (now == stdin_offset) return NULL;
    if (now < stdin_offset || now - stdin_offset > MAX_STDIN)
      return "it has read much of standard input";
    stdin_consumed = (size_t)(now - stdin_offset);
    const ssize_t bytes = pread(0, stdin_bytes, stdin_consumed, stdin_offset);
    return bytes == (ssize_t)stdin_consumed ? NULL : "it has read standard input";
  }
  if (!is_pipe(0)) return NULL;
  int left = 0;
  if (stdin_length < 0 || ioctl(0, FIONREAD, &left) != 0)
    return "its standard input is still being written";
  stdin_consumed = (size_t)(stdin_length - left);
  return NULL;
}

/// Does this stream begin with what the copy has read? Then skips that.
static int skips_same(int stream) {
  static char bytes[MAX_STDIN];
  if (stdin_consumed == 0) return 1;
  if (is_file(stream)) {
    return pread(stream, bytes, stdin_consumed, stdin_offset) == (ssize_t)stdin_consumed &&
           memcmp(bytes, stdin_bytes, stdin_consumed) == 0 &&
           lseek(stream, stdin_offset + (off_t)stdin_consumed, SEEK_SET) >= 0;
  }
  if (!is_pipe(stream) || peek_pipe(stream, bytes, sizeof bytes) < (ssize_t)stdin_consumed ||
      memcmp(bytes, stdin_bytes, stdin_consumed) != 0) {
    return 0;
  }
  size_t skipped = 0;
  ssize_t more;
  while (skipped < stdin_consumed && (more = read(stream, bytes, stdin_consumed - skipped)) > 0)
    skipped += (size_t)more;
  return skipped == stdin_consumed;
}

static int read_whole(const char* path, char* text, size_t size) {
  const int file = real_open(path, O_RDONLY);
  if (file < 0) return 0;
  size_t length = 0;
  ssize_t bytes;
  while (length + 1 < size && (bytes = read(file, text + length, size - 1 - length)) > 0)
    length += (size_t)bytes;
  close(file);
  text[length] = 0;
  return 1;
}

static unsigned long number_after(const char* text, const char* name) {
  const char* const at = strstr(text, name);
  return at == NULL ? ~0UL : strtoul(at + strlen(name), NULL, 10);
}

/// By this process, also before it became this program; ~0: unknown.
static unsigned long bytes_written(void) {
  char text[4096];
  return read_whole("/proc/self/io", text, sizeof text) ? number_after(text, "wchar: ") : ~0UL;
}

/// Why the open files cannot be opened again for each test; NULL: they can.
static const char* open_files_problem(void) {
  const int folder = real_open("/proc/self/fd", O_RDONLY | O_DIRECTORY);
  if (folder < 0) return "the system does not list its open files";
  const char* problem = NULL;
  open_count = 0;
  char buffer[4096];
  long bytes;
  while (problem == NULL && (bytes = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < bytes && problem == NULL;) {
      const struct dirent64* const entry = (const struct dirent64*)(buffer + at);
      at += entry->d_reclen;
      const int number = atoi(entry->d_name);
      struct stat status;
      if (entry->d_name[0] == '.' || number <= 2 || number == folder || fstat(number, &status) != 0)
        continue;
      const int flags = fcntl(number, F_GETFL);
      if (S_ISSOCK(status.st_mode) || S_ISFIFO(status.st_mode))
        problem = "it has a socket or pipe open";
      else if (S_ISCHR(status.st_mode))
        problem = major(status.st_rdev) == 1 ? NULL : "it has a device open";
      else if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        problem = "it has something open that is no file";
      else if ((flags & O_ACCMODE) != O_RDONLY) problem = "it has a file open for writing";
      else if (open_count == MAX_FILES) problem = "it has many files open";
      else
        open_files[open_count++] =
            (struct open_file){number, flags & ~(O_CREAT | O_TRUNC | O_EXCL),
                               fcntl(number, F_GETFD), lseek(number, 0, SEEK_CUR)};
    }
  }
  close(folder);
  return problem;
}

/// Notes the program and its libraries. Returns the problem, if there is one.
static const char* mapped_files_problem(void) {
  static char maps[1 << 20];
  if (!read_whole("/proc/self/maps", maps, sizeof maps))
    return "the system does not list its memory";
  const char* last = "";
  for (char* line = maps; *line != 0;) {
    char* const end = strchr(line, '\n');
    if (end == NULL) return "it has very many files in its memory";
    *end = 0;
    const char* const modes = strchr(line, ' ');
    const char* const path = strchr(line, '/');
    if (modes != NULL && modes[4] == 's' && modes[2] == 'w') return "it shares memory";
    if (path != NULL && strcmp(path, last) != 0) note(last = path);
    line = end + 1;
  }
  return NULL;
}

static int has_sanitizer(void) {
  static const char* const names[] = {"__asan_init", "__tsan_init", "__msan_init",
                                      "__ubsan_on_report", "__lsan_init"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
    if (dlsym(RTLD_DEFAULT, names[i]) != NULL) return 1;
  }
  return 0;
}

/// Where the C library keeps the number of this thread, which a clone must set; NULL: unknown.
static int* thread_number(void) {
  int* place = NULL;
#ifdef PR_GET_TID_ADDRESS
  if (prctl(PR_GET_TID_ADDRESS, &place) != 0) return NULL;
#endif
  return place != NULL && *place == (int)syscall(SYS_gettid) ? place : NULL;
}

/// Why a copy of this process would not be like a new one; NULL: it would.
static const char* problem_of_copy(void) {
  char text[4096];
  if (!read_whole("/proc/self/status", text, sizeof text))
    return "the system does not tell its state";
  if (number_after(text, "Threads:\t") != 1) return "it has several threads";
  const unsigned long written = bytes_written();
  if (written == ~0UL) return "the system does not tell what it has written";
  if (written != written_at_start) return "it has written something before it opens its input";
  siginfo_t child;
  if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0) return "it has a child process";
  struct rusage children;
  if (getrusage(RUSAGE_CHILDREN, &children) != 0 || children.ru_minflt != 0)
    return "it has run another program";
  for (int kind = ITIMER_REAL; kind <= ITIMER_PROF; ++kind) {
    struct itimerval timer;
    if (getitimer(kind, &timer) == 0 &&
        (timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0)) {
      return "it has set an alarm";
    }
  }
  if (has_sanitizer()) return "it is built with a sanitizer";
  if (thread_number() == NULL) return "the C library is not known";
  const char* problem = stdin_problem();
  if (problem == NULL) problem = open_files_problem();
  if (problem != NULL) return problem;
  if (notes_full) return "it opens very many files";
  return mapped_files_problem();
}

/// Like fork, but runs nothing that the program has registered for a fork. With CLONE_PARENT, the
/// copy is a child of our parent.
static pid_t copy_process(unsigned long flags) {
  int* const number = thread_number();
  flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
#if defined(__x86_64__)
  return (pid_t)syscall(SYS_clone, flags, 0, NULL, number, 0);
#else
  return (pid_t)syscall(SYS_clone, flags, 0, NULL, 0, number);
#endif
}

// ---- Serving ----

/// Opens a file of the copy again, so that each test reads it from the same place.
static void open_again(const struct open_file* file) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file->number);
  const int again = real_open(path, file->flags);
  if (again < 0) _exit(125);
  if (file->offset >= 0) lseek(again, file->offset, SEEK_SET);
  dup3(again, file->number, file->descriptor_flags & FD_CLOEXEC ? O_CLOEXEC : 0);
  close(again);
}

/// In the process that runs a test: takes its place.
static void take_place(int connection, const int streams[3], const char* number, const char* folder,
                       pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(125);
  setsid();
  close(connection);
  for (int i = 0; i < 3; ++i) {
    dup2(streams[i], i);
    close(streams[i]);
  }
  for (unsigned i = 0; i < open_count; ++i) open_again(&open_files[i]);
  if (chdir(folder) != 0) _exit(125);
  if (test_number != NULL && strlen(test_number) == strlen(number)) strcpy(test_number, number);
}

/// Waits for tests; returns in the process of each of them.
static void serve(int connection, const char* folder) {
  const pid_t parent = getppid();
  while (1) {
    char request[64] = {0};
    int streams[3] = {-1, -1, -1};
    const ssize_t bytes = receive_message(connection, request, sizeof request - 1, streams);
    if (bytes <= 0 || request[0] != kGo || streams[0] < 0) _exit(0);
    char names[sizeof folder_names];
    digest_folder(names, sizeof names);
    const char* changed = changed_file();
    if (changed == NULL && lists_folder && strcmp(names, folder_names) != 0)
      changed = "the files in its folder";
    if (changed == NULL && !skips_same(streams[0])) changed = "standard input";
    if (changed != NULL) {
      send_message(connection, kStale, changed, strlen(changed), 0);
      _exit(0);
    }
    const pid_t process = copy_process(CLONE_PARENT);
    if (process == 0) return take_place(connection, streams, request + 1, folder, parent);
    for (int i = 0; i < 3; ++i) close(streams[i]);
    if (process < 0) _exit(0);
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    const int64_t started[2] = {process, long_ns(&used)};
    send_message(connection, kStarted, started, sizeof started, 0);
  }
}

/// The process that listens at the other end.
static pid_t process_behind(int connection) {
  struct ucred peer = {0, 0, 0};
  socklen_t size = sizeof peer;
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
}

static void become_copy(const char* folder, int done) {
  setsid();
  const int nowhere = real_open("/dev/null", O_RDWR);
  for (int i = 0; i < 3; ++i) dup2(nowhere, i);
  close(nowhere);
  const int connection = connect_to_worker();
  if (connection < 0 || chdir("/") != 0) _exit(0);
  char answer = kNone;
  const pid_t between = getppid();
  put(&self, sizeof self);
  if (send_message(connection, kRegister, identity, identity_length, 0) != 0 ||
      receive_message(connection, &answer, 1, NULL) != 1 || answer != kRegister) {
    _exit(0);
  }
  close(done);
  while (getppid() == between) usleep(50);  // until it has ended, we are not the worker's child
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != process_behind(connection)) _exit(0);
  serve(connection, folder);
}

/// Makes a copy that serves later tests, if this process allows it. Its test goes on here, and each
/// later one returns from here, too.
static void make_copy(void) {
  watching = 0;
  // A process that was forked has another history than its identity tells.
  if (!is_worth_a_copy()) return;
  const char* const problem = problem_of_copy();
  if (problem != NULL) return refuse(problem);
  char folder[4096];
  if (syscall(SYS_getcwd, folder, sizeof folder) < 0) return;
  digest_folder(folder_names, sizeof folder_names);
  int done[2];
  if (pipe2(done, O_CLOEXEC) != 0) return;
  // Without a handler the end of the process between leaves no trace.
  struct sigaction before, usual;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &usual, &before);
  const pid_t between = copy_process(0);
  if (between == 0) {
    if (copy_process(0) == 0) {
      sigaction(SIGCHLD, &before, NULL);
      close(done[0]);
      return become_copy(folder, done[1]);
    }
    close(done[1]);
    char byte;
    while (read(done[0], &byte, 1) < 0 && errno == EINTR) {
    }
    _exit(0);
  }
  close(done[1]);
  if (between > 0) {
    while (waitpid(between, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  close(done[0]);
  sigaction(SIGCHLD, &before, NULL);
}

// ---- The calls that are watched ----

static void replace_random_letters(const char* path);

#define REAL(name) ((__typeof__(&name))real(#name))

static void* real(const char* name) {
  void* const function = dlsym(RTLD_NEXT, name);
  if (function == NULL) _exit(125);
  return function;
}

#define OPEN(name)                                                                  \
  EXPORT int name(const char* path, int flags, ...) {                               \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                                   \
    if (names_mktemp && (flags & O_EXCL) != 0) replace_random_letters(path);        \
    before_file(AT_FDCWD, path);                                                    \
    static __typeof__(&name) next;                                                  \
    if (next == NULL) next = REAL(name);                                            \
    return next(path, flags, mode);                                                 \
  }

#define OPENAT(name)                                                                \
  EXPORT int name(int folder, const char* path, int flags, ...) {                   \
    va_list rest;                                                                   \
    va_start(rest, flags);                                                          \
    const mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                                   \
    before_file(folder, path);                                                      \
    static __typeof__(&name) next;                                                  \
    if (next == NULL) next = REAL(name);                                            \
    return next(folder, path, flags, mode);                                         \
  }

#define WATCHED(result, name, folder, path, parameters, arguments) \
  EXPORT result name parameters {                                  \
    before_file(folder, path);                                     \
    static __typeof__(&name) next;                                 \
    if (next == NULL) next = REAL(name);                           \
    return next arguments;                                         \
  }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
WATCHED(FILE*, fopen, AT_FDCWD, path, (const char* path, const char* mode), (path, mode))
WATCHED(FILE*, fopen64, AT_FDCWD, path, (const char* path, const char* mode), (path, mode))
WATCHED(FILE*, freopen, AT_FDCWD, path, (const char* path, const char* mode, FILE* file),
        (path, mode, file))
WATCHED(FILE*, freopen64, AT_FDCWD, path, (const char* path, const char* mode, FILE* file),
        (path, mode, file))
WATCHED(int, stat, AT_FDCWD, path, (const char* path, struct stat* status), (path, status))
WATCHED(int, stat64, AT_FDCWD, path, (const char* path, struct stat64* status), (path, status))
WATCHED(int, lstat, AT_FDCWD, path, (const char* path, struct stat* status), (path, status))
WATCHED(int, lstat64, AT_FDCWD, path, (const char* path, struct stat64* status), (path, status))
WATCHED(int, fstatat, folder, path, (int folder, const char* path, struct stat* status, int flags),
        (folder, path, status, flags))
WATCHED(int, fstatat64, folder, path,
        (int folder, const char* path, struct stat64* status, int flags),
        (folder, path, status, flags))
WATCHED(int, statx, folder, path,
        (int folder, const char* path, int flags, unsigned mask, struct statx* status),
        (folder, path, flags, mask, status))
WATCHED(int, access, AT_FDCWD, path, (const char* path, int mode), (path, mode))
WATCHED(int, faccessat, folder, path, (int folder, const char* path, int mode, int flags),
        (folder, path, mode, flags))
WATCHED(char*, realpath, AT_FDCWD, path, (const char* path, char* resolved), (path, resolved))

// Programs built with _FORTIFY_SOURCE call these.
int __open_2(const char* path, int flags);
int __open64_2(const char* path, int flags);
int __openat_2(int folder, const char* path, int flags);
int __openat64_2(int folder, const char* path, int flags);
WATCHED(int, __open_2, AT_FDCWD, path, (const char* path, int flags), (path, flags))
WATCHED(int, __open64_2, AT_FDCWD, path, (const char* path, int flags), (path, flags))
WATCHED(int, __openat_2, folder, path, (int folder, const char* path, int flags),
        (folder, path, flags))
WATCHED(int, __openat64_2, folder, path, (int folder, const char* path, int flags),
        (folder, path, flags))

// Programs built with an older C library call these instead of stat.
int __xstat(int version, const char* path, struct stat* status);
int __xstat64(int version, const char* path, struct stat64* status);
int __lxstat(int version, const char* path, struct stat* status);
int __lxstat64(int version, const char* path, struct stat64* status);
WATCHED(int, __xstat, AT_FDCWD, path, (int version, const char* path, struct stat* status),
        (version, path, status))
WATCHED(int, __xstat64, AT_FDCWD, path, (int version, const char* path, struct stat64* status),
        (version, path, status))
WATCHED(int, __lxstat, AT_FDCWD, path, (int version, const char* path, struct stat* status),
        (version, path, status))
WATCHED(int, __lxstat64, AT_FDCWD, path, (int version, const char* path, struct stat64* status),
        (version, path, status))

EXPORT DIR* opendir(const char* path) {
  char full[4096];
  if (watching && full_path(AT_FDCWD, path, full, sizeof full - 1)) {
    lists_folder |= is_in_test_folder(strcat(full, "/"));
  }
  static __typeof__(&opendir) next;
  if (next == NULL) next = REAL(opendir);
  return next(path);
}

/// Gives a name made by mktemp digits instead of random letters, if it lies in the test's folder.
static void replace_random_letters(const char* path) {
  static unsigned number;
  char full[4096];
  const size_t length = strlen(path);
  if (!full_path(AT_FDCWD, path, full, sizeof full) || !is_in_test_folder(full)) return;
  char digits[16];
  snprintf(digits, sizeof digits, "%0*u", (int)names_mktemp, ++number);
  // The path is a copy of the template, which mktemp fills in and prints.
  if (length >= strlen(digits)) strcpy((char*)path + length - strlen(digits), digits);
}

EXPORT int mkdir(const char* path, mode_t mode) {
  if (names_mktemp) replace_random_letters(path);
  static __typeof__(&mkdir) next;
  if (next == NULL) next = REAL(mkdir);
  return next(path, mode);
}

/// The number of letters that mktemp fills in at the end of a name; 0: another program, or not
/// known.
static int letters_of_mktemp(const char* program, char* const arguments[]) {
  const char* const slash = strrchr(program, '/');
  if (slash == NULL || strcmp(slash, "/mktemp") != 0) return 0;
  int letters = 10;  // of "tmp.XXXXXXXXXX"
  for (char* const* one = arguments; *one != NULL && one != arguments + 64; ++one) {
    const size_t length = strlen(*one);
    if (strncmp(*one, "--suffix", 8) == 0) return 0;
    if (one == arguments || length < 3 || strcmp(*one + length - 3, "XXX") != 0) continue;
    letters = 0;
    while ((size_t)letters < length && letters < 12 && (*one)[length - 1 - (size_t)letters] == 'X')
      ++letters;
  }
  return letters;
}

/// Asks before this process becomes another program, which saves loading it.
static void before_program(const char* path, char* const arguments[], char* const environment[]) {
  if (worker.sun_path[0] == 0) return;
  watching = 0;  // describing another program overwrites our identity
  const int error = errno;
  char link[64], program[4096];
  const int file = real_open(path, O_PATH);
  if (file >= 0) {
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = link_target(link, program, sizeof program);
    close(file);
    if (length > 0 && !inherits_files() && describe(program, arguments, environment))
      ask(kAskBefore);
  }
  errno = error;
}

static void before_program_in_path(const char* name, char* const arguments[],
                                   char* const environment[]) {
  if (strchr(name, '/') != NULL) return before_program(name, arguments, environment);
  const char* path = getenv("PATH");
  char full[4096];
  while (path != NULL && *path != 0) {
    const size_t length = strcspn(path, ":");
    if (length > 0 && length + strlen(name) + 2 < sizeof full) {
      snprintf(full, sizeof full, "%.*s/%s", (int)length, path, name);
      if (syscall(SYS_faccessat, AT_FDCWD, full, X_OK) == 0)
        return before_program(full, arguments, environment);
    }
    path += length + (path[length] == ':');
  }
}

EXPORT int execve(const char* path, char* const arguments[], char* const environment[]) {
  before_program(path, arguments, environment);
  static __typeof__(&execve) next;
  if (next == NULL) next = REAL(execve);
  return next(path, arguments, environment);
}

EXPORT int execv(const char* path, char* const arguments[]) {
  before_program(path, arguments, environ);
  static __typeof__(&execv) next;
  if (next == NULL) next = REAL(execv);
  return next(path, arguments);
}

EXPORT int execvp(const char* name, char* const arguments[]) {
  before_program_in_path(name, arguments, environ);
  static __typeof__(&execvp) next;
  if (next == NULL) next = REAL(execvp);
  return next(name, arguments);
}

EXPORT int execvpe(const char* name, char* const arguments[], char* const environment[]) {
  before_program_in_path(name, arguments, environment);
  static __typeof__(&execvpe) next;
  if (next == NULL) next = REAL(execvpe);
  return next(name, arguments, environment);
}

// ---- The beginning of each process ----

static const char* value_of(char** environment, const char* name) {
  const size_t length = strlen(name);
  for (; environment != NULL && *environment != NULL; ++environment) {
    if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=')
      return *environment + length + 1;
  }
  return NULL;
}

__attribute__((constructor)) static void begin(int count, char** arguments, char** environment) {
  (void)count;
  const char* const address = value_of(environment, "GRABR_SNAPSHOT");
  const char* const candidate = value_of(environment, "GRABR_FILE");
  if (address == NULL || candidate == NULL || candidate[0] != '/') return;
  if (strlen(address) >= sizeof worker.sun_path || strlen(candidate) >= sizeof test_folder) return;
  worker.sun_family = AF_UNIX;
  strcpy(worker.sun_path, address);
  strcpy(test_folder, candidate);
  test_folder_length = (size_t)(strrchr(test_folder, '/') + 1 - test_folder);
  test_folder[test_folder_length] = 0;
  test_number = (char*)value_of(environment, "GRABR_TEST_ID");
  self = getpid();
  char program[4096];
  if (link_target("/proc/self/exe", program, sizeof program) < 0) return;
  names_mktemp = letters_of_mktemp(program, arguments);
  if (inherits_files() || !describe(program, arguments, environment)) return;
  if (ask(kAsk) != kMake) return;
  notes = mmap(NULL, MAX_NOTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
               -1, 0);
  if (notes == MAP_FAILED) return;
  stdin_offset = lseek(0, 0, SEEK_CUR);
  stdin_length = is_pipe(0) ? peek_pipe(0, stdin_bytes, sizeof stdin_bytes) : 0;
  written_at_start = bytes_written();
  watching = 1;
}

// The test program of the end-to-end checks (tests/check_*.py): small and fast, it judges a
// candidate by plain conditions, writes down that it ran, and misbehaves on demand.
//
//   shim [OPTION VALUE]... [CONDITION]... FILE
//
// Conditions, all must hold: has=TEXT  count=N,TEXT (at least)  order=A,B  balanced (brackets)
//   depth=N (brackets, at least)  lines=N (at least)  bytes=N (at least)  json=KEY (is JSON with
//   such a key)  odd=CODE (not a condition: exits with CODE where the number of bytes is odd).
// Options: --sleep-ms N, --random-sleep-ms N    before the answer; the second up to N, never twice
// the same
//   --port N         holds a port of localhost while it works; exits with 1 where that is taken.
//   With a
//                    file $SHIM_MEETING: each but the first waits until somebody has found it taken
//   --fault KIND     on one candidate in --every N (by hash), at most --most N times in all (needs
//                    a log), only on those of less than --below N bytes; see shim_faults.h. Only
//                    for candidates below the folder $SHIM_PLAYGROUND, where nothing is of value
// Waits before the answer as long as there is a file $SHIM_HOLD ("BYTES PATH", or "BYTES PATH
// deaf": then SIGTERM is ignored meanwhile) and the file PATH has less than BYTES: from the first
// gain on. Appends lines "SECONDS WORD HASH" to the file $SHIM_LOG: begin, end0, end1, end125,
// fault. (A file that the command names would be part of the test: answers are not kept when it
// changes.) Exits with 0 when all conditions hold, else with 1. What is wrong with its own
// arguments: 2.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "json_text.h"
#include "shim_faults.h"

namespace {

using grabr::test::JsonText;

struct Options {
  std::string log;
  unsigned long sleep_ms = 0;
  unsigned long random_sleep_ms = 0;
  unsigned long port = 0;
  std::string fault;
  unsigned long every = 1;
  unsigned long most = 0;
  unsigned long below = 0;
};

unsigned long number_of(std::string_view text) {
  return std::strtoul(std::string(text).c_str(), nullptr, 10);
}

std::string read_whole(const std::string& path) {
  std::string text;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  char part[65536];
  for (ssize_t got = 0; (got = ::read(file, part, sizeof part)) > 0;) {
    text.append(part, static_cast<std::size_t>(got));
  }
  if (file >= 0) ::close(file);
  return text;
}

/// FNV-1a, 64 bits: also computed by tests/support/checks.py.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

unsigned long count_of(std::string_view text, std::string_view part) {
  unsigned long count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The maximum depth of brackets, or -1 if they do not match.
long bracket_depth(std::string_view text) {
  static constexpr std::string_view kOpen = "([{";
  static constexpr std::string_view kClose = ")]}";
  std::string open;
  std::size_t depth = 0;
  for (const char c : text) {
    if (kOpen.find(c) != kOpen.npos) open += c;
    depth = std::max(depth, open.size());
    if (kClose.find(c) == kClose.npos) continue;
    if (open.empty() || kOpen.find(open.back()) != kClose.find(c)) return -1;
    open.pop_back();
  }
  return open.empty() ? static_cast<long>(depth) : -1;
}

bool holds(std::string_view condition, std::string_view text) {
  const std::size_t equals = std::min(condition.find('='), condition.size());
  const std::string_view name = condition.substr(0, equals);
  const std::string_view value = condition.substr(std::min(equals + 1, condition.size()));
  const std::string_view first = value.substr(0, value.find(','));
  const std::string_view second = value.substr(std::min(first.size() + 1, value.size()));
  if (name == "has") return text.find(value) != text.npos;
  if (name == "count") return count_of(text, second) >= number_of(first);
  if (name == "order") {
    const std::size_t at = text.find(first);
    return at != text.npos && text.find(second, at + first.size()) != text.npos;
  }
  if (name == "balanced") return bracket_depth(text) >= 0;
  if (name == "depth") return bracket_depth(text) >= static_cast<long>(number_of(value));
  if (name == "lines") return count_of(text, "\n") >= number_of(value);
  if (name == "bytes") return text.size() >= number_of(value);
  if (name == "json") {
    JsonText json(text, value);
    return json.well_formed() && json.key_seen();
  }
  if (name == "odd") return true;  // handled in main
  std::fprintf(stderr, "shim: no such condition: %.*s\n", static_cast<int>(condition.size()),
               condition.data());
  std::exit(2);
}

void write_log(const std::string& log, const char* word, std::uint64_t hash) {
  if (log.empty()) return;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  char line[100];
  const int size = std::snprintf(line, sizeof line, "%lld.%06ld %s %016llx\n",
                                 static_cast<long long>(now.tv_sec), now.tv_nsec / 1000, word,
                                 static_cast<unsigned long long>(hash));
  const int file = ::open(log.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0 || ::write(file, line, static_cast<std::size_t>(size)) != size) return;
  ::close(file);
}

std::string log_at_exit;
std::uint64_t hash_at_exit = 0;

[[noreturn]] void end(int status) {
  write_log(log_at_exit, ("end" + std::to_string(status)).c_str(), hash_at_exit);
  std::_Exit(status);
}

bool fault_is_due(const Options& options, std::string_view text, std::uint64_t hash) {
  if (options.fault.empty() || hash % options.every != 0) return false;
  if (options.below > 0 && text.size() >= options.below) return false;
  return options.most == 0 || count_of(read_whole(options.log), " fault ") < options.most;
}

void pause(const Options& options) {
  unsigned long wait_us = options.sleep_ms * 1000;
  std::uint32_t random = 0;
  if (options.random_sleep_ms > 0 && ::getrandom(&random, sizeof random, 0) > 0) {
    wait_us += random % (options.random_sleep_ms * 1000);
  }
  if (wait_us > 0) ::usleep(static_cast<useconds_t>(wait_us));
}

void wait_while_held() {
  const char* name = std::getenv("SHIM_HOLD");
  if (name == nullptr) return;
  for (std::string text; !(text = read_whole(name)).empty(); ::usleep(2000)) {
    char path[4096] = "", deaf[8] = "";
    unsigned long below = 0;
    struct stat facts {};
    if (std::sscanf(text.c_str(), "%lu %4095s %7s", &below, path, deaf) < 2) return;
    if (::stat(path, &facts) != 0 || static_cast<unsigned long>(facts.st_size) >= below) return;
    if (*deaf != '\0') ::signal(SIGTERM, SIG_IGN);
  }
}

bool is_there(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

void make(const std::string& path) {
  ::close(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
}

void meet_others() {
  const char* meeting = std::getenv("SHIM_MEETING");
  if (meeting == nullptr) return;
  const std::string first = std::string(meeting) + ".first";
  if (!is_there(first)) return make(first);
  while (!is_there(meeting)) ::usleep(2000);
}

void hold_port(unsigned long port) {
  if (port == 0) return;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  if (::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    std::fprintf(stderr, "shim: port %lu is taken\n", port);
    if (const char* meeting = std::getenv("SHIM_MEETING")) make(meeting);
    end(1);
  }
  meet_others();
}

/// Sets the option `name`; returns false if there is no such option.
bool set_option(Options& options, std::string_view name, const char* value) {
  if (name == "--sleep-ms") options.sleep_ms = number_of(value);
  else if (name == "--random-sleep-ms") options.random_sleep_ms = number_of(value);
  else if (name == "--port") options.port = number_of(value);
  else if (name == "--fault") options.fault = value;
  else if (name == "--every") options.every = std::max(1UL, number_of(value));
  else if (name == "--most") options.most = number_of(value);
  else if (name == "--below") options.below = number_of(value);
  else return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (const char* log = std::getenv("SHIM_LOG")) options.log = log;
  int at = 1;
  while (at + 1 < argc && set_option(options, argv[at], argv[at + 1])) at += 2;
  if (at >= argc) return 2;
  const std::string path = argv[argc - 1];
  const std::string text = read_whole(path);
  const std::uint64_t hash = hash_of(text);
  log_at_exit = options.log;
  hash_at_exit = hash;
  write_log(options.log, "begin", hash);
  hold_port(options.port);
  pause(options);
  wait_while_held();
  if (fault_is_due(options, text, hash)) {
    write_log(options.log, "fault", hash);
    grabr::test::misbehave(options.fault, path);
  }
  bool all_hold = true;
  for (; at + 1 < argc; ++at) {
    if (std::string_view(argv[at]).starts_with("odd=") && text.size() % 2 == 1) {
      end(static_cast<int>(number_of(argv[at] + 4)));
    }
    all_hold = all_hold && holds(argv[at], text);
  }
  end(all_hold ? 0 : 1);
}

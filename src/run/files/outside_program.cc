// Messages go through pipes that are read and written when they are ready, so that neither side
// blocks the other. The program's standard error is not redirected. Tested by
// tests/check_proposers.py.
#include "run/files/outside_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "oracle/process/spawn.h"
#include "run/files/outside_messages.h"
#include "text/system_call.h"

extern char** environ;

namespace grabr {
namespace {

constexpr int kPoll_ms = 100;
constexpr int kMaxSilence_ms = 60'000;
constexpr int kEnd_ms = 1'000;
constexpr std::size_t kMaxUnreadBytes = std::size_t{1} << 28;

struct Pipe {
  FileDescriptor read, write;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  }
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

void make_non_blocking(const FileDescriptor& file) {
  ::fcntl(file.number(), F_SETFL, ::fcntl(file.number(), F_GETFL) | O_NONBLOCK);
}

std::vector<std::string> environment_of_reducers() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("SHRINKRAY_REDUCER_PARALLELISM=")) {
      variables.emplace_back(*variable);
    }
  }
  // With more questions at once, their order would depend on time.
  variables.emplace_back("SHRINKRAY_REDUCER_PARALLELISM=1");
  return variables;
}

}  // namespace

OutsideProgram::OutsideProgram(std::string command, Tell tell)
    : command_(std::move(command)), tell_(std::move(tell)) {}

OutsideProgram::~OutsideProgram() { end(); }

void OutsideProgram::start() {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Command command;
  command.program.path = "/bin/sh";
  command.arguments = {"sh", "-c", command_};
  command.environment = environment_of_reducers();
  command.folder = std::filesystem::current_path();
  const Spawned started =
      spawn(command, {input.read.number(), output.write.number(), STDERR_FILENO});
  if (!started.failure.empty()) return leave_out("cannot be started: " + started.failure);
  process_ = started.process;
  to_ = std::move(input.write);
  from_ = std::move(output.read);
  make_non_blocking(to_);
  make_non_blocking(from_);
  unsent_.clear();
  unread_.clear();
  has_said_anything_ = false;
}

void OutsideProgram::end() {
  to_.close();
  from_.close();
  if (process_ < 0) return;
  const pid_t process = std::exchange(process_, -1);
  bool ended = false;
  for (int waited = 0; !ended && waited < kEnd_ms; waited += 10) {
    ended = retry_interrupted([&] { return ::waitpid(process, nullptr, WNOHANG); }) != 0;
    if (!ended) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ::kill(-process, SIGKILL);
  if (!ended) retry_interrupted([&] { return ::waitpid(process, nullptr, 0); });
}

void OutsideProgram::leave_out(const std::string& why) {
  left_out_ = true;
  if (tell_) tell_(command_ + ": " + why + "; it is left out from now on");
  end();
}

void OutsideProgram::work_on(std::string_view text) {
  if (left_out_) return;
  if (process_ < 0) start();
  unsent_ += feedback_line(text, true);
}

void OutsideProgram::on_answer(std::string_view text, bool fails) {
  unsent_ += feedback_line(text, fails);
}

/// Nothing if the program has ended, or is left out.
std::optional<std::string> OutsideProgram::next_line(const StopToken& stop) {
  const StopToken::Watch watch(stop);
  for (int silent_ms = 0;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos) {
      std::string line = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return line;
    }
    stop.check();
    std::array<pollfd, 2> files = {pollfd{from_.number(), POLLIN, 0},
                                   pollfd{unsent_.empty() ? -1 : to_.number(), POLLOUT, 0}};
    const int ready = ::poll(files.data(), files.size(), kPoll_ms);
    if (ready == 0 && (silent_ms += kPoll_ms) >= kMaxSilence_ms) {
      leave_out("says nothing");
      return std::nullopt;
    }
    if (ready <= 0) continue;
    if (files[1].revents != 0) {
      const ssize_t sent = ::write(to_.number(), unsent_.data(), unsent_.size());
      if (sent > 0) unsent_.erase(0, static_cast<std::size_t>(sent));
      else if (errno != EAGAIN && errno != EINTR)
        unsent_.clear();  // it has ended, or does not read
    }
    if (files[0].revents == 0) continue;
    std::array<char, 65536> piece{};
    const ssize_t got = ::read(from_.number(), piece.data(), piece.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return std::nullopt;
    silent_ms = 0;
    unread_.append(piece.data(), static_cast<std::size_t>(got));
    if (unread_.size() > kMaxUnreadBytes) {
      leave_out("does not end its line");
      return std::nullopt;
    }
  }
}

std::optional<std::string> OutsideProgram::proposed(const StopToken& stop) {
  if (left_out_ || process_ < 0) return std::nullopt;
  const std::optional<std::string> line = next_line(stop);
  if (!line) {
    if (left_out_) return std::nullopt;
    if (!has_said_anything_) leave_out("ends without a message of Shrink Ray's protocol");
    else end();
    return std::nullopt;
  }
  std::optional<OutsideMessage> message = read_outside_message(*line);
  if (!message || message->kind == OutsideMessage::Kind::kFeedback) {
    leave_out("breaks Shrink Ray's protocol: " + line->substr(0, 60));
    return std::nullopt;
  }
  has_said_anything_ = true;
  if (message->kind == OutsideMessage::Kind::kIdle) return std::nullopt;
  return std::move(message->text);
}

}  // namespace grabr

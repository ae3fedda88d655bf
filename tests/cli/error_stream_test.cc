#include "cli/show/error_stream.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <iostream>
#include <string>
#include <vector>

using namespace grabr;

namespace {

/// A socket that keeps each write as a separate message.
class Writes {
 public:
  Writes() { REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends_.data()) == 0); }
  ~Writes() {
    for (const int end : ends_) ::close(end);
  }
  Writes(const Writes&) = delete;
  Writes& operator=(const Writes&) = delete;

  int descriptor() const { return ends_[0]; }

  std::vector<std::string> take() const {
    std::vector<std::string> writes;
    std::array<char, 4096> buffer;
    while (true) {
      const ssize_t size = ::recv(ends_[1], buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (size <= 0) return writes;
      writes.emplace_back(buffer.data(), static_cast<std::size_t>(size));
    }
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a line is one write, however many pieces it is made of") {
  const Writes writes;
  {
    const ErrorStream stream(writes.descriptor());
    std::cerr << "grabr: "
              << "interrupted"
              << "; the best " << 12;
    CHECK(writes.take().empty());
    std::cerr << " is kept" << std::endl << "grabr: and";
    CHECK(writes.take() == Texts{"grabr: interrupted; the best 12 is kept\n"});
    std::cerr << " more\nof it\nhere";
    CHECK(writes.take() == Texts{"grabr: and more\nof it\n"});
  }
  CHECK(writes.take() == Texts{"here"});
}

TEST_CASE("the status line is cut to the width, and makes room for what is said") {
  const Writes writes;
  {
    ErrorStream stream(writes.descriptor(), 10);
    CHECK(has_status_line());
    stream.show_status("12 → 345678901");
    CHECK(writes.take() == Texts{"\r\x1b[K12 → 3456"});
    stream.show_status("12 → 345678902");
    CHECK(writes.take().empty());
    std::cerr << "grabr: a line of any length\n";
    CHECK(writes.take() == Texts{"\r\x1b[Kgrabr: a line of any length\n"});
    stream.clear_status();
    CHECK(writes.take().empty());
    stream.show_status("x");
  }
  CHECK(writes.take() == Texts{"\r\x1b[Kx", "\r\x1b[K"});
}

TEST_CASE("what is no terminal gets no status line") {
  const Writes writes;
  const ErrorStream stream(writes.descriptor());
  CHECK_FALSE(has_status_line());
  show_status("x");
  clear_status();
  CHECK(writes.take().empty());
}

TEST_CASE("what cannot be written is dropped, and what comes later is not") {
  const int nowhere = ::open("/dev/full", O_WRONLY);
  REQUIRE(nowhere >= 0);
  {
    const ErrorStream stream(nowhere);
    std::cerr << "grabr: lost\n";
    CHECK(std::cerr.good());
  }
  ::close(nowhere);
  const Writes writes;
  const ErrorStream stream(writes.descriptor());
  std::cerr << "grabr: there\n";
  CHECK(writes.take() == Texts{"grabr: there\n"});
}

TEST_CASE("what others have written is shown, and controls nothing") {
  const Writes writes;
  {
    ErrorStream stream(writes.descriptor(), 30);
    std::cerr << "grabr: no file \x1b]0;X\a\n";
    stream.show_status("\x1b[2Jü");
    CHECK(writes.take() == Texts{"grabr: no file \\x1b]0;X\\x07\n", "\r\x1b[K\\x1b[2Jü"});
  }
  writes.take();
  {
    const TerminalOutput output(writes.descriptor(), true);
    std::cout << "a\x1b[31m\tb\n" << std::flush;
    std::cout << "\xe2\x82" << std::flush;  // the first two of three bytes
    std::cout << "\xac\n\xff" << std::flush << "\xc3";
  }
  CHECK(writes.take() == Texts{"a\\x1b[31m\tb\n", "€\n\\xff", "\\xc3"});
  const TerminalOutput output(writes.descriptor(), false);
  std::cout << std::flush;
  CHECK(writes.take().empty());
}

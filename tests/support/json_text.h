// Whether a text is JSON (RFC 8259), and whether it has a key of a given name. For shim.cc only.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace grabr::test {

class JsonText {
 public:
  explicit JsonText(std::string_view text, std::string_view key) : text_(text), key_(key) {}

  bool well_formed() { return value(0) && (space(), at_ == text_.size()); }
  bool key_seen() const { return key_seen_; }

 private:
  static constexpr int kMaxDepth = 500;  // deeper nesting is rejected

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char wanted) { return peek() == wanted && (++at_, true); }
  void space() { at_ = std::min(text_.find_first_not_of(" \t\n\r", at_), text_.size()); }

  bool word(std::string_view wanted) {
    if (text_.substr(at_, wanted.size()) != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  bool string() {
    if (!take('"')) return false;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    return take('"');
  }

  bool digits() {
    const std::size_t begin = at_;
    while (std::isdigit(static_cast<unsigned char>(peek())) != 0) ++at_;
    return at_ > begin;
  }

  bool number() {
    take('-');
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    if (peek() != 'e' && peek() != 'E') return true;
    ++at_;
    if (!take('+')) take('-');
    return digits();
  }

  bool member(int depth) {
    space();
    const std::size_t begin = at_;
    if (!string()) return false;
    if (text_.substr(begin + 1, at_ - begin - 2) == key_) key_seen_ = true;
    space();
    return take(':') && value(depth);
  }

  bool items(char end, int depth) {
    space();
    if (take(end)) return true;
    do {
      if (!(end == '}' ? member(depth) : value(depth))) return false;
      space();
    } while (take(','));
    return take(end);
  }

  bool value(int depth) {
    space();
    if (depth > kMaxDepth) return false;
    if (take('{')) return items('}', depth + 1);
    if (take('[')) return items(']', depth + 1);
    if (peek() == '"') return string();
    return word("true") || word("false") || word("null") || number();
  }

  std::string_view text_;
  std::string_view key_;
  std::size_t at_ = 0;
  bool key_seen_ = false;
};

}  // namespace grabr::test

// An immutable text whose copies share it. The input of a reduction and its best result may be
// large, and all observers keep them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace grabr {

class SharedText {
 public:
  SharedText() : SharedText(std::string()) {}
  SharedText(std::string text) : text_(std::make_shared<const std::string>(std::move(text))) {}
  explicit SharedText(std::string_view text) : SharedText(std::string(text)) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}

  const std::string& str() const { return *text_; }
  operator const std::string&() const { return *text_; }
  operator std::string_view() const { return *text_; }
  std::size_t size() const { return text_->size(); }
  bool empty() const { return text_->empty(); }

  friend bool operator==(const SharedText& a, const SharedText& b) {
    return a.text_ == b.text_ || *a.text_ == *b.text_;
  }
  friend bool operator==(const SharedText& a, const std::string& b) { return a.str() == b; }
  friend bool operator==(const SharedText& a, std::string_view b) { return a.str() == b; }

 private:
  std::shared_ptr<const std::string> text_;  ///< never null
};

}  // namespace grabr

// Tested by tests/report/page_test.cc.
#include "report/page/page_parts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "report/form/json_text.h"
#include "text/utf8.h"

namespace grabr {
namespace {

constexpr double kWidth = 800, kHeight = 320;
constexpr double kLeft = 70, kRight = 20, kTop = 46, kBottom = 40;
constexpr std::size_t kMaxHeading = 84, kMaxCodeColumns = 92;  // characters that fit into the width
constexpr std::size_t kMaxCodeLines = 12;
constexpr const char* kColours[] = {"#0b6bc0", "#b5480f", "#1f8a3b", "#8a2ca5",
                                    "#c02525", "#0a7a8c", "#8a6a00", "#5c5f66"};

std::string escaped_for_xml(const std::string& text) {
  std::string escaped;
  for (const char c : as_utf8(text)) {
    if (c == '<') escaped += "&lt;";
    else if (c == '&') escaped += "&amp;";
    else escaped += c;
  }
  return escaped;
}

/// 1234567 → "1,234,567"
std::string with_commas(double number) {
  std::string text = std::to_string(static_cast<long long>(std::llround(number)));
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

/// The line, cut to its first characters if it is longer.
std::string cut_to(std::size_t most, const std::string& line) {
  const std::string text = as_utf8(line);
  std::size_t end = 0, characters = 0;
  while (end < text.size() && characters < most) {
    end += utf8_length(text, end);
    ++characters;
  }
  return end == text.size() ? text : text.substr(0, end) + " …";
}

class Picture {
 public:
  Picture(const std::vector<SizeCurve>& curves, const SizeCard* card)
      : curves_(curves), card_(card) {
    for (const SizeCurve& curve : curves) {
      for (const SizeCurve::Point& point : curve.points) {
        tests_ = std::max(tests_, point.tests);
        most_ = std::max(most_, point.bytes);
        least_ = std::min(least_, std::max(point.bytes, 1.0));
      }
    }
    least_ = std::min(least_, most_ / 1.1);
  }

  std::string draw() {
    const std::size_t lines = card_ ? std::min(card_->result.size(), kMaxCodeLines + 1) : 0;
    const double head = card_ ? 84 : 0,
                 code = lines == 0 ? 0 : 34 + 18 * static_cast<double>(lines);
    svg_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << kWidth << ' '
         << head + code + kHeight
         << "\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n"
         << "<title>"
         << (card_ ? escaped_for_xml(card_->heading) : "bytes of the best text over tests")
         << "</title>\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    if (card_) draw_card(code);
    svg_ << "<g transform=\"translate(0 " << head + code << ")\">\n";
    draw_grid();
    for (std::size_t i = 0; i < curves_.size(); ++i) draw_curve(i);
    svg_ << "</g>\n</svg>\n";
    return svg_.str();
  }

 private:
  double x(double tests) const { return kLeft + (kWidth - kLeft - kRight) * tests / tests_; }
  double y(double bytes) const {
    const double part = std::log(std::max(bytes, 1.0) / least_) / std::log(most_ / least_);
    return kHeight - kBottom - (kHeight - kTop - kBottom) * part;
  }

  void write(double at_x, double at_y, const char* anchor, const std::string& words) {
    svg_ << "<text x=\"" << at_x << "\" y=\"" << at_y << "\" text-anchor=\"" << anchor
         << "\" fill=\"#4d5761\">" << words << "</text>\n";
  }

  /// The heading, the sizes, and the result in a box of this height.
  void draw_card(double code) {
    svg_ << "<text x=\"20\" y=\"38\" font-size=\"20\" font-weight=\"600\" fill=\"#1f2328\">"
         << escaped_for_xml(cut_to(kMaxHeading, card_->heading)) << "</text>\n"
         << "<text x=\"20\" y=\"64\" font-size=\"15\" fill=\"#4d5761\">"
         << escaped_for_xml(card_->sizes) << "</text>\n";
    if (code == 0) return;
    svg_ << "<rect x=\"20\" y=\"84\" width=\"" << kWidth - 40 << "\" height=\"" << code - 8
         << "\" rx=\"6\" fill=\"#f6f8fa\" stroke=\"#d1d9e0\"/>\n"
         << "<g font-family=\"monospace\" font-size=\"13\" fill=\"#1f2328\" "
            "xml:space=\"preserve\">\n";
    for (std::size_t i = 0; i < card_->result.size() && i <= kMaxCodeLines; ++i) {
      const bool more = i == kMaxCodeLines;
      svg_ << "<text x=\"34\" y=\"" << 109 + 18 * i << "\">"
           << (more ? "…" : escaped_for_xml(cut_to(kMaxCodeColumns, card_->result[i])))
           << "</text>\n";
    }
    svg_ << "</g>\n";
  }

  void draw_grid() {
    constexpr int kLines = 4;
    for (int i = 0; i <= kLines; ++i) {
      const double part = static_cast<double>(i) / kLines;
      const double bytes = least_ * std::pow(most_ / least_, part);
      svg_ << "<path d=\"M" << kLeft << ' ' << y(bytes) << 'H' << kWidth - kRight
           << "\" stroke=\"#dde1e6\"/>\n";
      write(kLeft - 8, y(bytes) + 4, "end", with_commas(bytes));
      write(x(tests_ * part), kHeight - kBottom + 18, i == kLines ? "end" : "middle",
            with_commas(tests_ * part));
    }
    write(kLeft - 8, kTop - 14, "end", "bytes");
    write((kWidth + kLeft) / 2, kHeight - 6, "middle", "tests");
  }

  void draw_curve(std::size_t i) {
    const char* const colour = kColours[i % std::size(kColours)];
    const SizeCurve& curve = curves_[i];
    svg_ << "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" << colour << "\" points=\"";
    double before = curve.points.front().bytes;
    for (const SizeCurve::Point& point : curve.points) {
      svg_ << x(point.tests) << ',' << y(before) << ' ' << x(point.tests) << ',' << y(point.bytes)
           << ' ';
      before = point.bytes;
    }
    svg_ << "\"/>\n";
    if (curves_.size() < 2) return;
    const double room = (kWidth - kLeft - kRight) / static_cast<double>(curves_.size());
    const double at = kLeft + room * static_cast<double>(i);
    svg_ << "<rect x=\"" << at << "\" y=\"10\" width=\"12\" height=\"4\" fill=\"" << colour
         << "\"/>\n";
    write(at + 18, 16, "start", escaped_for_xml(curve.name));
  }

  const std::vector<SizeCurve>& curves_;
  const SizeCard* card_;
  double tests_ = 1, most_ = 2, least_ = 1e18;
  std::ostringstream svg_;
};

}  // namespace

std::string size_curves_svg(const std::vector<SizeCurve>& curves) {
  return Picture(curves, nullptr).draw();
}

std::string size_card_svg(const SizeCurve& curve, const SizeCard& card) {
  const std::vector<SizeCurve> curves = {curve};
  return Picture(curves, &card).draw();
}

namespace {

using OutlineJson = nlohmann::ordered_json;

constexpr std::size_t kMaxChainBytes = 300;  // bytes of a chain's name

/// Empty if the node needs no name.
std::string name_of(const Tree& tree, const Node& node) {
  const std::string symbol = tree.grammar().symbols[node.symbol].name;
  switch (node.kind) {
    case NodeKind::kRule: return symbol;
    case NodeKind::kList:
      return node.opaque ? "not parsed" : symbol.empty() ? "list" : symbol + " …";
    case NodeKind::kToken: {
      const bool pattern = node.symbol != kNoSymbol &&
                           tree.grammar().symbols[node.symbol].kind != SymbolKind::kLiteral;
      return pattern ? symbol : "";
    }
    case NodeKind::kGroup:
    case NodeKind::kOptional: break;
  }
  return "";
}

std::string joined(const std::string& chain, const std::string& name) {
  if (name.empty() || chain.size() > kMaxChainBytes) return chain;
  return chain.empty() ? name : chain + " › " + name;
}

class Outline {
 public:
  Outline(const Tree& tree, std::size_t most) : tree_(tree), most_(most) {}

  OutlineJson make() {
    if (tree_.root() != kNoNode) todo_.push_back({tree_.root(), 0, ""});
    while (!todo_.empty()) {
      const Step step = std::move(todo_.back());
      todo_.pop_back();
      look_at(step);
      if (nodes_.size() > most_) return nullptr;
    }
    return {{"names", names_}, {"nodes", nodes_}};
  }

 private:
  struct Step {
    NodeId node = kNoNode;
    std::size_t depth = 0;
    std::string chain;  ///< names of the single-child nodes above
  };

  void look_at(const Step& step) {
    const Node node = tree_[step.node];
    const std::string name = joined(step.chain, name_of(tree_, node));
    if (node.kind == NodeKind::kToken) {
      const Span text = node.text();
      if (text.size() > 0) nodes_.push_back({step.depth, number_of(name), text.begin, text.end});
      return;
    }
    if (node.token_count() == 0) return;
    std::vector<NodeId> children;
    for (const NodeId child : tree_.children(step.node)) {
      if (tree_.token_count(child) > 0) children.push_back(child);
    }
    const bool one = children.size() == 1;
    if (!one && !name.empty()) nodes_.push_back({step.depth, number_of(name)});
    const std::size_t depth = step.depth + (one || name.empty() ? 0 : 1);
    for (std::size_t i = children.size(); i-- > 0;) {
      todo_.push_back({children[i], depth, one ? name : ""});
    }
  }

  std::size_t number_of(const std::string& name) {
    const auto [place, is_new] = numbers_.emplace(name, names_.size());
    if (is_new) names_.push_back(as_utf8(name));
    return place->second;
  }

  const Tree& tree_;
  std::size_t most_;
  std::vector<Step> todo_;
  std::map<std::string, std::size_t> numbers_;
  OutlineJson names_ = OutlineJson::array();
  OutlineJson nodes_ = OutlineJson::array();
};

}  // namespace

nlohmann::ordered_json tree_outline(const Tree& tree, std::size_t most) {
  return Outline(tree, most).make();
}

}  // namespace grabr

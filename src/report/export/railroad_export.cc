// Draws rules as railroad diagrams. Each part has a width and a height above and below its line,
// and is drawn from the beginning of its line:
//   sequence   parts on one line, or in several rows if the line is too long
//   choice     alternatives below each other; the first may be an empty line
//   repeat     the part, with a line back below it that carries the separator
// The picture uses the reader's colours: dark on light, or light on dark. Names of rules are links
// to them. Tested by export_test.cc.
#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "grammar/model/print.h"
#include "report/export/export_grammar.h"

namespace grabr {
namespace {

constexpr double kLetter = 7.9;  // width of a letter of the font, 13 px high
constexpr double kHalf = 13;     // half the height of a box
constexpr double kTurn = 10;     // radius of a turn of the line
constexpr double kGap = 9;       // vertical distance between boxes
constexpr double kLine = 12;     // length of the line before and after a box
constexpr double kWidest = 880;  // width of a row
constexpr double kMargin = 20;

constexpr const char* kStyle =
    ".w{fill:none;stroke:#5a6472;stroke-width:1.6}.t{fill:#eef6ee;stroke:#4d8a57}"
    ".n{fill:#eef2fa;stroke:#4a6da8}text{font:13px monospace;fill:#1c2430}"
    ".h{font-weight:bold}a{text-decoration:none}svg{background:#fff}"
    "@media(prefers-color-scheme:dark){svg{background:#14181e}text{fill:#e4e9f0}"
    ".w{stroke:#8b96a5}.t{fill:#1b2c20;stroke:#68a873}.n{fill:#1a2436;stroke:#6f93d0}}";

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

std::string for_xml(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') safe += "&lt;";
    else if (c == '>') safe += "&gt;";
    else if (c == '&') safe += "&amp;";
    else if (c == '"') safe += "&quot;";
    else safe += c;
  }
  return safe;
}

std::size_t letters_of(const std::string& text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

struct Track {
  enum class Kind : std::uint8_t { kBare, kTerminal, kName, kSequence, kRows, kChoice, kRepeat };
  Kind kind = Kind::kBare;
  double width = 0;
  double up = 0;    // above its line
  double down = 0;  // below it
  std::string text;
  std::string target;  // for a name: the rule to link to
  std::vector<Track> parts;
};

Track sequence_track(std::vector<Track> parts) {
  if (parts.size() == 1) return Track(parts.front());
  Track track;
  track.kind = parts.empty() ? Track::Kind::kBare : Track::Kind::kSequence;
  for (const Track& part : parts) {
    track.width += part.width + kLine;
    track.up = std::max(track.up, part.up);
    track.down = std::max(track.down, part.down);
  }
  track.width = std::max(0.0, track.width - kLine);
  track.parts = std::move(parts);
  if (track.width <= kWidest || track.parts.size() < 2) return track;
  Track rows;
  rows.kind = Track::Kind::kRows;
  std::vector<Track> row;
  double width = 0;
  for (Track& part : track.parts) {
    if (!row.empty() && width + part.width > kWidest) {
      rows.parts.push_back(sequence_track(std::exchange(row, {})));
      width = 0;
    }
    width += part.width + kLine;
    row.push_back(std::move(part));
  }
  rows.parts.push_back(sequence_track(std::move(row)));
  for (std::size_t i = 0; i < rows.parts.size(); ++i) {
    const Track& part = rows.parts[i];
    rows.width = std::max(rows.width, part.width + 4 * kTurn);
    if (i == 0) rows.up = part.up;
    else rows.down += part.up + kGap + 2 * kTurn;
    rows.down += part.down;
  }
  return rows;
}

Track choice_track(std::vector<Track> parts) {
  if (parts.size() == 1) return Track(parts.front());
  Track track;
  track.kind = Track::Kind::kChoice;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    track.width = std::max(track.width, parts[i].width + 4 * kTurn);
    if (i == 0) track.up = parts[i].up;
    else track.down += std::max(parts[i].up + kGap, 2 * kTurn - (i == 1 ? parts[0].down : 0));
    track.down += parts[i].down;
  }
  track.parts = std::move(parts);
  return track;
}

Track repeat_track(Track part, Track back) {
  Track track;
  track.kind = Track::Kind::kRepeat;
  track.width = std::max(part.width, back.width) + 4 * kTurn;
  track.up = part.up;
  track.down = part.down + std::max(kGap + back.up, 2 * kTurn - part.down) + back.down;
  track.parts = {std::move(part), std::move(back)};
  return track;
}

class Railroads {
 public:
  explicit Railroads(const Grammar& grammar) : grammar_(grammar) {}

  ExportedGrammar draw() {
    double height = kMargin + 24;
    double width = 400;
    body_ = "<text class=\"h\" x=\"20\" y=\"28\">" + for_xml(grammar_.name) + "</text>\n";
    for (const Rule& rule : grammar_.rules) {
      std::vector<Track> ways;
      for (const Alternative& alternative : rule.alternatives)
        ways.push_back(track(alternative.body));
      const Track whole = choice_track(std::move(ways));
      const std::string name = symbol_text(grammar_, rule.symbol);
      body_ += "<text class=\"h\" id=\"" + for_xml(name) + "\" x=\"20\" y=\"" +
               number(height + 18) + "\">" + for_xml(name) + "</text>\n";
      const double line = height + 32 + whole.up;
      wire(kMargin, line, kMargin + kLine, line);
      put(whole, kMargin + kLine, line);
      const double end = kMargin + kLine + whole.width;
      wire(end, line, end + kLine, line);
      for (const double x : {kMargin, end + kLine}) {
        body_ += "<path class=\"w\" d=\"M" + number(x) + " " + number(line - 6) + "v12\"/>\n";
      }
      width = std::max(width, end + kLine + kMargin);
      height = line + whole.down + 22;
    }
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) +
                       "\" height=\"" + number(height) + "\" viewBox=\"0 0 " + number(width) + " " +
                       number(height) + "\">\n<style>" + kStyle + "</style>\n" + body_ + "</svg>\n";
    return {std::move(text), {}};
  }

 private:
  Track box(SymbolId id) const {
    Track made;
    made.text = symbol_text(grammar_, id);
    made.kind = grammar_.symbols[id].terminal() ? Track::Kind::kTerminal : Track::Kind::kName;
    if (made.kind == Track::Kind::kName) made.target = made.text;
    made.width = static_cast<double>(letters_of(made.text)) * kLetter + 20;
    made.up = kHalf;
    made.down = kHalf;
    return made;
  }

  Track track(const Expr& expr) const {
    switch (expr.kind) {
      case Expr::Kind::kSymbol: return box(expr.symbol);
      case Expr::Kind::kSequence:
      case Expr::Kind::kChoice: {
        std::vector<Track> parts;
        for (const Expr& part : expr.parts) parts.push_back(track(part));
        return expr.kind == Expr::Kind::kChoice ? choice_track(std::move(parts))
                                                : sequence_track(std::move(parts));
      }
      case Expr::Kind::kOptional: return choice_track({Track{}, track(expr.parts[0])});
      case Expr::Kind::kRepeat: break;
    }
    Track back;
    if (expr.parts.size() > 1) back = track(expr.parts[1]);
    Track repeat = repeat_track(track(expr.parts[0]), std::move(back));
    return expr.min == 0 ? choice_track({Track{}, std::move(repeat)}) : repeat;
  }

  void path(const std::string& data) { body_ += "<path class=\"w\" d=\"" + data + "\"/>\n"; }

  void wire(double x, double y, double to_x, double to_y) {
    if (x == to_x && y == to_y) return;
    path("M" + number(x) + " " + number(y) + "L" + number(to_x) + " " + number(to_y));
  }

  /// A line from (x, y) down to `to`, with round turns; it begins and ends to the right.
  void down_right(double x, double y, double to) {
    path("M" + number(x) + " " + number(y) + "q10 0 10 10V" + number(to - kTurn) + "q0 10 10 10");
  }

  void up_right(double x, double y, double to) {
    path("M" + number(x) + " " + number(y) + "q10 0 10 -10V" + number(to + kTurn) +
         "q0 -10 10 -10");
  }

  void put(const Track& track, double x, double y) {
    switch (track.kind) {
      case Track::Kind::kBare: wire(x, y, x + track.width, y); break;
      case Track::Kind::kTerminal:
      case Track::Kind::kName: put_box(track, x, y); break;
      case Track::Kind::kSequence:
        for (const Track& part : track.parts) {
          put(part, x, y);
          x += part.width;
          if (&part != &track.parts.back()) wire(x, y, x + kLine, y);
          x += kLine;
        }
        break;
      case Track::Kind::kRows: put_rows(track, x, y); break;
      case Track::Kind::kChoice: put_choice(track, x, y); break;
      case Track::Kind::kRepeat: put_repeat(track, x, y); break;
    }
  }

  void put_box(const Track& track, double x, double y) {
    const bool name = track.kind == Track::Kind::kName;
    if (name) body_ += "<a href=\"#" + for_xml(track.target) + "\">";
    body_ += "<rect class=\"" + std::string(name ? "n" : "t") + "\" x=\"" + number(x) + "\" y=\"" +
             number(y - kHalf) + "\" width=\"" + number(track.width) + "\" height=\"26\" rx=\"" +
             (name ? "3" : "13") + "\"/><text text-anchor=\"middle\" x=\"" +
             number(x + track.width / 2) + "\" y=\"" + number(y + 4) + "\">" + for_xml(track.text) +
             "</text>" + (name ? "</a>\n" : "\n");
  }

  void put_choice(const Track& track, double x, double y) {
    const double end = x + track.width;
    double line = y;
    for (std::size_t i = 0; i < track.parts.size(); ++i) {
      const Track& part = track.parts[i];
      if (i == 0) {
        wire(x, y, x + 2 * kTurn, y);
      } else {
        line += std::max(part.up + kGap, 2 * kTurn - (i == 1 ? track.parts[0].down : 0));
        down_right(x, y, line);
        up_right(end - 2 * kTurn, line, y);
      }
      put(part, x + 2 * kTurn, line);
      wire(x + 2 * kTurn + part.width, line, end - 2 * kTurn, line);
      if (i == 0) wire(end - 2 * kTurn, y, end, y);
      line += part.down;
    }
  }

  void put_repeat(const Track& track, double x, double y) {
    const Track& part = track.parts[0];
    const Track& back = track.parts[1];
    const double end = x + track.width;
    wire(x, y, x + 2 * kTurn, y);
    put(part, x + 2 * kTurn, y);
    wire(x + 2 * kTurn + part.width, y, end, y);
    const double line = y + part.down + std::max(kGap + back.up, 2 * kTurn - part.down);
    // The line back leaves at the end, runs below the part and enters at the beginning.
    path("M" + number(end - 2 * kTurn) + " " + number(y) + "q10 0 10 10V" + number(line - kTurn) +
         "q0 10 -10 10");
    const double begin = x + 2 * kTurn + (track.width - 4 * kTurn - back.width) / 2;
    wire(begin + back.width, line, end - 2 * kTurn, line);
    put(back, begin, line);
    wire(x + 2 * kTurn, line, begin, line);
    path("M" + number(x + 2 * kTurn) + " " + number(line) + "q-10 0 -10 -10V" + number(y + kTurn) +
         "q0 -10 10 -10");
  }

  void put_rows(const Track& track, double x, double y) {
    const double end = x + track.width;
    double line = y;
    for (std::size_t i = 0; i < track.parts.size(); ++i) {
      const Track& part = track.parts[i];
      wire(x + (i == 0 ? 0 : kTurn), line, x + 2 * kTurn, line);
      put(part, x + 2 * kTurn, line);
      const double right = x + 2 * kTurn + part.width;
      if (i + 1 == track.parts.size()) {
        wire(right, line, end, line);
        break;
      }
      const double between = line + part.down + kTurn;
      const double next = between + kTurn + kGap + track.parts[i + 1].up;
      path("M" + number(right) + " " + number(line) + "q10 0 10 10V" + number(between - kTurn) +
           "q0 10 -10 10H" + number(x + kTurn) + "q-10 0 -10 10V" + number(next - kTurn) +
           "q0 10 10 10");
      line = next;
    }
  }

  const Grammar& grammar_;
  std::string body_;
};

}  // namespace

ExportedGrammar railroads_of(const Grammar& grammar) { return Railroads(grammar).draw(); }

}  // namespace grabr

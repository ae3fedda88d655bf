#include <chrono>
#include <grabr/grabr.hpp>
#include <iostream>
#include <string>
#include <thread>

std::string orders() {
  std::string text = "{\"orders\": [";
  for (int i = 0; i < 30; ++i) {
    text += "{\"number\": " + std::to_string(i) + ", \"prices\": [1.5, 2, " +
            (i == 17 ? "-0.0" : "0.5") + "]}, ";
  }
  return text + "null]}";
}

int main() {
  // What is looked for: a list that ends in minus zero.
  const auto is_interesting = [](std::string_view text) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return text.find('[') != text.npos && text.find("-0.0]") != text.npos;
  };
  const auto json = grabr::Grammar::load("json").value();
  grabr::Options options;
  for (const unsigned threads : {1u, 4u}) {
    options.threads = threads;
    const auto result = grabr::reduce(orders(), json, is_interesting, options);
    std::cout << threads << " at once: " << result.text << " after " << result.tests << " tests\n";
  }

  std::stop_source stop;
  options.stop = stop.get_token();
  options.listener.on_best = [&](std::string_view text) {
    if (text.size() < 500) stop.request_stop();
  };
  const auto stopped = grabr::reduce(orders(), json, is_interesting, options);
  std::cout << (stopped.end == grabr::End::kStopped ? "stopped" : "not stopped")
            << ", still interesting: " << is_interesting(stopped.text) << '\n';

  const auto mine = grabr::Grammar::from_text(
      "{\"start\": \"list\",\n \"rules\": {\"list\": \"NUMBR*\"},\n \"tokens\": {\"NUMBER\": "
      "\"[0-9]+\"}}",
      "mine.json");
  for (const grabr::Problem& problem : mine.problems()) {
    std::cout << problem.file << ", line " << problem.line << ", column " << problem.column << ": "
              << problem.message << '\n';
    break;
  }
}

#include "cli/commands.h"

#include <algorithm>

namespace grabr {

// The functions in the table below; their definitions are in cli/command.
CommandAction declare_reduce(CLI::App& app);
CommandAction declare_diff(CLI::App& app);
CommandAction declare_compare(CLI::App& app);
CommandAction declare_bench(CLI::App& app);
CommandAction declare_check(CLI::App& app);
CommandAction declare_crash(CLI::App& app);
CommandAction declare_parse(CLI::App& app);
CommandAction declare_generate(CLI::App& app);
CommandAction declare_fuzz(CLI::App& app);
CommandAction declare_triage(CLI::App& app);
CommandAction declare_init(CLI::App& app);
CommandAction declare_verify(CLI::App& app);
CommandAction declare_explain(CLI::App& app);
CommandAction declare_report(CLI::App& app);
CommandAction declare_share(CLI::App& app);
CommandAction declare_show(CLI::App& app);
CommandAction declare_stop(CLI::App& app);
CommandAction declare_wait(CLI::App& app);
CommandAction declare_doctor(CLI::App& app);
CommandAction declare_mcp(CLI::App& app);
CommandAction declare_propose(CLI::App& app);
CommandAction declare_strategies(CLI::App& app);
CommandAction declare_help(CLI::App& app);
CommandAction declare_version(CLI::App& app);
CommandAction declare_grammar_list(CLI::App& app);
CommandAction declare_grammar_check(CLI::App& app);
CommandAction declare_grammar_print(CLI::App& app);
CommandAction declare_grammar_graph(CLI::App& app);
CommandAction declare_grammar_stats(CLI::App& app);
CommandAction declare_grammar_conflicts(CLI::App& app);
CommandAction declare_grammar_import(CLI::App& app);
CommandAction declare_grammar_export(CLI::App& app);

namespace {

const Subcommand kGrammarCommands[] = {
    {.name = "list",
     .help = "List the grammars that -g knows by name",
     .usage = "grabr grammar list [--json] [NAME...]",
     .examples = "grabr grammar list\ngrabr grammar list rust\nGRABR_GRAMMARS=~/grammars grabr "
                 "grammar list   # yours too",
     .declare = declare_grammar_list},
    {.name = "check",
     .help = "Show every problem of grammar files, with place and hint",
     .usage = "grabr grammar check NAME|FILE...",
     .examples = "grabr grammar check my-language.json",
     .declare = declare_grammar_check,
     .notes = "Exit status: 0: no problems, 1: some, 2: wrong usage or any other error.",
     .failure = ErrorKind::kInvalid},
    {.name = "print",
     .help = "Print the rules, tokens and skipped text as grabr understands them",
     .usage = "grabr grammar print NAME|FILE",
     .examples = "grabr grammar print json",
     .declare = declare_grammar_print},
    {.name = "graph",
     .help = "Print a grammar as a Graphviz graph",
     .usage = "grabr grammar graph [--of KIND] NAME|FILE",
     .examples = "grabr grammar graph json | dot -Tsvg > json.svg\n"
                 "grabr grammar graph --of left-corner c | dot -Tsvg > c.svg   # left recursion "
                 "in red\n"
                 "grabr grammar graph --of unit c",
     .declare = declare_grammar_graph},
    {.name = "stats",
     .help = "Count rules, tokens, states, conflicts; or show how files parse",
     .usage = "grabr grammar stats [--json] NAME|FILE\n"
              "grabr grammar stats [--json] NAME|FILE --on FILE...",
     .examples = "grabr grammar stats c\ngrabr grammar stats --json my-language.json\n"
                 "grabr grammar stats c --on src/*.c        # how much can be deleted",
     .declare = declare_grammar_stats},
    {.name = "conflicts",
     .help = "Show where one token of look-ahead is not enough; such places parse slower",
     .usage = "grabr grammar conflicts [--max N] [--json] NAME|FILE",
     .examples = "grabr grammar conflicts my-language.json\n"
                 "grabr grammar conflicts --max 3 c",
     .declare = declare_grammar_conflicts},
    {.name = "import",
     .help = "Convert another tool's grammar: ANTLR 4, tree-sitter, bison, Lark …",
     .usage = "grabr grammar import [options] FILE...",
     .examples = "grabr grammar import KotlinParser.g4 -o kotlin.json   # finds KotlinLexer.g4\n"
                 "grabr grammar import tree-sitter-zig/src/grammar.json -o zig.json\n"
                 "grabr grammar import gram.y scan.l -o sql.json      # bison, with its lexer\n"
                 "grabr parse -g Thrift.g4 example.thrift             # no import needed",
     .declare = declare_grammar_import,
     .notes =
         "Notations, by the file's extension: ANTLR 4 (.g4), tree-sitter (grammar.json), yacc and\n"
         "bison (.y, .yy, with a flex lexer .l, .ll), Lark (.lark), PEG (.peg, .pegjs, .peggy,\n"
         ".pest), ABNF (.abnf), W3C's and ISO's EBNF, BNF (.ebnf, .bnf).\n"
         "Lists what could not be converted, with places and the effect on a reduction. Exit "
         "status: 0: imported, 2: wrong usage or nothing could be imported.",
     .failure = ErrorKind::kInvalid},
    {.name = "export",
     .help = "Write a grammar for other tools, or draw it: ANTLR 4, EBNF, railroad diagrams",
     .usage = "grabr grammar export --to antlr4|ebnf|svg [options] NAME|FILE",
     .examples = "grabr grammar export --to svg json -o json.svg       # railroad diagrams\n"
                 "grabr grammar export --to antlr4 my-language.json -o MyLanguage.g4\n"
                 "grabr grammar export --to ebnf Kotlin.g4             # from one tool to another",
     .declare = declare_grammar_export,
     .notes = "Standard error lists what the notation cannot express.",
     .failure = ErrorKind::kInvalid},
};

const Subcommand kCommands[] = {
    {.name = "reduce",
     .help = "Make a failing input as small as possible (the default command)",
     .usage = "grabr [reduce] [options] TEST FILE [FILE...]\n"
              "grabr [reduce] [options] -t TEST -i FILE [-o OUT]\n"
              "grabr [reduce] [options] -c 'SHELL TEXT' FILE [FILE...]\n"
              "grabr [reduce] [options] -i FILE -- COMMAND ARGUMENTS... [@@]",
     .examples = "grabr ./crashes.sh input.c                 # result in input.reduced.c\n"
                 "grabr -- python3 app.py                    # a command that visibly fails\n"
                 "grabr -t ./crashes.sh -i input.c -o small.c\n"
                 "grabr 'python3 /abs/check.py --fast' input.json\n"
                 "grabr -c 'gcc -c @@ 2>&1 | grep -q \"internal compiler error\"' input.c\n"
                 "grabr -i crash -o min -- ./target @@        # a crash is the failure: no script\n"
                 "grabr --signal SEGV -i input.sql -- ./server --file @@\n"
                 "grabr --differs './tool -O2 @@' -i input.js -- ./tool -O0 @@\n"
                 "grabr --exit 1 --stderr 'assert.*line 7' --emit-script -o test.sh -i in.c -- cc "
                 "@@\n"
                 "grabr --stop-at 10% --max-time 600 -j 4 ./crashes.sh input.c\n"
                 "grabr -g my-language.json --strategy grabr ./crashes.sh input.txt\n"
                 "grabr --style pretty ./crashes.sh input.js\n"
                 "grabr --formatter 'clang-format --style=LLVM' ./crashes.sh input.c\n"
                 "grabr --and-no-ub --not './old-cc @@' ./differs.sh input.c\n"
                 "grabr --keep 'int main.*' --keep-names ./crashes.sh input.c\n"
                 "grabr ./crashes.sh main.c part.c part.h        # several inputs, in turns",
     .declare = declare_reduce,
     .takes_command = true,
     .notes = "Several FILEs are reduced in turns, with the others at their current state, until "
              "none gets\nsmaller; the test finds all in its folder under their own names. Each "
              "FILE has its own\noutput (-o DIR/, -I). --max-tests and --max-time count for all "
              "turns together, --stop-at for\n"
              "each FILE. --report writes an array with one object per turn, --trace one file with "
              "the\n\"input\" of each test. At the end the results are tested together once more."},
    {.name = "init",
     .help = "Write the test for a command that fails",
     .usage = "grabr init [FILE] [--copy PATH] [-o test.sh] -- COMMAND ARGUMENTS... [@@]\n"
              "grabr init --template NAME [-o test.sh] [-- COMMAND ARGUMENTS... @@]",
     .examples = "grabr init -- gcc -O2 -c bug.c && grabr bug.c    # the test is in .grabr.json\n"
                 "grabr init -o test.sh input.json -- ./tool @@    # a script\n"
                 "grabr init --template wrong-output -- ./tool @@",
     .declare = declare_init,
     .takes_command = true,
     .notes = "Runs the command, recognises the failure, and chooses a condition that holds for "
              "the input in two\nruns, but not for the empty file, a sentence of the grammar and "
              "stray brackets. Also reports whether\na generated sentence and each half of the "
              "input fail. If a trace names functions, the failure must\nstay in them "
              "(--same-crash). In the folder of .grabr.json, `grabr FILE` needs no TEST. Exit "
              "status:\n0: written, 3: no failure found, 5: no condition distinguishes it."},
    {.name = "show",
     .help = "Show a reduction, while it runs or after: result, sizes, passes, steps",
     .usage = "grabr show [--line|--watch|--steps] [FILE|FOLDER [STEP]]\n"
              "grabr show [--pretty] [--markdown] [FILE|FOLDER]",
     .examples = "grabr show\n"
                 "grabr show work/input.c\n"
                 "grabr show --watch                              # from another terminal\n"
                 "grabr show --steps\n"
                 "grabr show input.c 3 > earlier.c\n"
                 "grabr --from-step 17 ./crashes.sh input.c       # start from there\n"
                 "grabr show --pretty input.c\n"
                 "grabr show --markdown input.c                   # to paste into a bug report",
     .declare = declare_show,
     .notes = "Without an option it prints the final summary, or the current state of a running "
              "reduction.\nOld names still work: `grabr status` is --line, `grabr history` is "
              "--steps.\nWhile a reduction of one input runs, a file .grabr/try.EXT (with the "
              "input's extension) is tested as soon as\nyou write it; if it still fails, the "
              "search goes on from there. The output keeps the smallest\nresult until a smaller "
              "one is found.\nExit status: 0, or 2 if no reduction is known."},
    {.name = "status",
     .help = {},
     .usage = {},
     .examples = {},
     .declare = declare_show,
     .now_command = "show",
     .now_option = "--line"},
    {.name = "history",
     .help = {},
     .usage = {},
     .examples = {},
     .declare = declare_show,
     .now_command = "show",
     .now_option = "--steps"},
    {.name = "explain",
     .help = "Show which parts of a result matter and which are interchangeable",
     .usage = "grabr explain [options] [FILE]\n"
              "grabr explain [options] TEST RESULT\n"
              "grabr explain [options] -c 'SHELL TEXT' RESULT\n"
              "grabr explain [options] RESULT -- COMMAND ARGUMENTS... [@@]",
     .examples = "grabr ./crashes.sh input.c && grabr explain    # with the test of the reduction\n"
                 "grabr explain ./crashes.sh input.reduced.c\n"
                 "grabr explain --comments input.reduced.c\n"
                 "grabr explain --samples 50 --together 300 --seed 7 report.json\n"
                 "grabr explain --abstraction more.json && grabr generate -g more.json -n 100 -o "
                 "more",
     .declare = declare_explain,
     .takes_command = true,
     .notes = "Replaces parts of the result by generated sentences of their symbol, and tests "
              "them.\nInterchangeable parts are shown as <symbol>, parts that must be the same in "
              "several places as\n<symbol:1>, numbers as <1..255>. Finally all parts are replaced "
              "at once; parts that\nconflict are withdrawn. Answers \"cannot tell\" do not count. "
              "The 95 % bound on the share that does not fail\nfollows the rule of three. Exit "
              "status: 0: done, 3: the result does not fail, 4: its grammar does\nnot accept it, "
              "6: a budget is used up; the findings so far are shown.",
     .tests_as_reduce = true},
    {.name = "verify",
     .help = "Test that a result still fails and no smaller neighbour does",
     .usage = "grabr verify [options] [FILE]",
     .examples = "grabr ./crashes.sh input.c && grabr verify     # the newest reduction here\n"
                 "grabr verify input.c                           # or its result, or its report\n"
                 "grabr verify -j 8 report.json\n"
                 "grabr verify --sample 50 --seed 7 report.json   # only 50 neighbours\n"
                 "grabr verify --result kept/small.c report.json",
     .declare = declare_verify,
     .notes =
         "Neighbours of a result are the smaller texts one edit away from it: one deletable "
         "part\ndeleted, a part replaced by its symbol's cheapest text, or by the nearest part "
         "inside it that\nfits; without a grammar, one unit deleted. \"certificate\" in the report "
         "counts them. Nothing is\nsaved. Exit status: 0: the result fails and no neighbour does, "
         "3: the result does not fail,\n7: result, test or grammar differ from the report's, 9: a "
         "neighbour still fails. With several inputs,\neach result is checked next to the others."},
    {.name = "report",
     .help = "Write an HTML page about a reduction, or several side by side",
     .usage = "grabr report --html OUT [--trace FILE] [RUN...]\n"
              "grabr report --schema page|triage|events|trace|explanation",
     .examples = "grabr report --html input.html input.c   # from its data in .grabr\n"
                 "grabr report --html input.html r.json    # from grabr --report r.json\n"
                 "grabr report --html compared.html auto.json perses.json   # side by side\n"
                 "grabr report --svg sizes.svg r.json",
     .declare = declare_report,
     .notes = "The page is one file that needs no network: the result with the test's answers for "
              "smaller texts\nnear it, every accepted step with its text (from the history), "
              "sizes, passes, the derivation\ntree, the certificate, the call, and (after grabr "
              "explain) which parts matter.\nIt contains its data as JSON; --schema page prints "
              "the schema. grabr bench --html and\ngrabr compare --html write pages of their own."},
    {.name = "share",
     .help = "Pack a result for others: input, test, page and versions; anonymised on request",
     .usage = "grabr share [-o FILE] [--anonymise] [FILE]",
     .examples = "grabr share                                # the newest reduction here\n"
                 "grabr share input.c                        # input.reduced.tar.gz\n"
                 "grabr share --anonymise -o bug.zip input.c",
     .declare = declare_share,
     .notes = "The archive contains smallest/ (the result), test.sh (exits with 0 if a file fails; "
              "needs no\ngrabr), files/ (files of the test), README.md (as show --markdown) and "
              "why.html. It is written\nonly if test.sh exits with 0 for the result. Programs are "
              "not packed. Exit status: 0: written,\n3: the result does not fail, 7: it or its "
              "test has changed."},
    {.name = "diff",
     .help = "Find the smallest change that makes a passing input fail",
     .usage = "grabr diff [options] TEST FAILING PASSING\n"
              "grabr diff [options] -c 'SHELL TEXT' FAILING PASSING\n"
              "grabr diff [options] FAILING PASSING -- COMMAND ARGUMENTS... [@@]",
     .examples = "grabr diff ./crashes.sh bad.c good.c           # the difference, as a patch\n"
                 "grabr diff --common -o bad2.c --passing good2.c ./t.sh bad.c good.c\n"
                 "grabr diff --unit tokens -o bad2.c --passing good2.c ./t.sh bad.c good.c\n"
                 "grabr diff --unit tree ./t.sh bad.c good.c     # every candidate parses\n"
                 "grabr diff --signal SEGV crash.sql works.sql -- ./server --file @@\n"
                 "grabr diff --json ./t.sh bad.json good.json | jq .difference",
     .declare = declare_diff,
     .takes_command = true,
     .tests_as_reduce = true},
    {.name = "stop",
     .help = "Stop a reduction; its best is kept",
     .usage = "grabr stop [FILE]",
     .examples = "grabr stop work/input.c",
     .declare = declare_stop,
     .notes = "Sends SIGTERM: the reduction ends with status 143. Waits for that and exits with 0, "
              "or with\n1 if none is running."},
    {.name = "wait",
     .help = "Wait for the end of a reduction",
     .usage = "grabr wait [FILE]",
     .examples = "grabr wait work/input.c && cat work/input.reduced.c",
     .declare = declare_wait,
     .notes = "Exit status: that of the reduction; 1 if it was killed."},
    {.name = "doctor",
     .help = "Check what slows tests down on this machine, and suggest remedies",
     .usage = "grabr doctor [--json]",
     .examples = "grabr doctor\n"
                 "grabr doctor --json | jq -r '.[] | select(.advice != \"\") | .name'",
     .declare = declare_doctor},
    {.name = "help",
     .help = "Show help: one screen, all of it, or one command",
     .usage = "grabr help [COMMAND] [all]",
     .examples = "grabr help all\n"
                 "grabr help compare\n"
                 "grabr help grammar check",
     .declare = declare_help},
    {.name = "version",
     .help = "Show the version",
     .usage = "grabr version",
     .examples = "grabr version",
     .declare = declare_version},
    {.name = "grammar",
     .help = "List, check and show grammars",
     .usage = "grabr grammar COMMAND [options] ...",
     .examples = "grabr grammar list\n"
                 "grabr grammar check my-language.json\n"
                 "grabr grammar print json",
     .subcommands = kGrammarCommands,
     .begins_group = "Languages"},
    {.name = "grammars",
     .help = {},
     .usage = {},
     .examples = {},
     .declare = declare_grammar_list,
     .now_command = "grammar",
     .now_option = "list"},
    {.name = "check",
     .help = "Check whether files parse; exit status 0: all, 1: some do not",
     .usage = "grabr check [-g NAME|FILE] [--json] FILE...",
     .examples = "grabr check -g json data.json\n"
                 "grabr check src/*.c                        # grammar by name or content\n"
                 "grabr check -q -g c t.c && gcc -c t.c      # filter in a test script\n"
                 "grabr generate -g json -n 1 | grabr check -g json --json -\n"
                 "grabr check --json src/*.c | jq -r 'select(.ok | not) | .message'",
     .declare = declare_check,
     .notes = "Exit status: 0: all files parse, 1: some do not, 2: wrong usage, a file that cannot "
              "be read,\nor any other error.",
     .failure = ErrorKind::kInvalid},
    {.name = "fuzz",
     .help = "Try generated and mutated inputs on a command; reduce those that make it fail",
     .usage = "grabr fuzz [-g NAME|FILE] [--corpus FILE|DIR...] [options] [conditions] -- COMMAND "
              "[@@]",
     .examples = "grabr fuzz -g json -- ./tool @@                 # results in fuzz-results/\n"
                 "grabr fuzz -g c -n 5000 -j 4 --stderr 'internal compiler error' -- gcc -c @@\n"
                 "grabr fuzz -g json --corpus samples/ --max-time 600 -- ./tool @@\n"
                 "grabr fuzz --chars 1-10000 -- uniq             # any text, on standard input\n"
                 "grabr fuzz -g json --differs './tool -O0 @@' -- ./tool -O2 @@",
     .declare = declare_fuzz,
     .takes_command = true,
     .notes = "Without conditions, death by a signal is a failure; sanitizers are told to abort. "
              "Each distinct\nfailure (by exit status or signal, and the first line that looks "
              "like an error, without numbers\nand paths) is reduced once, in its own folder: "
              "input.* (as found), reduced.*, report.json. With\nthe same seed, the same inputs "
              "are tried in the same order, for any -j.\nExit status: 0: nothing was found, 10: "
              "something was found, 130: interrupted; findings are kept.",
     .begins_group = "Find failing inputs"},
    {.name = "triage",
     .help = "Sort failing files into bugs, with the smallest input of each",
     .usage = "grabr triage [options] [conditions] DIR... -- COMMAND ARGUMENTS... [@@]\n"
              "grabr triage [options] TEST DIR...\n"
              "grabr triage [options] -c 'SHELL TEXT' DIR...\n"
              "grabr triage join BUG BUG\n"
              "grabr triage split BUG",
     .examples = "grabr triage crashes -- ./target @@             # results in crashes.bugs/\n"
                 "grabr triage out/default/crashes -- ./target @@   # from afl-fuzz\n"
                 "ls crash-* | grabr triage -o bugs - -- ./target @@\n"
                 "find work -name repro.c | grabr triage -o bugs2 - -- ./target @@\n"
                 "grabr triage -g json --max-tests 5000 ./crashes.sh crashes",
     .declare = declare_triage,
     .takes_command = true,
     .notes = "Each file runs once, and again if it is reduced. Without conditions, any exit "
              "status but 0 is a\nfailure of a command. Files with the same failure are one bug if "
              "each stops failing without the\ntokens that the bug's smallest input needs; the "
              "others are reduced, too. DIR.bugs/ has a folder per\nbug, index.html and "
              "triage.json (grabr report --schema triage). The same call continues an\ninterrupted "
              "run, and adds new files. Exit status: 0: no new bugs, 10: some, 6: a budget is used "
              "up,\n130: interrupted; findings are kept.\n`join` merges two bugs and `split` "
              "undoes that: name the folders of the bugs. The next call of\ntriage applies this.",
     .tests_as_reduce = true},
    {.name = "generate",
     .help = "Generate sentences of a grammar, or texts with one part deleted",
     .usage = "grabr generate -g NAME|FILE [-n N] [--seed S] [options] [-o DIR]\n"
              "grabr generate -g NAME|FILE --delete FILE... [-n N] [--seed S] [--list FILE] "
              "[-o DIR]",
     .examples = "grabr generate -g json -n 5\n"
                 "grabr generate -g c -n 1000 --seed 7 -o programs    # programs/0001.c and on\n"
                 "grabr generate -g c --start expression --max-depth 30\n"
                 "grabr generate -g json -n 10 --strategy coverage\n"
                 "grabr generate -g json -n 100 --min-nonterminals 50 -0 | xargs -0 -n 1 ./tool\n"
                 "grabr generate -g c --delete src/*.c -n 500 --list what.jsonl -o deleted",
     .declare = declare_generate},
    {.name = "strategies",
     .help = "List the strategies, or explain one; auto is the default",
     .usage = "grabr strategies\n"
              "grabr strategies NAME",
     .examples = "grabr strategies\n"
                 "grabr strategies auto                      # with its passes and its schedule",
     .declare = declare_strategies,
     .begins_group = "For researchers"},
    {.name = "compare",
     .help = "Reduce one input with several strategies and show them side by side",
     .usage = "grabr compare [options] [--strategies NAME,NAME...] TEST FILE\n"
              "grabr compare [options] -c 'SHELL TEXT' FILE\n"
              "grabr compare [options] -i FILE -- COMMAND ARGUMENTS... [@@]",
     .examples = "grabr compare ./crashes.sh input.c\n"
                 "grabr compare --strategies 'perses,vulcan,hddr:probdd then hoist' ./crashes.sh "
                 "input.c\n"
                 "grabr compare --max-tests 500 -o results/ ./crashes.sh input.c\n"
                 "grabr compare --html compared.html ./crashes.sh input.c\n"
                 "grabr compare --json --signal SEGV -i input.sql -- ./server --file @@ | jq "
                 "'.rows[].tests'",
     .declare = declare_compare,
     .takes_command = true,
     .tests_as_reduce = true},
    {.name = "bench",
     .help = "Reduce many inputs with several strategies; measure grammars",
     .usage = "grabr bench [-g NAME,NAME] [options] DIR|MANIFEST\n"
              "grabr bench --table|--html OUT|--against OLD [FILE]\n"
              "grabr bench --merge FILE... -o FILE\n"
              "grabr bench --mode grammars [-g NAME,NAME] [--corpus DIR] [--json]\n"
              "grabr bench --mode shootout -g NAME [-n N] [--strategies NAME,NAME] [--json]",
     .examples =
         "grabr bench cases/                          # records in bench.jsonl\n"
         "grabr bench cases/ --cases 'c-*' --strategies auto,perses --max-tests 500 -j 4\n"
         "grabr bench -g my-c.json,c cases/           # each case with each grammar\n"
         "grabr bench --table bench.jsonl\n"
         "grabr bench --html bench.html --against last-week.jsonl bench.jsonl\n"
         "grabr bench --shard 2/5 -o part2.jsonl cases/   # on the second of five machines\n"
         "grabr bench --merge part1.jsonl part2.jsonl -o bench.jsonl\n"
         "grabr bench --mode grammars -g c,json --corpus corpora/\n"
         "grabr bench --mode shootout -g expr -n 50 --strategies grabr,perses,auto",
     .declare = declare_bench,
     .notes =
         "A case folder has input.EXT, interesting.sh or test.sh, and perhaps meta.json with "
         "\"grammar\":\na name or a file in the folder. A manifest is a JSON object:\n"
         "  {\"cases\": [{\"name\": \"a\", \"input\": \"a.c\", \"test\": \"a.sh\", \"grammar\": "
         "\"c\"}, ...],\n"
         "   \"grammars\": {\".c\": \"my-c.json\"}, \"strategies\": [\"auto\", \"hddr then "
         "hoist\"]}\n"
         "Paths are relative to its folder. \"name\", \"grammar\", \"grammars\" (by extension) and "
         "\"strategies\"\n"
         "may be left out; \"cases\" may be the name of a folder of cases.\n"
         "Exit status: 0: every reduction is recorded, however it ended; 1: with --against, "
         "something got\n"
         "worse; 130: interrupted."},
    {.name = "parse",
     .help = "Show how a file parses: tree, tokens, chart or forest",
     .usage =
         "grabr parse [-g NAME|FILE] [--print KIND] [--start SYMBOL] [--tree K] [--partial] FILE\n"
         "grabr parse [-g NAME|FILE] [--start SYMBOL] --ambiguity FILE",
     .examples = "grabr parse data.json\n"
                 "grabr parse --print=tokens input.c\n"
                 "grabr parse --print=dot data.json | dot -Tsvg > tree.svg\n"
                 "grabr parse -g c --start statement fragment.txt\n"
                 "grabr parse --ambiguity input.c\n"
                 "grabr parse --partial broken.c",
     .declare = declare_parse},
    {.name = "mcp",
     .help = "Serve the Model Context Protocol, so that a program can run reductions",
     .usage = "grabr mcp",
     .examples = "grabr mcp                                   # in the client's list of servers: "
                 "command \"grabr\", args [\"mcp\"]",
     .declare = declare_mcp,
     .notes = "One JSON-RPC message per line on standard input, answers on standard output. Tools: "
              "check_test,\n"
              "start, status, result, stop, explain, diff, triage. They run commands as `grabr` "
              "does: whoever can call\n"
              "them can run anything as this user. When the input ends, all reductions stop; their "
              "best is kept.",
     .begins_group = "For other programs"},
    {.name = "propose",
     .help = "Propose candidates to another reducer, which has the test",
     .usage = "grabr propose [-g GRAMMAR] [options]",
     .examples = "shrinkray --reduce-with 'grabr propose -g c' ./test.sh input.c",
     .declare = declare_propose,
     .notes = "Speaks Shrink Ray's external-reducer protocol: one JSON message per line on "
              "standard input and\n"
              "output. The other way round: `grabr --reduce-with COMMAND`."},
    {.name = "crash",
     .help = "Print what failed and in which functions, from a program's output",
     .usage = "grabr crash [--functions N] [--parts PART[,PART]] ERRORS [OUTPUT]",
     .examples = "./target crash 2>&1 | grabr crash -",
     .declare = declare_crash,
     .notes = "The first line is the failure, without parts that differ between runs; empty: none "
              "is recognised.\nThe others are the innermost functions. --same-crash and scripts of "
              "--emit-script compare both.",
     .failure = ErrorKind::kInvalid},
};

}  // namespace

std::span<const Subcommand> commands() { return kCommands; }

const Subcommand& today(const Subcommand& command) {
  return command.now_command.empty() ? command : *find_command(commands(), command.now_command);
}

const Subcommand* find_command(std::span<const Subcommand> among, std::string_view name) {
  const auto found = std::ranges::find(among, name, &Subcommand::name);
  return found == among.end() ? nullptr : &*found;
}

}  // namespace grabr

// Times nearley with a grammar of ours, in either spelling; the tokens of a rich one by moo.
//   nearley_driver.js GRAMMAR.json FILE        (NODE_PATH names where nearley and moo are)
'use strict';
const fs = require('fs');
const moo = require('moo');
const nearley = require('nearley');

function richGrammar(grammar) {
  const literals = new Set();
  const rules = [];
  for (const [name, alternatives] of Object.entries(grammar.rules)) {
    for (const text of alternatives) {
      const symbols = text.match(/'[^']+'|\w+/g).map(part => {
        if (part[0] === "'") {
          literals.add(part.slice(1, -1));
          return {literal: part.slice(1, -1)};
        }
        return part in grammar.tokens ? {type: part} : part;
      });
      rules.push({name, symbols});
    }
  }
  const kinds = {};
  for (const name of Object.keys(grammar.skip)) {
    kinds[name] = {match: new RegExp(grammar.skip[name]), lineBreaks: true};
  }
  kinds.literal = [...literals];
  for (const name of Object.keys(grammar.tokens)) kinds[name] = new RegExp(grammar.tokens[name]);
  const lexer = moo.compile(kinds);
  const next = lexer.next;
  lexer.next = function () {
    for (;;) {
      const token = next.call(lexer);
      if (!token || !(token.type in grammar.skip)) return token;
    }
  };
  return {Lexer: lexer, ParserRules: rules, ParserStart: grammar.start};
}

function classicGrammar(grammar) {
  const rules = [];
  for (const [name, alternatives] of Object.entries(grammar)) {
    if (name === 'ebnf') continue;
    for (const text of alternatives) {
      const symbols = (text.match(/<[^<> ]+>|[^<]|</g) || []).map(
        part => part in grammar ? part : {literal: part});
      rules.push({name, symbols});
    }
  }
  return {Lexer: undefined, ParserRules: rules, ParserStart: '<start>'};
}

function peakResidentBytes() {
  return 1024 * Number(fs.readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\s*(\d+)/)[1]);
}

const [grammarPath, path] = process.argv.slice(2);
const grammar = JSON.parse(fs.readFileSync(grammarPath, 'utf8'));
const text = fs.readFileSync(path, 'utf8');
const translated = grammar.rules ? richGrammar(grammar) : classicGrammar(grammar);
const compiled = nearley.Grammar.fromCompiled(translated);
const parser = new nearley.Parser(compiled);
const peakBefore = peakResidentBytes();
const before = process.cpuUsage();
parser.feed(text);
const results = parser.results.length;
const used = process.cpuUsage(before);
console.log(JSON.stringify({
  ok: results > 0,
  note: results > 0 ? '' : 'not accepted',
  seconds: (used.user + used.system) / 1e6,
  bytes: Buffer.byteLength(text),
  peak_bytes: peakResidentBytes() - peakBefore,
}));

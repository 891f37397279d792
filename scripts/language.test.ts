import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Archaic words. */
const ARCHAIC =
  /\b(whom|whoever|whomever|whosoever|thereof|therein|hereby|whence|thence|hence|hither|thither|ails|wanders|thus|anew|of late|amid|amidst|whilst|nought|naught|lest|betwixt)\b/gi;
/** Phrases that comments and pages once had; docs/style.md lists replacements. */
const TRANSLATED =
  /\b(gave back|goes by|hears? of|tells? of|at hand|as ever|for ever|lies? on|lies in|stands? (beside|there|in|once|as)|what stands|what (becomes|became) of|(is|be|are) said|in sight|as it stands|how (it|things|they) stands?|what is asked|thought better of|comes to be|no more than it|of its own accord|letters? (home|out)|under way|on its way|told of|are told|says? nothing of|thing of theirs to|takes? along|comes? to neither|to the letter|in (that|this) moment|by (it|them)sel(f|ves) alone|for good|on the clock of|given up|goes? on)\b/gi;
/** British spellings of words that the code uses. */
const BRITISH =
  /\b(colou?red|colours?|neighbour(s|hood)?|behaviours?|favour(s|ite|ites)?|honours?|centres?|greys?|licence|programme|catalogue|travelled|labelled|cancelling|defence|judgement|towards|learnt|spelt|mums?|(recogn|sanit|normal|minim|summar|organ|initial|serial|author|custom|optim|util|real|raster|memo|prior|final)is(e|es|ed|er|ing|ation))\b/gi;
/** Quotes from a screen or a specification, and names of web standards. */
const QUOTED = /`[^`]*`|“[^”]*”|"[^"]*"|(?<=^|[\s(])'[^'\n]*'(?=[\s.,;:?)]|$)|\]\([^)]*\)/g;

const TITLE = /^\s*(?:(?:await )?(?:it|test|describe)(?:\.\w+)?(?:\(.*\))?|\]\))\(\s*(['"`])(.*)\1/;

/** Phrases that screens once had and that sound translated; docs/style.md has the replacements. */
const PHRASES =
  /\b(any more|somebody|nobody can claim|whom|claim it has it|opened the door|let in|from outside|those of New York|told us|you are on it|you hear of it|told at once|did not come(?! from)|gave back|given back|counts as confirmed|was to start|are told|so much for|left open|to mend|be written to|now and then|what waits|look now|given up|e-mails?|cancelled|neighbours?|favou?rs? to ask)\b/gi;
/** Words of the code and of the API; a member's list is called Messages, and one of them a chat. */
const WORDS_OF_THE_CODE = /\b(inbox|conversations?|threads?)\b/gi;
/** Texts fixed by a specification. */
const FIXED: RegExp[] = [
  /Thank you for your feedback/,
  // Statements use the specifications' names for columns and states.
  /\b(SELECT|json_build_object)\b/,
  /\}\.cancelled/,
];

/** As wide as the formatter makes code; it leaves comments as they are. */
const WIDTH = 100;
const COMMENT = /^\s*(\/\*\*? |\* |\/\/ (?!biome-ignore))/;

type Line = { at: string; text: string };

const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && path !== 'docs/rows.md' && path !== 'scripts/language.test.ts');

/** Comments and test titles of a module, by line, without quotes. */
function proseOfCode(path: string): Line[] {
  const lines: Line[] = [];
  let isInBlock = false;
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    const starts = /(^|\s|\{)\/\*/.test(line);
    const comment = isInBlock || starts ? line : /(^|\s)\/\/ (.*)$/.exec(line)?.[2];
    const title = TITLE.exec(line)?.[2];
    if (isInBlock || starts) isInBlock = !line.includes('*/');
    for (const text of [comment?.replace(QUOTED, ''), title]) {
      if (text) lines.push({ at: `${path}:${index + 1}`, text });
    }
  }
  return lines;
}

/** The text of a page, without code and quotes. */
function proseOfPage(path: string): Line[] {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/```[\s\S]*?```/g, (code) =>
    code.replace(/[^\n]/g, ''),
  );
  return text
    .split('\n')
    .map((line, index) => ({ at: `${path}:${index + 1}`, text: line.replace(QUOTED, '') }));
}

const LITERAL =
  /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|[>}]([^<>{}=]+)[<{]/g;
/**
 * Classes, addresses and field names are not prose: prose contains a space and starts with a
 * word, and has a space behind a colon. Only a class has a colon or bracket within ('md:hidden').
 */
const isProse = (text: string) =>
  /[A-Za-z][’'a-z]* [A-Za-z]/.test(text) && !/(^|\s)[a-z-]+(\[|:[a-z[])/.test(text);
/** A label of one word; in lower case it may be a value of a specification. */
const isLabel = (text: string) => /^\s*[A-Z][a-z]+[.!?:]?\s*$/.test(text);

/** Everything a module may show or send: its strings and JSX text, without comments. */
function textsOfCode(path: string): Line[] {
  const code = readFileSync(join(ROOT, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/(^|\s)\/\/ .*$/gm, '');
  return [...code.matchAll(LITERAL)].flatMap((match) => {
    const text = match.slice(1).find((part) => part !== undefined) ?? '';
    const line = code.slice(0, match.index).split('\n').length;
    const isFixed = FIXED.some((fixed) => fixed.test(text));
    return (isProse(text) || isLabel(text)) && !isFixed ? [{ at: `${path}:${line}`, text }] : [];
  });
}

function find(words: RegExp, lines: Line[]): string[] {
  return lines.flatMap(({ at, text }) => (text.match(words) ?? []).map((word) => `${at} ${word}`));
}

describe('a developer whose first language is not English', () => {
  const lines = [
    ...tracked('*.ts', '*.tsx').flatMap(proseOfCode),
    ...tracked('*.md').flatMap(proseOfPage),
  ];

  it('finds comments, test titles and pages to read', () => {
    expect(lines.length).toBeGreaterThan(3000);
  });

  it('finds no archaic word in them', () => {
    expect(find(ARCHAIC, lines)).toEqual([]);
  });

  it('finds no phrase in them that has to be translated into the terms of the field', () => {
    expect(find(TRANSLATED, lines)).toEqual([]);
  });

  it('finds one spelling, the American one', () => {
    expect(find(BRITISH, lines)).toEqual([]);
  });

  it('finds no comment wider than the code beside it', () => {
    const wide = tracked('*.ts', '*.tsx').flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          line.length > WIDTH && COMMENT.test(line) ? [`${path}:${index + 1}`] : [],
        ),
    );
    expect(wide).toEqual([]);
  });
});

/** Between two tags in a module there is code as well as text. */
const isCode = (text: string) => /\bfunction \w|^ from '|\bconst /.test(text);

/** The text and attributes of a page that is served as it is, without its styles. */
function textsOfHtml(path: string): Line[] {
  const html = readFileSync(join(ROOT, path), 'utf8').replace(
    /<style>[\s\S]*?<\/style>/g,
    (style) => style.replace(/[^\n]/g, ''),
  );
  return html.split('\n').map((text, index) => ({ at: `${path}:${index + 1}`, text }));
}

describe('a member who reads a screen, a mail or a refusal', () => {
  const pages = tracked('web/public/*.html').flatMap(textsOfHtml);
  const ofCode = tracked('web/app/*.ts', 'web/app/*.tsx', 'server/src/*.ts', 'contract/src/*.ts')
    .filter(
      (path) =>
        !/\.test\.|\/(styleguide|testing|seed\/bulk|migrations|schema)\/|\.(matrix|samples)\./.test(
          path,
        ),
    )
    .flatMap(textsOfCode);
  const texts = [...ofCode, ...pages];

  it('finds words to read', () => {
    expect(ofCode.length).toBeGreaterThan(900);
    expect(pages.length).toBeGreaterThan(10);
  });

  it('is understood in texts with colons and semicolons, and classes are none', () => {
    expect(isProse('Say hello: somebody reads it.')).toBe(true);
    expect(isProse('settle the details: keys, food')).toBe(true);
    expect(isProse('grid gap-2 md:hidden')).toBe(false);
    expect(isProse('grid w-[23rem] gap-2')).toBe(false);
  });

  it('finds one name for messages and for a chat', () => {
    const shown = texts.filter(
      ({ at, text }) => /^(web\/|server\/src\/mail\/)/.test(at) && !isCode(text),
    );
    expect(find(WORDS_OF_THE_CODE, shown)).toEqual([]);
  });

  it('finds no archaic word and no phrase that sounds translated', () => {
    expect(find(ARCHAIC, texts)).toEqual([]);
    expect(find(PHRASES, texts)).toEqual([]);
  });

  it('finds one spelling, the American one', () => {
    expect(find(BRITISH, texts)).toEqual([]);
  });
});

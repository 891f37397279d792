import { hiddenProblem } from './hidden.ts';

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Arabic',
  'Armenian',
  'Bengali',
  'Cherokee',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Lisu',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));
const COMMON = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Scripts that one word may mix: those of Japanese, Chinese and Korean, with Latin. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
/** Scripts with letters that look like Latin ones. */
const LOOKALIKES = new Set(['Cyrillic', 'Greek', 'Cherokee', 'Armenian', 'Lisu']);

/** The Lisu letters that look like Latin capitals. */
const LISU = Object.fromEntries(
  [...'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ'].map((sign, place) => [
    sign,
    'abcdefghijklmnoprstuvwxyz'[place] ?? '',
  ]),
);
const isLatinInLisu = (word: string) => word !== '' && [...word].every((sign) => sign in LISU);

/**
 * Whether a word mixes scripts that are not written together: the moderately restrictive level of
 * UTS 39.
 */
function mixesScripts(word: string): boolean {
  const found = new Set<string>();
  for (const sign of word) {
    if (COMMON.test(sign)) continue;
    found.add(SCRIPTS.find(({ letter }) => letter.test(sign))?.name ?? 'other');
  }
  if (found.size < 2) return false;
  const names = [...found];
  if (TOGETHER.some((set) => names.every((name) => set.includes(name)))) return false;
  const others = names.filter((name) => name !== 'Latin');
  return others.length > 1 || others.some((name) => LOOKALIKES.has(name) || name === 'other');
}

/** The error for a short text shown as a name of somebody or something, if any. */
export function shownProblem(text: string, label: string): string | undefined {
  const hidden = hiddenProblem(text, label, { allowsPictures: false });
  if (hidden) return hidden;
  const words = text.split(/[\s-]+/);
  if (words.some(isLatinInLisu)) return `${label} uses letters that only look like Latin ones`;
  if (words.some(mixesScripts)) return `${label} mixes different alphabets in a word`;
  return undefined;
}

/**
 * What mail programs and chats turn into a link: a scheme, www., an address, a dot within a word.
 */
const LINK = /:\/\/|\bwww\.|@\S+\.|[\p{L}\p{N}]\.[\p{L}\p{N}-]{2,}/iu;

/** Look-alike letters mapped to one of them; digits that stand for letters. */
const ALIKE: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ@4ᴀⱥ',
    b: 'Ьвβ8ʙɓƀƃ',
    c: 'сϲᴄƈȼ',
    d: 'ԁᴅɗɖđƌ',
    e: 'еε3ᴇɇɛǝ',
    f: 'ꜰƒ',
    g: 'ɢɠǥɡ',
    h: 'һнʜɦħⱨ',
    j: 'јᴊɉȷ',
    k: 'кκᴋƙĸⱪꝁ',
    l: 'iıіιӏ1|!lłɪʟɨɩƚɫɬɭ',
    m: 'мᴍɱ',
    n: 'пηոɴɲƞŋɳ',
    o: 'оοσ0օᴏøɵ',
    p: 'рρᴘƥᵽ',
    q: 'ɋʠ',
    r: 'гʀɽɍɾ',
    s: 'ѕ5$ꜱʂȿ',
    t: 'тτ7+ᴛƭʈŧⱦ',
    u: 'υսᴜʉ',
    v: 'ѵνᴠʋ',
    w: 'ᴡⱳ',
    x: 'хχ',
    y: 'уγʏƴɏ',
    z: 'ᴢȥʐƶⱬ',
  }).flatMap(([letter, alike]) => [...alike].map((sign) => [sign, letter])),
);

/**
 * White letters in black circles and squares, and flag letters: each range is an alphabet that
 * starts here.
 */
const BOXED_FROM = [0x1f150, 0x1f170, 0x1f1e6];
const BOXED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
function unbox(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const from = BOXED_FROM.findLast((first) => first <= code) ?? code;
  return String.fromCharCode(97 + code - from);
}

/** A text without case, accents and boxes around letters. */
function plainOf(text: string): string {
  return text.normalize('NFKD').replace(BOXED, unbox).toLowerCase().replace(/\p{M}/gu, '');
}

/** A text as it looks: without case, accents and signs, look-alike letters unified. */
export function looksLike(word: string): string {
  const plain = plainOf(word);
  const letters = [...plain].map((sign) => ALIKE[sign] ?? sign).join('');
  return letters.replace(/[^\p{L}\p{N}]/gu, '').replaceAll('rn', 'm');
}

const STAFF = new Set(
  [
    'admin admins administrator administrators administration superadmin sysadmin',
    'moderator moderators moderation mod support supporter helpdesk staff team official',
    'officials customer service services security safety system root webmaster postmaster',
  ].flatMap((words) => words.split(' ').map(looksLike)),
);
const FILLERS = new Set(
  'the your our of from for and super help desk care trust former member'.split(' ').map(looksLike),
);
/** Digits and signs around a word, which do not make it a different one. */
const AROUND = /^[\p{N}\p{P}\p{S}]+|[\p{N}\p{P}\p{S}]+$/gu;

/**
 * The words that a plain word may be read as: with and without what surrounds it and its plural
 * s.
 */
function readingsOf(word: string): string[] {
  const looks = [looksLike(word), looksLike(word.replace(AROUND, ''))];
  return looks.flatMap((look) => [look, look.replace(/s$/, '')]);
}

/** Whether a word consists only of such words, with at least one office among them: supportteam. */
function isCompound(rest: string, hasOffice = false): boolean {
  if (rest === '') return hasOffice;
  const goesOn = (part: string, isOffice: boolean) =>
    rest.startsWith(part) && isCompound(rest.slice(part.length), hasOffice || isOffice);
  return (
    [...STAFF].some((part) => goesOn(part, true)) ||
    [...FILLERS].some((part) => goesOn(part, false))
  );
}

/** A community name shorter than this may also be a person's name. */
const OWN_NAME_MIN = 5;

/** What sets an office apart from a name: Anna (support), Anna - support, Anna from support. */
const SET_APART = /[()[\]{}|,;:·•–—]|\s(?:-|from|at)\s/iu;

/** Whether a name, or a part set apart in it, claims to be the community itself, or its staff. */
function claimsOffice(name: string, appName: string): boolean {
  return [name, ...name.normalize('NFKC').split(SET_APART)].some((part) =>
    isOfficeName(part, appName),
  );
}

function isOfficeName(name: string, appName: string): boolean {
  const words = plainOf(name)
    .split(/[\s._/\\,;:&·•–—-]+/)
    .filter(looksLike);
  const whole = words.join('');
  const own = looksLike(appName);
  if (own.length >= OWN_NAME_MIN && looksLike(whole).includes(own)) return true;
  const isOffice = (word: string) =>
    readingsOf(word).some((reading) => isCompound(reading) || reading === own);
  const isFiller = (word: string) =>
    readingsOf(word).some((reading) => reading === '' || FILLERS.has(reading));
  if (isOffice(whole)) return true;
  return words.some(isOffice) && words.every((word) => isOffice(word) || isFiller(word));
}

/** Signs that look like the badge of a checked identity, or like the stars of reviews. */
const BADGE = /[✓✔☑✅🗸🗹√⍻★☆✩-✰⭐⯪🌟🛡🏅🎖🏆🥇🆔]/u;
const BADGE_WORDS = 'verified certified vetted checked'.split(' ').map(looksLike);

/** Whether a name claims what only the community may say about somebody. */
function claimsBadge(name: string): boolean {
  const words = plainOf(name).split(/[\s\p{P}]+/u);
  // Such a word may be joined to another one: IDchecked.
  const isBadge = (word: string) =>
    readingsOf(word).some((reading) => BADGE_WORDS.some((badge) => reading.endsWith(badge)));
  return BADGE.test(name) || words.some(isBadge);
}

/** The error for a person's name, if any. `appName` is the community's own name. */
export function nameProblem(
  name: string,
  { label, appName }: { label: string; appName: string },
): string | undefined {
  const problem = shownProblem(name, label);
  if (problem) return problem;
  if (LINK.test(name.normalize('NFKC').replaceAll('。', '.'))) {
    return `${label} cannot be a web address; put a space after a dot`;
  }
  if (claimsOffice(name, appName))
    return `${label} is reserved for the people who run this community`;
  if (claimsBadge(name)) return `${label} cannot contain what looks like a badge`;
  return undefined;
}

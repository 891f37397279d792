import { hiddenProblem } from './hidden.ts';
import { lettersProblem } from './letters.ts';

/**
 * What mail programs and chats turn into a link: a scheme, www., an address, a dot within a word.
 */
const LINK = /:\/\/|\bwww\.|@\S+\.|[\p{L}\p{N}\p{M}\p{ExtPict}]\.(?:[\p{L}\p{N}-]\p{M}*){2,}/iu;

/** Look-alike letters mapped to one of them; digits that stand for letters. */
const ALIKE: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ@4ᴀⱥꭺ',
    b: 'Ьвβ8ʙɓƀƃßꮟ',
    c: 'сϲᴄƈȼꮯ',
    d: 'ԁᴅɗɖđƌðꭰ',
    e: 'еε3ᴇɇɛǝꭼ',
    f: 'ꜰƒ',
    g: 'ɢɠǥɡ',
    h: 'һнʜɦħⱨꮋ',
    j: 'јᴊɉȷꭻ',
    k: 'кκᴋƙĸⱪꝁꮶ',
    l: 'iıіιӏ1|!lłɪʟɨɩƚɫɬɭлꭵꮮᅵ丨ןเ',
    m: 'мᴍɱꮇ',
    n: 'пηոɴɲƞŋɳ',
    o: 'оοσ0օᴏøɵ〇ဝ',
    p: 'рρᴘƥᵽþꮲ',
    q: 'ԛɋʠ',
    r: 'гʀɽɍɾꭱꮢ',
    s: 'ѕ5$ꜱʂȿꮥꮪ',
    t: 'тτ7+ᴛƭʈŧⱦꭲ',
    u: 'υսᴜʉʊ',
    v: 'ѵνᴠʋꮩ',
    w: 'ԝᴡⱳꮃꮤ',
    x: 'хχ×',
    y: 'уγʏƴɏɣꭹꮍ',
    z: 'ᴢȥʐƶⱬꮓ',
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

/** A text without accents and boxes around letters. */
function plainOf(text: string): string {
  return text.normalize('NFKD').replace(BOXED, unbox).replace(/\p{M}/gu, '');
}

/** A text as it looks: without case, accents and signs, look-alike letters unified. */
export function looksLike(word: string): string {
  const plain = plainOf(word).toLowerCase();
  const letters = [...plain].map((sign) => ALIKE[sign] ?? sign).join('');
  return letters.replace(/[^\p{L}\p{N}]|\p{Lm}|ꞌ/gu, '').replaceAll('rn', 'm');
}

/** All that a text looks like: cl may also be read as d, vv as w, and ʋ as u. */
export function looksOf(word: string): string[] {
  const other = plainOf(word)
    .replace(/c[lI1|]/g, 'd')
    .replace(/vv/gi, 'w')
    .replace(/[ʋƲ]/g, 'u');
  return [looksLike(word), looksLike(other)];
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
/** Offices that are nobody's name, anywhere in one: Moderator Ann. */
const NEVER_NAMES = new Set(
  [
    'admin admins administrator administrators superadmin sysadmin',
    'moderator moderators helpdesk webmaster postmaster',
  ].flatMap((words) => words.split(' ').map(looksLike)),
);
/** The same at the beginning or the end of a name: Anna Support. */
const NEVER_FIRST_OR_LAST = new Set('support official moderation'.split(' ').map(looksLike));
/** Digits and signs around a word, which do not make it a different one. */
const AROUND = /^[\p{N}\p{P}\p{S}]+|[\p{N}\p{P}\p{S}]+$/gu;

/**
 * The words that a plain word may be read as: with and without what surrounds it and its plural
 * s.
 */
function readingsOf(word: string): string[] {
  const looks = [...looksOf(word), ...looksOf(word.replace(AROUND, ''))];
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

/** Whether a text contains what looks like the community's own name. */
export function hasOwnName(text: string, appName: string): boolean {
  const own = looksOf(appName.toLowerCase());
  const isIn = (look: string) => (name: string) =>
    name.length >= OWN_NAME_MIN ? look.includes(name) : look === name;
  return looksOf(text).some((look) => own.some(isIn(look)));
}

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
  if (hasOwnName(whole, appName)) return true;
  const isOffice = (word: string) =>
    readingsOf(word).some((reading) => isCompound(reading) || reading === own);
  const isFiller = (word: string) =>
    readingsOf(word).some((reading) => reading === '' || FILLERS.has(reading));
  if (isOffice(whole)) return true;
  const isIn = (set: Set<string>) => (word: string) =>
    readingsOf(word).some((reading) => set.has(reading));
  if (words.some(isIn(NEVER_NAMES))) return true;
  if ([...words.slice(0, 1), ...words.slice(-1)].some(isIn(NEVER_FIRST_OR_LAST))) return true;
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
  const hidden = hiddenProblem(name, label, { allowsPictures: false });
  if (hidden) return hidden;
  if (LINK.test(name.normalize('NFKC').replaceAll('。', '.'))) {
    return `${label} cannot be a web address; put a space after a dot`;
  }
  if (claimsOffice(name, appName))
    return `${label} is reserved for the people who run this community`;
  if (claimsBadge(name)) return `${label} cannot contain what looks like a badge`;
  return lettersProblem(name, label);
}

import { hiddenProblem } from './hidden.ts';
import { lettersProblem } from './letters.ts';
import { looksLike, looksOf, plainOf } from './look-alikes.ts';

/**
 * What mail programs and chats turn into a link: a scheme, www., an address, a dot within a word.
 */
const LINK =
  /:\/\/|\b(?:mailto|tel|sms):|\bwww\.|@\S+\.|[\p{L}\p{N}\p{M}\p{ExtPict}\p{EMod}\p{RI}]\.(?:[\p{L}\p{N}-]\p{M}*){2,}/iu;

/** Whether somebody can take a text for a link, or a program turns it into one. */
export function isLink(text: string): boolean {
  return LINK.test(text.normalize('NFKC').replaceAll('。', '.'));
}

/** The words of these lines as they look. */
const wordsOf = (...lines: string[]) =>
  new Set(lines.flatMap((line) => line.split(' ').map(looksLike)));

const STAFF = wordsOf(
  'admin admins administrator administrators administration superadmin sysadmin',
  'moderator moderators moderation mod support supporter helpdesk staff team official',
  'officials customer service services security safety system root webmaster postmaster',
);
const FILLERS = wordsOf('the your our of from for and super help desk care trust former member');
/** Offices that are nobody's name, anywhere in one: Moderator Ann. */
const NEVER_NAMES = wordsOf(
  'admin admins administrator administrators superadmin sysadmin',
  'moderator moderators helpdesk webmaster postmaster',
  'soporte suporte administrador administradora administrateur administratrice amministratore',
  'moderador moderadora moderateur moderatrice moderatore kundendienst kundenservice assistenza',
  'administracion administracao amministrazione kundensupport',
  'админ администратор администраторы администрация модератор модераторы',
  'поддержка поддержки підтримка підтримки адміністратор адміністрація модератори',
  'суппорт саппорт админка cliente clientes assistance',
  'الدعم الإدارة',
);
/** What members who have left are called; no name contains it, wherever its words begin. */
const FORMER_MEMBER = looksLike('formermember');
/** Letters as they are written, without signs, accents and what looks like a long vowel mark. */
function writtenOf(text: string): string {
  const letters = text.normalize('NFKD').replace(/[\p{M}\p{P}\p{S}\p{Z}\p{Cf}ー一]/gu, '');
  return letters.normalize('NFC');
}
/**
 * Offices in scripts that are written without spaces, compared as they are written: by their parts,
 * the Korean name 문영자 looks like 운영자.
 */
const UNSPACED_OFFICES = [
  'サポート 管理者 運営 カスタマー スタッフ モデレーター 事務局',
  '客服 管理员 管理員 运营 版主 官方 站长 站長',
  '관리자 운영자 고객센터 고객지원 직원 상담원',
].flatMap((line) => line.split(' ').map(writtenOf));
/** Offices that are one together with a word after them: Anna Staff Member. */
const BEFORE_TITLE = wordsOf('staff team support moderation');
const TITLES = wordsOf('member lead leader manager agent rep representative');
/** Offices that are nobody's first or last name: Anna Support. */
const NEVER_ENDS = wordsOf('support official moderation team');
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

/**
 * Whether a word consists only of offices, `own` names and fillers, with at least one of `counting`
 * among them: supportteam.
 */
function isCompound(rest: string, words: Compound, hasOne = false): boolean {
  if (rest === '') return hasOne;
  return [...STAFF, ...words.own, ...FILLERS].some(
    (part) =>
      part !== '' &&
      rest.startsWith(part) &&
      isCompound(rest.slice(part.length), words, hasOne || words.counting.has(part)),
  );
}
type Compound = { own: string[]; counting: Set<string> };

/** What is shorter may also be a person's name, or how two names begin. */
const DISTINCT_MIN = 5;
const isDistinct = (word: string) => word.length >= DISTINCT_MIN;
/** What is shorter may also end a name: Badmin, Wagstaff. */
const ENDING_MIN = 7;

/** In small letters, because cl may be read as d, but CL may not. */
const looksOfOwn = (appName: string) => looksOf(appName.toLowerCase());

/** Whether a text contains what looks like the community's own name. */
export function hasOwnName(text: string, appName: string): boolean {
  const own = looksOfOwn(appName);
  const isIn = (look: string) => (name: string) =>
    isDistinct(name) ? look.includes(name) : look === name;
  return looksOf(text).some((look) => own.some(isIn(look)));
}

/** What sets an office apart from a name: Anna (support), Anna “Staff”, Anna from support. */
const SET_APART =
  /[()[\]{}<>|,;:·•–—"“”„«»‹›*~=+#/\\]|\p{ExtPict}|\s(?:-|from|at)\s|(?<=\s)['‘’]|['‘’](?=\s|$)/iu;
/** What separates the words of a part. */
const BETWEEN = /[\s._/\\,;:&·•–—-]+/;

/** Whether a name, or a part set apart in it, claims to be the community itself, or its staff. */
function claimsOffice(name: string, appName: string): boolean {
  const apart = name.normalize('NFKC').split(SET_APART);
  if (apart.slice(1).some(holdsOffice)) return true;
  return [name, ...apart].some((part) => isOfficeName(part, appName));
}

/** Whether a part set apart behind a name is that of staff: Anna (KP Staff), Anna (Support NYC). */
function holdsOffice(part: string): boolean {
  const words = plainOf(part).split(BETWEEN).filter(looksLike).map(looksOf);
  const ends = [...(words.at(0) ?? []), ...(words.at(-1) ?? [])];
  return words.flat().includes(looksLike('staff')) || ends.includes(looksLike('support'));
}

function isOfficeName(name: string, appName: string): boolean {
  const words = plainOf(name).split(BETWEEN).filter(looksLike);
  const own = looksOfOwn(appName);
  const never = new Set([...NEVER_NAMES, ...own.filter(isDistinct)]);
  const offices = { own, counting: new Set([...STAFF, ...own]) };
  const isOffice = (readings: string[]) => readings.some((one) => isCompound(one, offices));
  const isEnd = ({ isWord, isFirst, isLast }: Part, one: string) =>
    (isFirst || isLast) && NEVER_ENDS.has(one) && (isWord || isDistinct(one));
  const endings = [...NEVER_NAMES, ...NEVER_ENDS].filter(({ length }) => length >= ENDING_MIN);
  const hasEnding = ({ isWord }: Part, one: string) =>
    isWord && endings.some((ending) => one !== ending && one.endsWith(ending));
  const isNever = (part: Part) =>
    part.readings.some((one) => never.has(one) || isEnd(part, one) || hasEnding(part, one)) ||
    (part.isWord && part.isFirst && isOffice(part.readings));
  if (words.some((word) => hasOwnName(word, appName)) || partsOf(words).some(isNever)) return true;
  // In pieces, short offices are also how names begin: Mo D., Tea M., Safet Y.
  const isSpelled = words.every((word) => [...word].length === 1);
  const pieces = { own, counting: new Set([...never, ...NEVER_ENDS].filter(isDistinct)) };
  const whole = readingsOf(words.join(''));
  if (whole.some((one) => one.includes(FORMER_MEMBER))) return true;
  const written = writtenOf(name);
  if (UNSPACED_OFFICES.some((office) => written.includes(office))) return true;
  if (whole.some((one) => isCompound(one, isSpelled ? offices : pieces))) return true;
  const isFiller = (reading: string) => reading === '' || FILLERS.has(reading);
  const all = words.map(readingsOf);
  const isTitle = (readings: string[], place: number) =>
    readings.some((one) => BEFORE_TITLE.has(one)) &&
    all[place + 1]?.some((next) => TITLES.has(next));
  if (all.some(isTitle)) return true;
  return all.some(isOffice) && all.every((each) => isOffice(each) || each.some(isFiller));
}

/** A word of a name, or consecutive ones that may be read as one. */
type Part = { readings: string[]; isWord: boolean; isFirst: boolean; isLast: boolean };

/** Less can be the beginning of a name, such as Mo D. Smith; more than the longest is not read. */
const JOINED_MIN = 5;
const JOINED_MAX = { words: 12, letters: 30 };

/** The words of a name, and consecutive ones as one word: Anna Sup-port. */
function partsOf(words: string[]): Part[] {
  return words.flatMap((_, from) =>
    words.slice(from, from + JOINED_MAX.words).flatMap((_word, more) => {
      const to = from + more + 1;
      const text = words.slice(from, to).join('');
      const isWord = more === 0;
      const isRead = text.length >= JOINED_MIN && text.length <= JOINED_MAX.letters;
      if (!isWord && !isRead) return [];
      return {
        readings: readingsOf(text),
        isWord,
        isFirst: from === 0,
        isLast: to === words.length,
      };
    }),
  );
}

/** Signs that look like the badge of a checked identity, or like the stars of reviews. */
const BADGE = /[✓✔☑✅🗸🗹√⍻★☆✩-✰⭐⯪🌟🛡🏅🎖🏆🥇🆔]/u;
const BADGE_WORDS = [...wordsOf('verified certified vetted checked')];

/** Whether a name claims what only the community may say about somebody. */
function claimsBadge(name: string): boolean {
  const parts = partsOf(plainOf(name).split(/[\s\p{P}]+/u));
  // Such a word may be joined to another one, IDchecked, but Yvette D. is a name.
  const isBadge = ({ isWord, readings }: Part) =>
    readings.some((one) =>
      BADGE_WORDS.some((badge) => (isWord ? one.endsWith(badge) : one === badge)),
    );
  return BADGE.test(name) || parts.some(isBadge);
}

/** The error for a person's name, if any. `appName` is the community's own name. */
export function nameProblem(
  name: string,
  { label, appName }: { label: string; appName: string },
): string | undefined {
  const hidden = hiddenProblem(name, label, { allowsPictures: false });
  if (hidden) return hidden;
  if (isLink(name)) return `${label} cannot be a web address; put a space after a dot`;
  if (claimsOffice(name, appName))
    return `${label} is reserved for the people who run this community`;
  if (claimsBadge(name)) return `${label} cannot contain what looks like a badge`;
  return lettersProblem(name, label);
}

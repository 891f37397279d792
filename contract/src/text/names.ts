import { hiddenProblem } from './hidden.ts';
import { lettersProblem } from './letters.ts';
import { looksLike, looksOf, plainOf } from './look-alikes.ts';

/**
 * What mail programs and chats turn into a link: a scheme, www., an address, a dot within a word.
 */
const LINK =
  /:\/\/|\b(?:mailto|tel|sms):|\bwww\.|@\S+\.|[\p{L}\p{N}\p{M}\p{ExtPict}]\.(?:[\p{L}\p{N}-]\p{M}*){2,}/iu;

/** Whether somebody can take a text for a link, or a program turns it into one. */
export function isLink(text: string): boolean {
  return LINK.test(text.normalize('NFKC').replaceAll('。', '.'));
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
/** Offices that are nobody's last name: Anna Support. */
const NEVER_LAST = new Set('support official moderation team'.split(' ').map(looksLike));
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
 * Whether a word consists only of such words, with at least one office or one of the `own` names
 * among them: supportteam.
 */
function isCompound(rest: string, own: string[], hasOffice = false): boolean {
  if (rest === '') return hasOffice;
  const goesOn = (part: string, isOffice: boolean) =>
    part !== '' &&
    rest.startsWith(part) &&
    isCompound(rest.slice(part.length), own, hasOffice || isOffice);
  return (
    [...STAFF, ...own].some((part) => goesOn(part, true)) ||
    [...FILLERS].some((part) => goesOn(part, false))
  );
}

/** A community name shorter than this may also be a person's name. */
const OWN_NAME_MIN = 5;
const isDistinct = (ownName: string) => ownName.length >= OWN_NAME_MIN;

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
  return [name, ...name.normalize('NFKC').split(SET_APART)].some((part) =>
    isOfficeName(part, appName),
  );
}

function isOfficeName(name: string, appName: string): boolean {
  const words = plainOf(name).split(BETWEEN).filter(looksLike);
  const own = looksOfOwn(appName);
  const isOffice = (readings: string[]) => readings.some((reading) => isCompound(reading, own));
  if (words.some((word) => hasOwnName(word, appName))) return true;
  if (isOffice(readingsOf(words.join('')))) return true;
  const never = new Set([...NEVER_NAMES, ...own.filter(isDistinct)]);
  const isNever = ({ isFirst, isLast, readings }: Part) =>
    (isFirst && isOffice(readings)) ||
    readings.some((reading) => never.has(reading) || (isLast && NEVER_LAST.has(reading)));
  if (partsOf(words).some(isNever)) return true;
  const isFiller = (reading: string) => reading === '' || FILLERS.has(reading);
  const all = words.map(readingsOf);
  return all.some(isOffice) && all.every((each) => isOffice(each) || each.some(isFiller));
}

/** Consecutive words of a name that may be read as one. */
type Part = { readings: string[]; isFirst: boolean; isLast: boolean };

/** Less can be the beginning of a name, such as Mo D. Smith; more than the longest is not read. */
const JOINED_MIN = 5;
const JOINED_MAX = { words: 12, letters: 30 };

/** The words of a name, and consecutive ones as one word: Anna Sup-port. */
function partsOf(words: string[]): Part[] {
  return words.flatMap((_, from) =>
    words.slice(from, from + JOINED_MAX.words).flatMap((_word, more) => {
      const to = from + more + 1;
      const text = words.slice(from, to).join('');
      const isRead = text.length >= JOINED_MIN && text.length <= JOINED_MAX.letters;
      if (more > 0 && !isRead) return [];
      return { readings: readingsOf(text), isFirst: from === 0, isLast: to === words.length };
    }),
  );
}

/** Signs that look like the badge of a checked identity, or like the stars of reviews. */
const BADGE = /[✓✔☑✅🗸🗹√⍻★☆✩-✰⭐⯪🌟🛡🏅🎖🏆🥇🆔]/u;
const BADGE_WORDS = 'verified certified vetted checked'.split(' ').map(looksLike);

/** Whether a name claims what only the community may say about somebody. */
function claimsBadge(name: string): boolean {
  const parts = partsOf(plainOf(name).split(/[\s\p{P}]+/u));
  // Such a word may be joined to another one: IDchecked.
  const isBadge = ({ readings }: Part) =>
    readings.some((reading) => BADGE_WORDS.some((badge) => reading.endsWith(badge)));
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

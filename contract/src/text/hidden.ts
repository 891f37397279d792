/** Invisible characters, those that reverse the text around them, and fillers that look empty. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}\u2800]|\u{16fe4}|\u{1d159}/u;
/** They choose between shapes of the emoji, the digit in a keycap, or the letter before them. */
const SELECTOR =
  /(?<=\p{ExtPict})[\ufe0e\ufe0f]|(?<=[\d#*])\ufe0f(?=\u20e3)|(?<=\p{sc=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=\p{sc=Mongolian})[\u180b-\u180d\u180f]|(?<=\p{sc=Myanmar})\ufe00/gu;
/**
 * Joiners are part of the spelling in some scripts: between two of their letters, and at the end of
 * a word behind a sign that mutes a vowel, or behind an Arabic letter, as in Kurdish.
 */
const JOINING = 'Arab Deva Beng Gujr Guru Knda Mlym Orya Sinh Taml Telu'
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const MUTING = '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca';
const BETWEEN_LETTERS = `(?<=[${JOINING}])(?<=[\\p{L}\\p{M}])[\u200c\u200d](?=[${JOINING}])(?=[\\p{L}\\p{M}])`;
const ENDING = `(?<=[${MUTING}\\p{sc=Arab}])[\u200c\u200d](?=$|[\\s\\p{P}])`;
const JOINER = new RegExp(`${BETWEEN_LETTERS}|${ENDING}`, 'gu');
/** Between two emoji a joiner makes one of them, such as a woman running. */
const PICTURE_JOINER =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/** More marks on one letter than any language uses; they would cover the lines around it. */
const TOO_MANY_MARKS = /(?:\p{Mc}*[\p{Mn}\p{Me}]){5}/u;
/** A mark without a letter of its own: it is drawn on whatever comes before the text. */
const LONE_MARK = /(?:^|\s)\p{M}/u;

/**
 * The error for a line with characters that are invisible or change how the text around them is
 * read.
 */
export function hiddenProblem(
  text: string,
  label: string,
  { allowsPictures = true } = {},
): string | undefined {
  const words = text.replace(JOINER, '');
  const spelled = allowsPictures ? words.replace(PICTURE_JOINER, '') : words;
  const isUnread = UNSEEN.test(spelled.replace(SELECTOR, '')) || LONE_MARK.test(text);
  return isUnread || TOO_MANY_MARKS.test(text.normalize('NFD'))
    ? `${label} contains invalid characters`
    : undefined;
}

/** Letters that Unicode does not take apart into a plain letter and its accent. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const WRITTEN_OUT: Record<string, string> = { st: 'saint', ft: 'fort', mt: 'mount' };
const KEY_MAX = 60;

/**
 * How a name is compared: lower case, no accents, no punctuation, 'St. Louis' as 'saint louis'.
 * What is searched and what is searched for both go through it.
 */
export function placeKey(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/['’‘ʻʼ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\b(st|ft|mt)(?= )/g, (word) => WRITTEN_OUT[word] ?? word)
    .slice(0, KEY_MAX);
}

/** So many letters of a name are compared when there is a typing error among them. */
const COMPARED = 6;
const TYPO_MIN = 4;

/**
 * The beginning of a name, and the same with each of its letters left out. Two names that are one
 * typing error apart share at least one of these, which an index can look up.
 */
export function typoKeys(key: string): string[] {
  if (key.length < TYPO_MIN) return [];
  const start = key.slice(0, COMPARED);
  const shorter = Array.from(start, (_, at) => start.slice(0, at) + start.slice(at + 1));
  return [...new Set([start, ...shorter])];
}

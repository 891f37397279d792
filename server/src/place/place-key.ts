/** Letters that Unicode does not decompose into a plain letter and an accent. */
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
 * The normalized form of a name: lower case, no accents, no punctuation, 'St. Louis' as 'saint
 * louis'. Applied to both the names and the search text.
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

/** How many letters of a name are compared when looking for typos. */
const COMPARED = 6;
const TYPO_MIN = 4;

/**
 * The beginning of a name, and the same with each letter left out. Two names one typo apart share
 * at least one of these keys, which an index can look up.
 */
export function typoKeys(key: string): string[] {
  if (key.length < TYPO_MIN) return [];
  const start = key.slice(0, COMPARED);
  const shorter = Array.from(start, (_, at) => start.slice(0, at) + start.slice(at + 1));
  return [...new Set([start, ...shorter])];
}

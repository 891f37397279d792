/** A short word is sought among this many of the newest rows only, which keeps it quick at any size. */
export const NEWEST_SOUGHT = 3_000;

/** A search as it was typed, without what no text of the database can hold. */
export function searchText(search: string | undefined): string {
  return (search ?? '').replaceAll('\u0000', '');
}

/** The words of a search; at most five, so that nobody's query grows with their text. */
export function termsOf(search: string | undefined): string[] {
  return searchText(search).split(/\s+/).filter(Boolean).slice(0, 5);
}

/** The pattern of a word anywhere, with LIKE's own signs taken literally. */
export function patternOf(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Whether a trigram index is of no help: the word has no three letters or digits in a row. */
export function isShort(term: string): boolean {
  return !/[\p{L}\p{N}]{3}/u.test(term);
}

/**
 * Whether the collation "C", which is faster and knows the case of A to Z alone, finds the same. Beyond
 * these letters only İ and the sign of Kelvin are written with a small letter of ASCII: i and k.
 */
export function hasPlainCase(term: string): boolean {
  return /^[\x21-\x7e]+$/.test(term) && !/[ik]/i.test(term);
}

/** A short word is searched for only in this many of the newest rows, which is fast at any size. */
export const NEWEST_SOUGHT = 3_000;

/** A search as typed, without characters that the database can't contain. */
export function searchText(search: string | undefined): string {
  return (search ?? '').replaceAll('\u0000', '');
}

/** The words of a search; at most five, so that no query grows with its text. */
export function termsOf(search: string | undefined): string[] {
  return searchText(search).split(/\s+/).filter(Boolean).slice(0, 5);
}

/** The LIKE pattern for a word anywhere, with LIKE's special characters escaped. */
export function patternOf(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Whether a trigram index can't help: the word has no three letters or digits in a row. */
export function isShort(term: string): boolean {
  return !/[\p{L}\p{N}]{3}/u.test(term);
}

/**
 * Whether the "C" collation, which is faster but only knows the case of A to Z, finds the same.
 * Outside these letters, only İ and the Kelvin sign have ASCII lower-case forms: i and k.
 */
export function hasPlainCase(term: string): boolean {
  return /^[\x21-\x7e]+$/.test(term) && !/[ik]/i.test(term);
}

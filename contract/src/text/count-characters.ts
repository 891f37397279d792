/**
 * The number of characters as PostgreSQL counts them, in Unicode code points. JavaScript's
 * `length` counts most emoji twice; the `min` and `max` of schemas count like this function.
 */
export function countCharacters(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/**
 * Joins class names and drops falsy ones. A component's look is set by its props, and its
 * `className` only positions it (margin, width, grid), so nothing needs merging.
 */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

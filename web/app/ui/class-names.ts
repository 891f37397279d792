/**
 * Joins class names; falsy ones fall away. A component's looks are chosen by its props, and the
 * `className` handed to it only places it (margin, width, grid), so nothing needs merging.
 */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

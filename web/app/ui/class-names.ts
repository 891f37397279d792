/** Joins class names; falsy ones fall away. A component's looks are chosen by its props, and the
 * `className` handed to it only places it (margin, width, grid), so nothing needs merging. */
export { cx } from 'class-variance-authority';

/** The style of a link in the bar; the current page's link is marked. [P7] */
export const barLinkStyle =
  'min-h-11 items-center rounded-full font-semibold text-ink-soft text-sm transition-colors hover:bg-accent-soft hover:text-accent current-mark';

const FORMAT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** 'Nov 22, 2025', as short as a column of dates wants it. */
export function formatDay(when: string): string {
  return FORMAT.format(new Date(when));
}

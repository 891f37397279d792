/** '1 night', '2 nights'. */
export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** '3', or '99+' above 99. */
export function unreadText(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** '3 hours', from minutes: in the unit that is easiest to read. */
export function minutesText(minutes: number): string {
  if (minutes < 90) return counted(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}

/** How long to wait, from seconds; rounded up, so that nobody is refused again after waiting. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutesText(minutes < 90 ? minutes : Math.ceil(minutes / 60) * 60);
}

/** Names known to be time zones: each check costs a third of a millisecond. */
const known = new Set<string>();
/** There are about 600; with other spellings of case there are more than should be cached. */
const MOST_KNOWN = 1_000;

/** Whether it is an IANA time zone name; offsets like +02:00 have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    if (!/^[A-Za-z]/.test(name)) return false;
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (known.size < MOST_KNOWN) known.add(name);
    return true;
  } catch {
    return false;
  }
}

/** The time zone if it is one, otherwise null. */
export function knownTimeZone(name: string | null): string | null {
  return name && isTimeZone(name) ? name : null;
}

/** Names that were found to be time zones: asking costs a third of a millisecond each time. */
const known = new Set<string>();
/** There are about 600; spelled in other cases, there are more than anybody should make us keep. */
const MOST_KNOWN = 1_000;

/** Whether it names a time zone as IANA does; offsets like +02:00 know no summer. */
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

import { useState } from 'react';

type Options<T> = {
  /** The key of the value; a different key starts without a value. */
  of?: string;
  /** Whether a newer value replaces the current one. */
  replaces?: (next: T, held: T) => boolean;
};

type Kept<T> = { of: string; value: T | null };

/** The state after a new value; the same object if nothing changes. */
export function keepLast<T>(
  kept: Kept<T>,
  given: T | null,
  { of = '', replaces = () => true }: Options<T> = {},
): Kept<T> {
  const held = kept.of === of ? kept.value : null;
  const isNew = given !== null && given !== held && (held === null || replaces(given, held));
  const value = isNew ? given : held;
  return kept.of === of && kept.value === value ? kept : { of, value };
}

/**
 * The last value that was not null. Set during rendering, as React documents for state derived
 * from earlier renders, so that no render shows an outdated one.
 */
export function useLast<T>(given: T | null, options: Options<T> = {}): T | null {
  const [kept, keep] = useState<Kept<T>>({ of: options.of ?? '', value: given });
  const next = keepLast(kept, given, options);
  if (next !== kept) keep(next);
  return next.value;
}

import { useState } from 'react';

type Options<T> = {
  /** What the value belongs to: another one begins without a value. */
  of?: string;
  /** Whether a newer value takes the place of the one that is held. */
  replaces?: (next: T, held: T) => boolean;
};

type Kept<T> = { of: string; value: T | null };

/** What is kept after a value was given: the same object where nothing changes. */
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
 * The last value that was not null. It is set while rendering, as React documents it for state
 * that depends on earlier renders, so that no render shows an outdated one.
 */
export function useLast<T>(given: T | null, options: Options<T> = {}): T | null {
  const [kept, keep] = useState<Kept<T>>({ of: options.of ?? '', value: given });
  const next = keepLast(kept, given, options);
  if (next !== kept) keep(next);
  return next.value;
}

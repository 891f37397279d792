import { useState } from 'react';

type Options<T> = {
  /** What the value belongs to: another one begins without a value. */
  of?: string;
  /** Whether a newer value takes the place of the one that is held. */
  replaces?: (next: T, held: T) => boolean;
};

/**
 * The last value that was not null. It is set while rendering, as React documents it for state
 * that depends on earlier renders, so that no render shows an outdated one.
 */
export function useLast<T>(
  given: T | null,
  { of = '', replaces = () => true }: Options<T> = {},
): T | null {
  const [kept, keep] = useState({ of, value: given });
  const held = kept.of === of ? kept.value : null;
  const isNew = given !== null && given !== held && (held === null || replaces(given, held));
  const value = isNew ? given : held;
  if (kept.of !== of || kept.value !== value) keep({ of, value });
  return value;
}

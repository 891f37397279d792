/** The text values of a form in a stored draft; other values are ignored. [O3] */
export function restoreTexts<Values extends Record<string, string>>(
  stored: unknown,
  standard: Values,
): Values {
  if (typeof stored !== 'object' || stored === null) return standard;
  const texts = Object.entries(stored).filter(
    ([field, text]) => field in standard && typeof text === 'string',
  );
  return { ...standard, ...Object.fromEntries(texts) };
}

/** The step at which a draft was left, or the first. */
export function restoreStep(stored: unknown, steps: number): number {
  const isStep = Number.isInteger(stored) && Number(stored) >= 0 && Number(stored) < steps;
  return isStep ? Number(stored) : 0;
}

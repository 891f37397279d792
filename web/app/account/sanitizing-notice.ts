import { sanitizeText } from '@kindpal/contract/text/rules';

/** Says how a named text will be kept where that is not as typed; nothing otherwise. [U2] */
export function sanitizingNotice(typed: string, what: string): string | undefined {
  const kept = sanitizeText(typed);
  if (kept === typed.trim()) return undefined;
  return kept
    ? `We leave out signs like < and > and will save ${what} as “${kept}”.`
    : `Nothing is left of ${what} without signs like < and >. Please use letters.`;
}

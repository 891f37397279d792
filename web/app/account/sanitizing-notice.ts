import { sanitizeText } from '@kindpal/contract/text/rules';

/** Shows how a text will be saved if sanitizing changes it; otherwise undefined. [U2] */
export function sanitizingNotice(typed: string, what: string): string | undefined {
  const kept = sanitizeText(typed);
  if (kept === typed.trim()) return undefined;
  return kept
    ? `We remove characters like < and > and will save ${what} as “${kept}”.`
    : `${what} can’t be made of characters like < and > only. Please use letters.`;
}

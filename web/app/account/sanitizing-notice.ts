import { sanitizeText } from '@kindpal/contract/text/rules';

/** Shows how a text will be saved if sanitizing changes it; otherwise undefined. [U2] */
export function sanitizingNotice(typed: string, what: string): string | undefined {
  const kept = sanitizeText(typed);
  if (kept === typed.trim()) return undefined;
  return kept
    ? `We’ll save ${what} as “${kept}” because we remove characters like < and >.`
    : `${what} can’t be made of characters like < and > only. Please use letters.`;
}

import { errorText, hasCode } from '~/lib/error-text.ts';
import { notify } from './notify.ts';

export type FailureTexts = {
  title?: string;
  /** The text for what nobody foresaw, where the specification words it. */
  unexpected?: string;
};

/** Says in a toast why something was not done. */
export function notifyFailure(
  error: unknown,
  { title = 'Error', unexpected }: FailureTexts = {},
): void {
  // The session asks for a new sign-in over the page; a toast would only cover it.
  if (hasCode(error, 'UNAUTHORIZED')) return;
  notify.outcome({ title, description: errorText(error, unexpected), variant: 'destructive' });
}

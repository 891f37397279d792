import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { notify } from './notify.ts';

export type FailureTexts = {
  title?: string;
  /** The text for unexpected errors where the specification words it. */
  unexpected?: string;
};

/** Shows in a toast why something failed. */
export function notifyFailure(
  error: unknown,
  { title = 'Error', unexpected }: FailureTexts = {},
): void {
  // The session asks to sign in again on the page; a toast would only cover it.
  if (hasCode(error, 'UNAUTHORIZED')) return;
  const description = errorText(error, unexpected);
  notify.outcome({ title, description, variant: 'destructive', error });
}

import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';
import { APPEAL, toDecisions } from './appeal.ts';

type Moderated = {
  to: string;
  /** Null if the review is visible again. */
  reason: string | null;
  /** Whether a report led to it, so that its author can appeal. */
  canAppeal?: boolean;
};

/**
 * Tells an author that staff hid a review, and why; or, without a reason, that it is visible
 * again. [S4]
 */
export function reviewModeratedMail(env: Env, { to, reason, canAppeal = false }: Moderated): Mail {
  if (reason === null) {
    return composeMail(env, {
      kind: 'review_moderated',
      to,
      subject: 'Your review is visible again',
      paragraphs: ['We looked at your review again, and it’s visible again.'],
    });
  }
  return composeMail(env, {
    kind: 'review_moderated',
    to,
    subject: 'Your review was hidden',
    paragraphs: [
      'We’ve hidden a review you wrote. No one else can see it, and its stars no longer count.',
      `Why: ${reason}`,
      canAppeal ? APPEAL : 'If you think this is a mistake, please contact us.',
    ],
    ...(canAppeal && { action: toDecisions(env) }),
  });
}

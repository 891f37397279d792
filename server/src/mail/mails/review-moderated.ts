import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

/**
 * Tells an author that staff hid a review, and why; or, without a reason, that it is visible
 * again. [S4]
 */
export function reviewModeratedMail(
  env: Env,
  { to, reason }: { to: string; reason: string | null },
): Mail {
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
      'If you think this is a mistake, please contact us.',
    ],
  });
}

import type { ProfilePart } from '@kindpal/contract/staff/moderation';
import type { Env } from '../../env.ts';
import { composeMail } from '../letter.ts';
import type { Mail } from '../mailer.ts';

type Removed = { to: string; part: ProfilePart; reason: string };

const TEXTS = {
  photo: { subject: 'Your profile photo was removed', what: 'the photo' },
  bio: { subject: 'Your bio was removed', what: 'the text about you' },
} as const;

/** Tells a member that staff removed something from their profile, and why. [S4] */
export function profilePartRemovedMail(env: Env, { to, part, reason }: Removed): Mail {
  const { subject, what } = TEXTS[part];
  return composeMail(env, {
    kind: 'profile_part_removed',
    to,
    subject,
    paragraphs: [
      `We’ve removed ${what} from your profile. You can add another one at any time.`,
      `Why: ${reason}`,
      'If you think this is a mistake, please contact us.',
    ],
    action: { label: 'Edit your profile', url: `${env.appUrl}/edit-profile` },
  });
}

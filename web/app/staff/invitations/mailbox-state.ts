import type { NewsletterReader } from '@kindpal/contract/newsletter/contract';
import type { WaitlistEntry } from '@kindpal/contract/waitlist/contract';
import { formatRelative } from '~/lib/format.ts';
import type { MailboxState } from './mailbox-card.tsx';

/** The status of a newsletter reader. [P6] */
export function readerState(
  reader: Pick<NewsletterReader, 'confirmed_at' | 'unsubscribed_at'>,
): MailboxState {
  if (reader.unsubscribed_at) return { label: 'Unsubscribed', tone: 'plain' };
  if (reader.confirmed_at) return { label: 'Subscribed', tone: 'positive' };
  return { label: 'Not confirmed', tone: 'caution' };
}

type Standing = Pick<WaitlistEntry, 'confirmed_at' | 'invited_at' | 'joined_at'>;

/** The status of a person on the waitlist; having joined takes precedence. [P4] */
export function entryState({ confirmed_at, invited_at, joined_at }: Standing): MailboxState {
  if (joined_at) return { label: `Joined ${formatRelative(joined_at)}`, tone: 'positive' };
  if (invited_at) return { label: `Invited ${formatRelative(invited_at)}`, tone: 'positive' };
  if (confirmed_at) return { label: 'Confirmed', tone: 'accent' };
  return { label: 'Not confirmed', tone: 'caution' };
}

/** Whether an invite can be sent to this person. */
export function isWaiting({ confirmed_at, invited_at, joined_at }: Standing): boolean {
  return confirmed_at !== null && invited_at === null && joined_at === null;
}

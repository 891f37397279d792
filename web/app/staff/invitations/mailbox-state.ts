import type { NewsletterReader } from '@kindpal/contract/newsletter/contract';
import type { WaitlistEntry } from '@kindpal/contract/waitlist/contract';
import { formatRelative } from '~/lib/format.ts';
import type { MailboxState } from './mailbox-card.tsx';

/** How it stands with somebody who asked for the newsletter. [P6] */
export function readerState(
  reader: Pick<NewsletterReader, 'confirmed_at' | 'unsubscribed_at'>,
): MailboxState {
  if (reader.unsubscribed_at) return { label: 'Unsubscribed', tone: 'plain' };
  if (reader.confirmed_at) return { label: 'Subscribed', tone: 'positive' };
  return { label: 'Not confirmed', tone: 'caution' };
}

type Standing = Pick<WaitlistEntry, 'confirmed_at' | 'invited_at' | 'joined_at'>;

/** How it stands with somebody who waits: that they have joined says more than how they came. [P4] */
export function entryState({ confirmed_at, invited_at, joined_at }: Standing): MailboxState {
  if (joined_at) return { label: `Joined ${formatRelative(joined_at)}`, tone: 'positive' };
  if (invited_at) return { label: `Invited ${formatRelative(invited_at)}`, tone: 'positive' };
  if (confirmed_at) return { label: 'Confirmed', tone: 'accent' };
  return { label: 'Not confirmed', tone: 'caution' };
}

/** Whether an invite can be sent to them. */
export function isWaiting({ confirmed_at, invited_at, joined_at }: Standing): boolean {
  return confirmed_at !== null && invited_at === null && joined_at === null;
}

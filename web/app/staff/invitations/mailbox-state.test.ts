import { expect, it } from 'vitest';
import { entryState, isWaiting, readerState } from './mailbox-state.ts';

const at = new Date().toISOString();
const entry = (given: object) => ({
  confirmed_at: null,
  invited_at: null,
  joined_at: null,
  ...given,
});

it.each([
  ['somebody whose mailbox is silent', {}, /^Not confirmed$/, false],
  ['somebody who waits', { confirmed_at: at }, /^Confirmed$/, true],
  ['somebody with an invite', { confirmed_at: at, invited_at: at }, /^Invited /, false],
  [
    'somebody who joined with another invite',
    { confirmed_at: at, joined_at: at },
    /^Joined /,
    false,
  ],
  ['somebody who joined before they confirmed', { joined_at: at }, /^Joined /, false],
])('staff see for %s the status, and whether to send an invite [P4]', (_, given, label, waits) => {
  expect(entryState(entry(given)).label).toMatch(label);
  expect(isWaiting(entry(given))).toBe(waits);
});

it.each([
  [{ confirmed_at: null, unsubscribed_at: null }, 'Not confirmed'],
  [{ confirmed_at: at, unsubscribed_at: null }, 'Subscribed'],
  [{ confirmed_at: at, unsubscribed_at: at }, 'Unsubscribed'],
])('a reader of the newsletter %o is shown as %s [P6]', (reader, label) => {
  expect(readerState(reader).label).toBe(label);
});

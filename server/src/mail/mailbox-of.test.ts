import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

it.each([
  ['robin@example.org', 'robin@example.org'],
  ['Robin@Example.org', 'robin@example.org'],
  ['robin+news@example.org', 'robin@example.org'],
  ['robin+a+b@example.org', 'robin@example.org'],
  ['robin.vale@example.org', 'robin.vale@example.org'],
  ['r.o.bin+x@gmail.com', 'robin@gmail.com'],
  ['robin@googlemail.com', 'robin@gmail.com'],
  ['+robin@example.org', '+robin@example.org'],
])('emails to %s are counted for %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

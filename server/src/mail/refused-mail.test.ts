import { expect, test } from 'vitest';
import { concernedBy, refusalOfMail } from './refused-mail.ts';

/** A server's answer, as the mail library reports it. */
const answer = (command: string, response: string) => ({
  responseCode: Number(response.slice(0, 3)),
  command,
  response,
});

test.each([
  ['RCPT TO', '550 5.1.1 <a@example.org>: Recipient address rejected: User unknown'],
  ['RCPT TO', '550-5.1.10 RESOLVER.ADR.RecipientNotFound\n550 5.1.10 Not found by SMTP lookup'],
  ['RCPT TO', '552 5.2.2 Mailbox full'],
  ['RCPT TO', '550 No such user here'],
  ['RCPT TO', '550 <x@spamgourmet.example>: No such user'],
  ['RCPT TO', '550 5.5.0 Requested action not taken: mailbox unavailable'],
  ['DATA', '550 5.2.1 The account is disabled'],
])('the mailbox is refused: %s, %s', (command, response) => {
  expect(refusalOfMail(answer(command, response))).toEqual({ state: 'bounced' });
  expect(concernedBy(answer(command, response))).toBe('one');
});

test.each([
  ['DATA', '552 Message exceeds fixed maximum message size'],
  ['DATA', '552 5.3.4 Message too big'],
  ['DATA', '554 5.6.0 Invalid message content'],
  ['RCPT TO', '552 5.2.3 Message exceeds maximum size'],
])('the email is refused: %s, %s', (command, response) => {
  expect(refusalOfMail(answer(command, response))).toEqual({ state: 'failed' });
  expect(concernedBy(answer(command, response))).toBe('one');
});

test.each([
  ['RCPT TO', '554 5.7.1 Relay access denied'],
  ['RCPT TO', '550 5.1.8 Sender address rejected'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '550 relaying to this mailbox prohibited by administrator'],
  ['RCPT TO', '530 SMTP authentication is required.'],
  [
    'RCPT TO',
    '550-Please turn on SMTP Authentication in your mail client.\n550 a@b is not permitted',
  ],
  ['RCPT TO', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['RCPT TO', '550 Your account is suspended'],
  ['RCPT TO', '550 Daily user sending quota exceeded.'],
  ['RCPT TO', '550 Rate limit: user over hourly limit'],
  ['RCPT TO', '550 Recipient limit exceeded'],
  ['RCPT TO', '550 From address does not match your user'],
  ['RCPT TO', '550 <user@example.org>: rejected'],
  ['DATA', '552 Daily sending quota exceeded'],
  ['RCPT TO', '550 Blocked: see https://example.org/5.1.1.7'],
  ['DATA', '554 Message rejected: Email address is not verified.'],
  ['DATA', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['DATA', '550-5.7.26 This mail is unauthenticated'],
  ['DATA', '554 5.5.1 Error: no valid recipients'],
])(
  'a refusal that may be of Kindpal is not final, and may concern others: %s, %s',
  (command, response) => {
    expect(refusalOfMail(answer(command, response))).toBeNull();
    expect(concernedBy(answer(command, response))).toBe('perhaps_all');
  },
);

test.each([
  ['CONN', '554 No SMTP service here'],
  ['EHLO', '500 Unknown command'],
  ['AUTH PLAIN', '535 5.7.8 Authentication failed'],
  ['MAIL FROM', '552 5.1.1 Sender refused'],
  ['RCPT TO', '421 Service not available, closing transmission channel'],
])(
  'a refusal of the connection or the sender is not final, and concerns all: %s, %s',
  (command, response) => {
    expect(refusalOfMail(answer(command, response))).toBeNull();
    expect(concernedBy(answer(command, response))).toBe('all');
  },
);

test.each([
  ['RCPT TO', '450 4.2.0 Greylisted'],
  ['RCPT TO', '451 4.7.1 Greylisting in action, please come back later'],
  ['RCPT TO', '451 Try again later'],
  ['DATA', '452 Out of space'],
])('a temporary answer to one email concerns no other: %s, %s', (command, response) => {
  expect(refusalOfMail(answer(command, response))).toBeNull();
  expect(concernedBy(answer(command, response))).toBe('one');
});

test.each([null, 'text', new Error('Connection closed'), { responseCode: 999, command: 'DATA' }])(
  'no refusal: %o',
  (error) => {
    expect(refusalOfMail(error)).toBeNull();
  },
);

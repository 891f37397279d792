import { randomUUID } from 'node:crypto';
import { authAccount, emailChange } from '../db/schema/account.ts';
import { makeDisownToken } from '../security/disown-token.ts';
import { noteSecurityEvent } from '../security/note-security-event.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import { PASSWORD } from '../testing/test-browser.ts';
import { makeCode } from './one-time-codes.ts';
import { hashPassword } from './password/passwords.ts';
import { makeResetToken } from './password/reset-tokens.ts';
import { credentialOf } from './session/credential.ts';
import { makeUndoToken } from './takeover/email-undo.ts';
import { hashToken, makeToken } from './tokens.ts';

export type Own = {
  /** The tokens of the links that were mailed to the sitter. */
  links: Record<'signIn' | 'reset' | 'newEmail' | 'undo' | 'notMe', string>;
  newEmail: string;
};

/** One hash for all scenes: making it takes a hundred times as long as storing it. */
const hash = hashPassword(PASSWORD, 'matrix@example.org');

/** The past sitter has a password, and the sitter a link of every kind in their mailbox. */
export const fillScene: FillScene<Own> = async (services, { past, sitter }) => {
  const { db, clock, secret } = services;
  const { drizzle } = db;
  const { id: userId, email } = sitter;
  await drizzle.insert(authAccount).values(credentialOf(past.id, await hash));
  const asker = Buffer.from('the browser of the sitter');
  const { link } = await makeCode(drizzle, services, { userId, purpose: 'sign_in', asker });
  const newEmail = `moves-to-${randomUUID()}@example.org`;
  const token = makeToken();
  const expiresAt = new Date(clock.now().getTime() + 3_600_000);
  const pending = { userId, newEmail, tokenHash: hashToken(token), expiresAt };
  await drizzle.insert(emailChange).values(pending);
  const eventId = await noteSecurityEvent(drizzle, { userId, kind: 'email_change_asked' });
  const links = {
    signIn: link,
    reset: await makeResetToken(drizzle, userId),
    newEmail: token,
    undo: await makeUndoToken(drizzle, { userId, oldEmail: email, clock }),
    notMe: makeDisownToken(secret, { eventId, email }),
  };
  return { links, newEmail };
};

export const secrets: Secrets<Own> = ({ newEmail }) => ({
  'the new email of the sitter': newEmail,
  'the hash of a password': '$argon2id$',
});

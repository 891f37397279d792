import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../access/context.ts';
import { findBrowserAsker } from '../account/asker.ts';
import { makeToken } from '../account/tokens.ts';
import { passkey } from '../db/schema/passkey.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import { SoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { type ChallengeOwner, keepChallenge } from './challenges.ts';
import { readCreated } from './webauthn.ts';

export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(
    `INSERT INTO auth.passkey (user_id, friendly_name, credential_id, public_key, counter)
     VALUES ($1, 'Laptop of Zebulon', 'credential-of-zebulon', 'key', 0)`,
    [id],
  );
};

type Asked = { id: string; challenge: string };
export type Own = {
  /** The past sitter's passkey, what it signs, and the cookie of the browser that signs in. */
  key: {
    id: string;
    authenticator: SoftwareAuthenticator;
    site: { origin: string; rpId: string };
    user: { id: string };
    cookie: string;
    asked: Record<ChallengeOwner['purpose'], Asked>;
  };
};

/** The past sitter's passkey, old enough to prove who they are, with a challenge of each kind. */
export const fillScene: FillScene<Own> = async (services, { past }) => {
  const { db, env, clock } = services;
  const { origin, hostname: rpId } = new URL(env.appUrl);
  const authenticator = new SoftwareAuthenticator(origin);
  const user = { id: Buffer.from(past.id).toString('base64url') };
  const challenge = randomBytes(32).toString('base64url');
  const credential = authenticator.create({ challenge, rp: { id: rpId }, user });
  const created = await readCreated(env, { credential, challenge });
  const createdAt = new Date(clock.now().getTime() - 100 * 3_600_000);
  const named = { userId: past.id, friendlyName: 'Watch of the past sitter', createdAt };
  const [row] = await db.drizzle
    .insert(passkey)
    .values({ ...created, ...named })
    .returning({ id: passkey.id });
  const cookie = `kindpal.asker=${makeToken()}`;
  const browser = { services, request: { headers: { cookie } } } as RequestContext;
  const asker = findBrowserAsker(browser);
  if (!asker) throw new Error('The cookie has another name');
  const ask = async (owner: ChallengeOwner): Promise<Asked> => {
    const asked = randomBytes(32).toString('base64url');
    const kept = await keepChallenge(db.drizzle, services, { ...owner, challenge: asked });
    return { id: kept.challenge_id, challenge: asked };
  };
  const sessionId = past.session_id;
  const asked = {
    registration: await ask({ purpose: 'registration', sessionId }),
    confirmation: await ask({ purpose: 'confirmation', sessionId }),
    sign_in: await ask({ purpose: 'sign_in', asker }),
  };
  const site = { origin, rpId };
  return { key: { id: row?.id ?? '', authenticator, site, user, cookie, asked } };
};

export const secrets: Secrets = () => ({
  "the name of the past sitter's passkey": 'Watch of the past sitter',
});

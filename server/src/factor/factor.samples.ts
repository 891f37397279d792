import { eq } from 'drizzle-orm';
import { authSession } from '../db/schema/account.ts';
import { factor } from '../db/schema/factor.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import { makeChallenge } from './challenges.ts';
import { makeSecret } from './totp.ts';

/** A half-enrolled authenticator app, a recovery code and a trusted device. */
export const fillFullMember: FillFullMember = async ({ query, browser, id }) => {
  const factor = { factor_type: 'totp' as const, friendly_name: 'Phone of Zebulon' };
  await browser.send((api) => api.factor.enroll(factor));
  await query(`INSERT INTO auth.recovery_code (user_id, code_hash) VALUES ($1, $2)`, [
    id,
    Buffer.from('code'),
  ]);
  await query(
    `INSERT INTO auth.trusted_device (user_id, token_hash, expires_at)
     VALUES ($1, $2, now() + interval '30 days')`,
    [id, Buffer.from(id)],
  );
};

export type Own = {
  /** The past sitter's authenticator app, with a challenge of it and its secret. */
  app: Record<'id' | 'challenge' | 'secret', string>;
};

/**
 * The past sitter has an authenticator app and a session that used it: of all, only they may change
 * what protects their account. The owner has one, too, but has not used it.
 */
export const fillScene: FillScene<Own> = async (services, { past }) => {
  const { drizzle } = services.db;
  const { sealed, shown } = await makeSecret(services, past.email);
  const [app] = await drizzle
    .insert(factor)
    .values({
      userId: past.id,
      factorType: 'totp',
      friendlyName: 'Tablet of the past sitter',
      status: 'verified',
      sealedSecret: sealed,
    })
    .returning({ id: factor.id });
  await drizzle
    .update(authSession)
    .set({ factorMethod: 'totp', factorAt: services.clock.now() })
    .where(eq(authSession.id, past.session_id));
  const asked = { sessionId: past.session_id, factorId: app?.id ?? '' };
  const challenge = await makeChallenge(drizzle, services, asked);
  return { app: { id: asked.factorId, challenge: challenge.id, secret: shown.secret } };
};

export const secrets: Secrets<Own> = ({ app }) => ({
  "the secret of the past sitter's app": app.secret,
  "the name of the past sitter's app": 'Tablet of the past sitter',
});

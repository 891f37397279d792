import { authAccount } from '../db/schema/account.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';

export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(
    `INSERT INTO auth.account (user_id, provider_id, issuer, account_id, email)
     VALUES ($1, 'work', 'https://id.example', 'sub-of-zebulon', 'zebulon@work.example')`,
    [id],
  );
  await query(
    `INSERT INTO auth.sso_flow (purpose, provider_id, challenge, session_id, sealed, expires_at)
     SELECT 'link', 'work', 'challenge-of-zebulon', id, 'sealed', now() + interval '9 minutes'
     FROM auth.session WHERE user_id = $1 LIMIT 1`,
    [id],
  );
};

export type Own = { pastIdentity: string };

/** The past sitter's identity at the provider of the matrix. */
export const fillScene: FillScene<Own> = async ({ db }, { past }) => {
  const [outside] = await db.drizzle
    .insert(authAccount)
    .values({
      ...{ userId: past.id, accountId: past.id, providerId: 'housing' },
      ...{ issuer: 'saml:https://id.example', email: 'elsewhere-too@example.org' },
    })
    .returning({ id: authAccount.id });
  return { pastIdentity: outside?.id ?? '' };
};

export const secrets: Secrets = () => ({
  "the past sitter's address at a provider": 'elsewhere-too',
});

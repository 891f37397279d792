import type { FillFullMember } from '../testing/full-member.ts';

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

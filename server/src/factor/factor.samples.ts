import type { FillFullMember } from '../testing/full-member.ts';

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

import type { FillFullMember } from '../testing/full-member.ts';

export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(
    `INSERT INTO auth.passkey (user_id, friendly_name, credential_id, public_key, counter)
     VALUES ($1, 'Laptop of Zebulon', 'credential-of-zebulon', 'key', 0)`,
    [id],
  );
};

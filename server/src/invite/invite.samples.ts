import { randomUUID } from 'node:crypto';
import type { FillFullMember } from '../testing/full-member.ts';

export const fillFullMember: FillFullMember = async ({ query, browser, id, otherId }) => {
  await browser.send((api) => api.invite.requestMore({ message: 'For a Quimby' }));
  await query(
    `INSERT INTO invites (code, created_by, used_by, used_at, is_active, kind, grant_reason)
     VALUES ($1, $3, NULL, NULL, true, 'granted', 'Quimby'), ($2, $3, $4, now(), false, 'granted', 'Quimby')`,
    [randomUUID(), randomUUID(), id, otherId],
  );
};

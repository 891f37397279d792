import { GUIDELINES_VERSION } from '@kindpal/contract/guideline/contract';
import { guidelineConsents } from '../db/schema/guideline.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(`INSERT INTO guideline_consents (member_id, version) VALUES ($1, 'zebulon')`, [id]);
};

export const fillScene: FillScene = async ({ db }, { owner }) => {
  await db.drizzle
    .insert(guidelineConsents)
    .values({ member_id: owner.id, version: GUIDELINES_VERSION });
  return {};
};

export const fillTables: FillTables = () => `
  INSERT INTO guideline_consents (member_id, version)
    SELECT id, '${GUIDELINES_VERSION}' FROM users`;

import { formDrafts } from '../db/schema/draft.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import type { FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(
    `INSERT INTO form_drafts (user_id, form_type, form_data)
     VALUES ($1, 'pet_onboarding', '{"name":"Zebulon"}')`,
    [id],
  );
};

export const fillScene: FillScene = async ({ db }, { owner }) => {
  await db.drizzle.insert(formDrafts).values({
    user_id: owner.id,
    form_type: 'pet_onboarding',
    form_data: { pet_name: 'Words of the draft' },
  });
  return {};
};

export const secrets: Secrets = () => ({ 'the draft': 'Words of the draft' });

export const fillTables: FillTables = () => `
  INSERT INTO form_drafts (user_id, form_type, form_data)
    SELECT id, 'pet_onboarding', '{}' FROM users`;

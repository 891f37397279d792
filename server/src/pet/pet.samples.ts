import type { FillFullMember } from '../testing/full-member.ts';

export const fillFullMember: FillFullMember = async ({ query, id, url }) => {
  await query(
    `INSERT INTO pet_profiles (owner_id, name, breed, medical_conditions, emergency_contact,
       profile_image_url) VALUES ($1, 'Zebulon junior', 'Tabby', 'Quimby disease', 'Dr. Quimby', $2)`,
    [id, url],
  );
};

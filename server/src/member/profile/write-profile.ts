import type { ProfileEdit } from '@kindpal/contract/member/schema';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { authUser } from '../../db/schema/account.ts';
import { users } from '../../db/schema/member.ts';
import { ownsImage } from '../../file/queries.ts';
import { resolveArea } from '../../place/resolve-area.ts';
import { invalidField } from '../../transport/refusal.ts';
import type { OwnMember } from '../policy.ts';

/** Sets or removes the photo and returns the address of the one it replaced. [R4] */
export async function writePhoto(
  tx: Queries,
  { id }: OwnMember,
  url: string | null | undefined,
): Promise<string | null> {
  if (url === undefined) return null;
  if (url !== null && !(await ownsImage(tx, id, url))) {
    throw invalidField('profile_image_url', 'Please upload this photo again');
  }
  const isThis = eq(users.id, id);
  const [before] = await tx
    .select({ url: users.profile_image_url })
    .from(users)
    .where(isThis)
    .for('no key update');
  await tx.update(users).set({ profile_image_url: url }).where(isThis);
  return before && before.url !== url ? before.url : null;
}

/** Writes names, bio, links and contact fields; an empty text clears one. [R3] */
export async function writeEdit(tx: Queries, { id }: OwnMember, edit: ProfileEdit): Promise<void> {
  const { first_name, last_name, bio, phone, username, social_links, record_note } = edit;
  const { place_id, location, address } = await resolveArea(tx, edit);
  const fields = [first_name, last_name, bio, place_id, address, phone, username, social_links];
  if ([...fields, record_note].every((field) => field === undefined)) return;
  const orNone = (text: string | null | undefined) => (text === '' ? null : text);
  await tx
    .update(users)
    .set({
      first_name,
      last_name,
      bio: orNone(bio),
      record_note: orNone(record_note),
      place_id,
      location,
      address: orNone(address),
      phone: orNone(phone),
      username: orNone(username),
      // In one statement, so that two tabs adding at once lose nothing.
      social_links:
        social_links &&
        sql`jsonb_strip_nulls(coalesce(${users.social_links}, '{}') || ${JSON.stringify(social_links)}::jsonb)`,
    })
    .where(eq(users.id, id));
  if (first_name === undefined && last_name === undefined) return;
  await tx
    .update(authUser)
    .set({ name: sql`(select full_name from public.users where id = ${id})` })
    .where(eq(authUser.id, id));
}

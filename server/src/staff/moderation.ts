import type { staff } from '@kindpal/contract/staff/contract';
import type { ModeratedJob, ModeratedProfile } from '@kindpal/contract/staff/moderation';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { newest, pageStatement } from '../db/page-statement.ts';
import { patternOf, searchText } from '../db/search-words.ts';
import { memberCard } from '../member/member-card.ts';
import { roleOf } from '../moderation/policy.ts';
import { decodeCursor, keyValues, pageOf } from '../transport/cursor.ts';
import { notFound } from '../transport/refusal.ts';
import { recordView, revealedBy, viewOfJob, viewOfProfile } from './activity/record-view.ts';
import {
  type ModeratedJobRow,
  type ModeratedProfileRow,
  presentModeratedJob,
  presentModeratedProfile,
} from './present.ts';

/** The owner is looked up only for the page's rows: a join would do it for all jobs. */
const JOB = `SELECT job.id, job.title, job.description, job.location, job.job_type, job.status,
    job.created_at, job.pet_name, job.pet_image_url, job.cancel_code, job.cancel_reason,
    (SELECT ${memberCard('owner')} FROM users owner WHERE owner.id = job.owner_id) AS owner,
    (SELECT jsonb_build_object('id', claim.id, 'sitter_id', claim.sitter_id,
       'confirmed_at', claim.confirmed_at)
     FROM job_claims claim WHERE claim.job_id = job.id AND claim.ended_at IS NULL) AS claim,
    ${roleOf('job.owner_id')} AS owner_role
  FROM jobs job`;

/** The columns that are searched. */
const JOB_WORDS = [
  'job.title ILIKE ?',
  'job.description ILIKE ?',
  'job.pet_name ILIKE ?',
  'job.owner_id IN (SELECT id FROM users WHERE full_name ILIKE ?)',
];

/** Jobs in every state with their texts, newest first. [S4] */
export async function listJobsForStaff({ input, context }: MemberCall<typeof staff.listJobs>) {
  const rows = await context.services.db.jsonRows<ModeratedJobRow>(
    moderationPage({ ...input, name: 'moderation-jobs', select: JOB, of: 'job', words: JOB_WORDS }),
  );
  const { items, next_cursor } = pageOf(rows, input.limit, (row) => row);
  const ids = revealedBy(rows, input).map(({ id }) => id);
  await recordView(context, { action: 'jobs_read', target_type: 'job', ids });
  return { items: items.map((row) => presentModeratedJob(row, context.actor)), next_cursor };
}

/** One of them, after an action on it; logged as well. Throws NOT_FOUND. */
export async function showModeratedJob(context: MemberContext, id: string): Promise<ModeratedJob> {
  const [row] = await context.services.db.jsonRows<ModeratedJobRow>({
    name: 'moderation-job',
    text: `${JOB} WHERE job.id = $1`,
    values: [id],
  });
  if (!row) throw notFound();
  await recordView(context, viewOfJob(id));
  return presentModeratedJob(row, context.actor);
}

const PROFILE = `SELECT member.id, member.full_name, member.profile_image_url, member.is_verified,
    member.bio, member.created_at, ${roleOf('member.id')} AS app_role
  FROM users member`;
const PROFILE_WORDS = ['member.full_name ILIKE ?', 'member.bio ILIKE ?'];
/** A member without a photo and a bio needs no moderation. */
const SHOWN = {
  name: 'shown',
  text: '(member.bio IS NOT NULL OR member.profile_image_url IS NOT NULL)',
};

/** Photos and bios of members, newest members first. [S4] */
export async function listProfiles({ input, context }: MemberCall<typeof staff.listProfiles>) {
  const rows = await context.services.db.jsonRows<ModeratedProfileRow>(
    moderationPage({
      ...input,
      name: 'moderation-profiles',
      select: PROFILE,
      of: 'member',
      words: PROFILE_WORDS,
      where: SHOWN,
    }),
  );
  const page = pageOf(rows, input.limit, (row) => row);
  const ids = revealedBy(rows, input).map(({ id }) => id);
  await recordView(context, { action: 'profiles_read', target_type: 'user', ids });
  return { ...page, items: page.items.map((row) => presentModeratedProfile(row, context.actor)) };
}

/** One of them, after an action on it; logged as well. Throws NOT_FOUND. */
export async function showModeratedProfile(
  context: MemberContext,
  id: string,
): Promise<ModeratedProfile> {
  const [row] = await context.services.db.jsonRows<ModeratedProfileRow>({
    name: 'moderation-profile',
    text: `${PROFILE} WHERE member.id = $1`,
    values: [id],
  });
  if (!row) throw notFound();
  await recordView(context, viewOfProfile(id));
  return presentModeratedProfile(row, context.actor);
}

type PageOf = MemberCall<typeof staff.listJobs>['input'] & {
  name: string;
  select: string;
  /** The alias of the listed table, and the search conditions. */
  of: string;
  words: string[];
  where?: typeof SHOWN;
};

function moderationPage({ name, select, of, words, where, search, cursor, limit }: PageOf) {
  const sought = searchText(search);
  const byWords = sought && {
    name: 'search',
    text: `(${words.join(' OR ')})`,
    value: patternOf(sought),
  };
  return pageStatement({
    name,
    select,
    where: [where, byWords || undefined],
    order: newest(`${of}.created_at`, `${of}.id`),
    after: keyValues(decodeCursor(cursor)),
    limit: limit + 1,
    isPlannedAnew: sought !== '',
  });
}

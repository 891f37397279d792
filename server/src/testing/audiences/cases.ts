import type { Database } from '../../db/client.ts';
import type { Own } from '../../feedback/feedback.samples.ts';
import { createEndedClaim, createJob, createMember } from '../factories.ts';
import type { Scene } from '../matrix/scene.ts';

/** What a change is made with. */
export type Stage = {
  db: Database;
  scene: Scene & Own;
  run(text: string, values?: unknown[]): Promise<unknown>;
};

/** A change of a row: `after` prepares it, and its own events are not reviewed. */
export type AudienceCase = {
  about: string;
  after?: (stage: Stage) => Promise<unknown>;
  change: (stage: Stage) => Promise<unknown>;
};

/** A case that updates a row of the scene. */
const set = (about: string, table: string, values: string, which: keyof Scene): AudienceCase => ({
  about,
  change: ({ run, scene }) => run(`UPDATE ${table} SET ${values} WHERE id = $1`, [scene[which]]),
});

/** A case that deletes a row of the scene. */
const remove = (about: string, table: string, which: keyof Scene): AudienceCase => ({
  about,
  change: ({ run, scene }) => run(`DELETE FROM ${table} WHERE id = $1`, [scene[which]]),
});

const RESERVED = `reserved_until = now() + interval '1 day'`;

async function block({ run }: Stage, blocker: { id: string }, blocked: { id: string }) {
  await run('INSERT INTO member_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
    blocker.id,
    blocked.id,
  ]);
}

async function unblock({ run }: Stage, blocker: { id: string }, blocked: { id: string }) {
  await run('DELETE FROM member_blocks WHERE blocker_id = $1 AND blocked_id = $2', [
    blocker.id,
    blocked.id,
  ]);
}

/** What visitors see of an open job besides, and what would take it off their list. */
const SEEN_BY_VISITORS = [
  `job_type = 'both'`,
  'total_amount = total_amount + 1',
  'hourly_rate = 7',
  'place_id = NULL, location = NULL',
  `created_at = created_at - interval '1 second'`,
  `start_date = start_date + interval '7 days', end_date = end_date + interval '7 days'`,
  `reserved_until = now() - interval '1 minute'`,
];
const MEMBERS_ONLY = `title = 'A cat', description = 'Another', special_instructions = 'Other',
  address = '2 Elm Street', pet_breed = 'Other', pet_size = 'large', requires_verified = true,
  pet_id = NULL, pet_image_url = NULL, favorites_until = now(), time_zone = 'America/Chicago'`;
const WITHIN_WEEK = `start_date = date_trunc('week', start_date AT TIME ZONE 'UTC')
  AT TIME ZONE 'UTC'`;

const SAY = `INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
  VALUES ($1, $2, gen_random_uuid(), 'Hello')`;
const SAY_OF_JOB = `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
  VALUES ($1, $2, $3, gen_random_uuid(), 'Hello')`;
const VIEW = `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, job_id, period)
  VALUES ($1, $2, 'sitter', $3, $4, now())`;
const ASK_STAFF = `INSERT INTO feedback (user_id, job_id, message) VALUES ($1, $2, 'Please help')`;
const NOTIFY = `INSERT INTO notifications (member_id, type, event_key, subject_id)
  SELECT id, 'support.test', gen_random_uuid()::text, id FROM users WHERE id = ANY($1)`;

/** By table and operation, in the order in which they are made: each after those before it. */
export const CASES: Record<string, AudienceCase[]> = {
  'jobs INSERT': [
    {
      about: 'the owner, who blocked a sitter, posts a job',
      change: ({ db, scene }) => createJob(db, { owner_id: scene.owner.id }),
    },
    {
      about: 'a sitter blocked by the owner posts a job',
      change: ({ db, scene }) => createJob(db, { owner_id: scene.blocked.id }),
    },
    {
      about: 'the owner posts a job that is not yet open for all',
      change: ({ db, scene }) =>
        createJob(db, {
          owner_id: scene.owner.id,
          reserved_until: new Date(Date.now() + 86_400_000),
        }),
    },
    {
      about: 'a suspended member has posted a job',
      change: ({ db, scene }) => createJob(db, { owner_id: scene.suspended.id }),
    },
  ],
  'jobs UPDATE': [
    set('an open job is edited where visitors see it', 'jobs', `pet_name = 'Miso'`, 'open'),
    ...SEEN_BY_VISITORS.map((values) => set(`the same: ${values}`, 'jobs', values, 'open')),
    set('an open job is edited where only members see it', 'jobs', MEMBERS_ONLY, 'open'),
    set('the start of an open job moves within its week', 'jobs', WITHIN_WEEK, 'open'),
    set('a claimed job is edited', 'jobs', `title = 'A cat'`, 'job'),
    set('a job in progress is edited', 'jobs', `title = 'A cat'`, 'underWay'),
    set('a completed job is edited', 'jobs', `title = 'A cat'`, 'done'),
    set('a canceled job is edited', 'jobs', `title = 'A cat'`, 'lost'),
    set('a job that one sitter is asked first is edited', 'jobs', `title = 'A cat'`, 'offered'),
    set('a job that staff review is edited', 'jobs', `title = 'A cat'`, 'unseen'),
    set('a job of a suspended owner is edited', 'jobs', `title = 'A cat'`, 'ofSuspended'),
    set('a claimed job is open again', 'jobs', `status = 'open'`, 'job'),
    set('an open job is claimed', 'jobs', `status = 'claimed'`, 'job'),
    set('a claimed job begins', 'jobs', `status = 'in_progress'`, 'job'),
    set('a job that begins is claimed again', 'jobs', `status = 'claimed'`, 'job'),
    set('an open job is reserved', 'jobs', RESERVED, 'demanding'),
    set('a reserved job is open for all', 'jobs', 'reserved_until = NULL', 'demanding'),
    set(
      'an open job is canceled',
      'jobs',
      `status = 'cancelled', cancel_code = 'by_owner'`,
      'demanding',
    ),
  ],
  'jobs DELETE': [
    remove('an open job', 'jobs', 'open'),
    remove('a job that one sitter is asked first', 'jobs', 'offered'),
    remove('a canceled job', 'jobs', 'takenDown'),
  ],
  'member_blocks INSERT': [
    {
      about: 'the owner blocks the sitter who claimed their job',
      change: (stage) => block(stage, stage.scene.owner, stage.scene.claimant),
    },
    {
      about: 'that sitter blocks the owner too',
      change: (stage) => block(stage, stage.scene.claimant, stage.scene.owner),
    },
  ],
  'member_blocks DELETE': [
    {
      about: 'the owner ends the block while that sitter’s lasts',
      change: (stage) => unblock(stage, stage.scene.owner, stage.scene.claimant),
    },
    {
      about: 'the sitter ends theirs',
      change: (stage) => unblock(stage, stage.scene.claimant, stage.scene.owner),
    },
  ],
  'job_access INSERT': [
    {
      about: 'the owner attaches access to a job with a former sitter',
      change: ({ run, scene }) =>
        run(`INSERT INTO job_access (job_id, sealed, key_id) VALUES ($1, 'sealed', 'key')`, [
          scene.job,
        ]),
    },
  ],
  'job_access UPDATE': [
    {
      about: 'the owner changes it',
      change: ({ run, scene }) =>
        run(`UPDATE job_access SET sealed = 'other' WHERE job_id = $1`, [scene.job]),
    },
    {
      about: 'the same while its sitter is blocked',
      after: (stage) => block(stage, stage.scene.owner, stage.scene.claimant),
      change: ({ run, scene }) =>
        run(`UPDATE job_access SET sealed = 'third' WHERE job_id = $1`, [scene.job]),
    },
  ],
  'job_access DELETE': [
    {
      about: 'the owner removes the access',
      after: (stage) => unblock(stage, stage.scene.owner, stage.scene.claimant),
      change: ({ run, scene }) => run('DELETE FROM job_access WHERE job_id = $1', [scene.job]),
    },
  ],
  'data_views INSERT': [
    {
      about: 'the sitter sees the address',
      change: ({ run, scene: { owner, claimant, job } }) =>
        run(VIEW, [owner.id, claimant.id, 'address', job]),
    },
    {
      about: 'the sitter sees the door code',
      change: ({ run, scene: { owner, claimant, job } }) =>
        run(VIEW, [owner.id, claimant.id, 'access_door', job]),
    },
  ],
  'messages INSERT': [
    {
      about: 'the claiming sitter writes',
      change: ({ run, scene }) => run(SAY_OF_JOB, [scene.job, scene.claim, scene.claimant.id]),
    },
    {
      about: 'the owner writes to the former sitter',
      change: ({ run, scene }) => run(SAY_OF_JOB, [scene.job, scene.earlierClaim, scene.owner.id]),
    },
  ],
  'messages UPDATE': [
    {
      about: 'a text of the claiming sitter is removed',
      change: ({ run, scene }) =>
        run(`UPDATE messages SET content = 'Removed' WHERE claim_id = $1`, [scene.claim]),
    },
  ],
  'conversation_messages INSERT': [
    {
      about: 'the owner and the claiming sitter chat',
      change: ({ run, scene }) => run(SAY, [scene.conversation, scene.owner.id]),
    },
    {
      about: 'the former sitter asks the owner to chat',
      change: ({ run, scene }) => run(SAY, [scene.request, scene.former.id]),
    },
  ],
  'conversation_messages UPDATE': [
    {
      about: 'a text of a chat is removed',
      change: ({ run, scene }) =>
        run(`UPDATE conversation_messages SET content = 'Removed' WHERE conversation_id = $1`, [
          scene.conversation,
        ]),
    },
  ],
  'conversations UPDATE': [
    {
      about: 'the owner reads the former sitter’s contact request, and ignores it',
      change: ({ run, scene }) =>
        run(
          `INSERT INTO conversation_reads (conversation_id, member_id, last_seq) VALUES ($1, $2, 1)`,
          [scene.request, scene.owner.id],
        ),
    },
    {
      // Members who had a job together need no request: by writing, the former sitter was accepted.
      ...set('the owner declines it', 'conversations', 'declined_at = now()', 'request'),
      after: ({ run, scene }) =>
        run('UPDATE conversations SET accepted_at = NULL WHERE id = $1', [scene.request]),
    },
    set(
      'the owner accepts it after all',
      'conversations',
      'declined_at = NULL, accepted_at = now()',
      'request',
    ),
    {
      // The participants are ordered by their ids: once each of the two has begun.
      about: 'the former sitter declines a request of the owner',
      after: ({ run, scene }) =>
        run('UPDATE conversations SET begun_by = $2, accepted_at = NULL WHERE id = $1', [
          scene.request,
          scene.owner.id,
        ]),
      change: ({ run, scene }) =>
        run('UPDATE conversations SET declined_at = now() WHERE id = $1', [scene.request]),
    },
  ],
  'job_claims INSERT': [
    {
      about: 'another sitter claims a job',
      change: ({ run, scene }) =>
        run(
          `INSERT INTO job_claims (job_id, sitter_id, start_date, end_date)
           SELECT id, $2, start_date, end_date FROM jobs WHERE id = $1`,
          [scene.lost, scene.sitter.id],
        ),
    },
  ],
  'job_claims UPDATE': [
    {
      about: 'the claiming sitter cancels their claim',
      change: ({ run, scene }) =>
        run(
          `UPDATE job_claims SET ended_at = now(), end_reason = 'released', ended_by = sitter_id
           WHERE id = $1`,
          [scene.startedClaim],
        ),
    },
  ],
  'job_claims DELETE': [remove('that claim is deleted', 'job_claims', 'startedClaim')],
  'reviews INSERT': [
    {
      about: 'the other sitter reviews the owner, who does not see it yet',
      after: ({ db, scene: { owner, sitter } }) =>
        createEndedClaim(db, { owner_id: owner.id, sitter_id: sitter.id }),
      change: ({ run, scene: { owner, sitter } }) =>
        run(
          `INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, publish_at,
             rating, would_repeat)
           SELECT id, 'sitter', sitter_id, $2, 'completed', now() + interval '1 day', 5, true
           FROM job_claims WHERE sitter_id = $1 AND end_reason = 'completed'`,
          [sitter.id, owner.id],
        ),
    },
  ],
  'reviews UPDATE': [
    set('a waiting review is edited', 'reviews', 'rating = 3', 'waitingReview'),
    set('it is published', 'reviews', 'published_at = now()', 'waitingReview'),
    set(
      'staff hide a published review',
      'reviews',
      `hidden_at = now(), hidden_reason = 'Rude'`,
      'publishedReview',
    ),
  ],
  'reviews DELETE': [remove('a published review is deleted', 'reviews', 'publishedReview')],
  'feedback INSERT': [
    {
      about: 'the owner asks staff',
      change: ({ run, scene }) => run(ASK_STAFF, [scene.owner.id, null]),
    },
    { about: 'a visitor asks staff', change: ({ run }) => run(ASK_STAFF, [null, null]) },
    {
      about: 'a member asks staff about a job of a super admin',
      change: ({ run, scene }) => run(ASK_STAFF, [scene.claimant.id, scene.ofSuperAdmin]),
    },
  ],
  'feedback UPDATE': [
    {
      about: 'staff close what the owner asked',
      change: ({ run, scene }) =>
        run(`UPDATE feedback SET status = 'closed' WHERE id = $1`, [scene.plea]),
    },
  ],
  'invite_requests INSERT': [
    {
      about: 'the stranger asks for a code',
      change: ({ run, scene }) =>
        run(`INSERT INTO invite_requests (user_id, message) VALUES ($1, 'Please')`, [
          scene.stranger.id,
        ]),
    },
  ],
  'invite_requests UPDATE': [
    set('the owner edits their request', 'invite_requests', `message = 'Two'`, 'invite_request'),
  ],
  'invites INSERT': [
    {
      about: 'the former sitter creates a code',
      change: ({ run, scene }) =>
        run(`INSERT INTO invites (code, created_by) VALUES ('AUDI-ENCE-2222', $1)`, [
          scene.former.id,
        ]),
    },
  ],
  'invites UPDATE': [
    {
      about: 'the stranger uses it',
      change: ({ run, scene }) =>
        run(
          `UPDATE invites SET used_at = now(), is_active = false WHERE code = 'AUDI-ENCE-2222'
             AND created_by = $1`,
          [scene.former.id],
        ),
    },
    {
      about: 'the newcomer who used it is removed, and it is given back',
      after: async ({ db, run }) => {
        const { id } = await createMember(db);
        await run(`UPDATE invites SET used_by = $1 WHERE code = 'AUDI-ENCE-2222'`, [id]);
      },
      change: ({ run }) =>
        run(`UPDATE invites SET used_at = NULL, used_by = NULL WHERE code = 'AUDI-ENCE-2222'`),
    },
  ],
  'invites DELETE': [
    {
      about: 'it is deleted',
      change: ({ run }) => run(`DELETE FROM invites WHERE code = 'AUDI-ENCE-2222'`),
    },
  ],
  'waitlist_entries INSERT': [
    {
      about: 'a visitor joins',
      change: ({ run }) =>
        run(`INSERT INTO waitlist_entries (email, full_name) VALUES ('w@example.org', 'W')`),
    },
  ],
  'waitlist_entries UPDATE': [
    {
      about: 'they confirm their address',
      change: ({ run }) =>
        run(`UPDATE waitlist_entries SET confirmed_at = now() WHERE email = 'w@example.org'`),
    },
  ],
  'newsletter_subscriptions INSERT': [
    {
      about: 'a visitor subscribes',
      change: ({ run }) =>
        run(`INSERT INTO newsletter_subscriptions (email) VALUES ('n@example.org')`),
    },
  ],
  'newsletter_subscriptions UPDATE': [
    {
      about: 'they confirm their address',
      change: ({ run }) =>
        run(
          `UPDATE newsletter_subscriptions SET confirmed_at = now() WHERE email = 'n@example.org'`,
        ),
    },
  ],
  'notifications INSERT': [
    {
      about: 'one for the owner',
      change: ({ run, scene }) => run(NOTIFY, [[scene.owner.id]]),
    },
    {
      about: 'one each for the owner and the claiming sitter',
      change: ({ run, scene }) => run(NOTIFY, [[scene.owner.id, scene.claimant.id]]),
    },
  ],
  'pet_profiles UPDATE': [set('the owner edits a pet', 'pet_profiles', 'age = 5', 'pet')],
  'pet_profiles INSERT': [
    {
      about: 'the owner adds a pet',
      change: ({ run, scene }) =>
        run(`INSERT INTO pet_profiles (owner_id, name, breed) VALUES ($1, 'Biscuit', 'Beagle')`, [
          scene.owner.id,
        ]),
    },
  ],
  'pet_profiles DELETE': [
    {
      about: 'the owner removes it, which two open jobs are for',
      after: async ({ db, run, scene }) => {
        for (const _ of [1, 2]) {
          const { id } = await createJob(db, { owner_id: scene.owner.id });
          await run(
            `UPDATE jobs SET pet_id = (SELECT id FROM pet_profiles
               WHERE owner_id = jobs.owner_id AND name = 'Biscuit') WHERE id = $1`,
            [id],
          );
        }
      },
      change: ({ run, scene }) =>
        run(`DELETE FROM pet_profiles WHERE owner_id = $1 AND name = 'Biscuit'`, [scene.owner.id]),
    },
  ],
  'auth.session UPDATE': [
    {
      about: 'another session of the super admin shows a second factor',
      change: ({ run, scene }) =>
        run('UPDATE auth.session SET admits_staff = true WHERE id = $1', [
          scene.unproved.session_id,
        ]),
    },
  ],
  'auth.session DELETE': [
    {
      about: 'that session ends',
      change: ({ run, scene }) =>
        run('DELETE FROM auth.session WHERE id = $1', [scene.unproved.session_id]),
    },
  ],
  'user_roles INSERT': [
    {
      about: 'the stranger becomes an admin, in a session without a second factor',
      change: ({ run, scene }) =>
        run(`INSERT INTO user_roles (user_id, role) VALUES ($1, 'admin')`, [scene.stranger.id]),
    },
  ],
  'user_roles UPDATE': [
    {
      about: 'they become a super admin',
      change: ({ run, scene }) =>
        run(`UPDATE user_roles SET role = 'super_admin' WHERE user_id = $1`, [scene.stranger.id]),
    },
  ],
  'user_roles DELETE': [
    {
      about: 'they lose the role',
      change: ({ run, scene }) =>
        run('DELETE FROM user_roles WHERE user_id = $1', [scene.stranger.id]),
    },
  ],
  'users INSERT': [{ about: 'a member joins', change: ({ db }) => createMember(db) }],
  'users UPDATE': [
    {
      about: 'the owner edits their profile',
      change: ({ run, scene }) =>
        run(`UPDATE users SET bio = 'Another' WHERE id = $1`, [scene.owner.id]),
    },
    {
      about: 'staff suspend a member with an open job, who blocked the other sitter',
      after: async (stage) => {
        const owner_id = stage.scene.past.id;
        await createJob(stage.db, { owner_id });
        await block(stage, stage.scene.past, stage.scene.sitter);
      },
      change: ({ run, scene }) =>
        run('UPDATE users SET suspended_at = now() WHERE id = $1', [scene.past.id]),
    },
    {
      about: 'they are a member again',
      change: ({ run, scene }) =>
        run('UPDATE users SET suspended_at = NULL WHERE id = $1', [scene.past.id]),
    },
    {
      about: 'another, whose only jobs are reserved and held, is suspended and comes back',
      after: async ({ db, run }) => {
        const { id: owner_id } = await createMember(db, { first_name: 'Unlisted' });
        const reserved_until = new Date(Date.now() + 86_400_000);
        await createJob(db, { owner_id, reserved_until });
        const held = await createJob(db, { owner_id });
        await run(`UPDATE jobs SET held_at = now(), reserved_until = 'infinity' WHERE id = $1`, [
          held.id,
        ]);
      },
      change: async ({ run }) => {
        for (const since of ['now()', 'NULL']) {
          await run(`UPDATE users SET suspended_at = ${since} WHERE first_name = 'Unlisted'`);
        }
      },
    },
  ],
  'users DELETE': [
    {
      about: 'a member leaves',
      after: ({ db }) => createMember(db, { first_name: 'Leaving' }),
      change: ({ run }) => run(`DELETE FROM users WHERE first_name = 'Leaving'`),
    },
  ],
};

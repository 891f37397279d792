import { randomUUID } from 'node:crypto';
import { publicImageUrl } from '@kindpal/contract/file/rules';
import { publishDueReviews } from '../review/publish-due-reviews.ts';
import type { Services } from '../services.ts';
import {
  createClaim,
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from './factories.ts';
import { loadSamples } from './load-samples.ts';
import { MAPLEWOOD } from './sample-places.ts';
import { joinKindpal, PASSWORD, readMailbox, type TestBrowser } from './test-browser.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/**
 * Gives the full member a row in each of the feature's tables, with the word `Zebulon` or `Quimby`
 * in every text of theirs.
 */
export type FillFullMember = (member: FullMember) => Promise<void>;

type FullMember = {
  services: Services;
  browser: TestBrowser;
  id: string;
  email: string;
  /** The address of their picture. */
  url: string;
  /** The member they dealt with, such as the sitter of their job, and two others they wrote to. */
  otherId: string;
  neighbors: string[];
  /** Their claimed job. */
  job: string;
  query: (text: string, values: unknown[]) => Promise<unknown>;
};
type Cast = Omit<FullMember, 'job' | 'neighbors' | 'query'>;

const query = ({ db }: Services, text: string, values: unknown[]) => db.pool.query(text, values);

/**
 * A member with a row in every table, recognizable by `zebulon`, `quimby` or the phone number,
 * and the other member they dealt with. What others refer to is written here, the rest by the
 * features' own samples.
 */
export async function createFullMember(services: Services) {
  const email = `zebulon-${randomUUID()}@example.org`;
  const data = { full_name: 'Zebulon Quimby', role: 'both' as const };
  const { browser, id } = await joinKindpal(services, { email, data });
  browser.userAgent = 'Zebulon browser';
  const other = await createMember(services.db, { role: 'both', services: ['pet_sitting'] });
  const path = `profile-images/${id}/zebulon.webp`;
  await services.images.put(path, Buffer.from('picture of Zebulon'));
  await query(services, 'INSERT INTO files (path, owner_id, bytes) VALUES ($1, $2, 18)', [
    path,
    id,
  ]);
  const cast = { services, browser, id, email, url: publicImageUrl(path), otherId: other.id };
  await fillProfile(cast);
  const job = await fillJobs(cast);
  await fillReviews(cast);
  const neighbors = await fillConversations(cast);
  const all: FullMember = {
    ...cast,
    job,
    neighbors,
    query: (...given) => query(services, ...given),
  };
  const samples = await loadSamples<{ fillFullMember: FillFullMember }>();
  for (const { fillFullMember } of samples) await fillFullMember?.(all);
  await fillAccount(cast);
  return { browser, id, email, other, job, path };
}

async function fillProfile({ services, id, url }: Cast): Promise<void> {
  await query(
    services,
    `UPDATE auth."user" SET phone = '+15550199222', phone_confirmed_at = now() WHERE id = $1`,
    [id],
  );
  await query(
    services,
    `UPDATE users SET username = 'zebulon', bio = 'Zebulon likes cats', address = 'Quimby Lane 7',
       place_id = $2, location = $3, phone = '+1 555 0199 222', profile_image_url = $4,
       payment_links = '{"main":{"service":"PayPal","url":"https://paypal.me/zebulon","username":"zebulon"}}',
       cash_app_handle = '$zebulon', social_links = '{"instagram":"zebulon"}',
       availability_data = '{"note":"zebulon"}', record_note = 'Zebulon was ill', services = '{pet_sitting}' WHERE id = $1`,
    [id, MAPLEWOOD.place_id, MAPLEWOOD.location, url],
  );
}

/** A claimed job with its chat, and a canceled one. */
async function fillJobs({ services, id, url, otherId }: Cast): Promise<string> {
  const job = await createJob(services.db, {
    owner_id: id,
    title: 'Feed Zebulon junior',
    description: 'In the house of Quimby',
    ...MAPLEWOOD,
    address: 'Quimby Lane 7',
    special_instructions: 'Key at Quimby’s',
    pet_name: 'Zebulon junior',
    pet_breed: 'Quimby cat',
    pet_image_url: url,
    start_date: inDays(20),
    end_date: inDays(21),
  });
  const { claim } = await createClaim(services.db, { job, sitter_id: otherId });
  const canceled = await createJob(services.db, {
    owner_id: id,
    status: 'cancelled',
    cancel_reason: 'Zebulon is ill',
  });
  await query(
    services,
    `INSERT INTO job_events (job_id, action, actor_role, actor_id, reason)
     VALUES ($1, 'cancel', 'owner', $2, 'Zebulon is ill')`,
    [canceled.id, id],
  );
  await query(
    services,
    `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
     VALUES ($1, $2, $3, gen_random_uuid(), 'Zebulon writes')`,
    [job.id, claim.id, id],
  );
  await query(
    services,
    'INSERT INTO thread_reads (claim_id, member_id, last_seq) VALUES ($1, $2, 1)',
    [claim.id, id],
  );
  return job.id;
}

/** Reviews by both sides of a job. */
async function fillReviews({ services, id, otherId }: Cast): Promise<void> {
  const ended = await createEndedClaim(services.db, { owner_id: otherId, sitter_id: id });
  await query(
    services,
    `UPDATE job_claims SET ended_by = $2, end_note = 'Zebulon was here' WHERE id = $1`,
    [ended.claim_id, id],
  );
  await query(
    services,
    `INSERT INTO reviews (claim_id, side, reviewer_id, reviewee_id, occasion, publish_at, rating,
       would_repeat, text, staff_note)
     VALUES ($1, 'sitter', $2, $3, 'completed', now(), 4, true, 'Zebulon says good', 'Quimby'),
            ($1, 'owner', $3, $2, 'completed', now(), 5, true, 'A fine sitter', '')`,
    [ended.claim_id, id, otherId],
  );
  await publishDueReviews(services);
  await query(
    services,
    `UPDATE reviews SET reply = 'Zebulon thanks', replied_at = now() WHERE reviewee_id = $1`,
    [id],
  );
}

/** The member is first in one conversation and second in another. */
async function fillConversations({ services, id, otherId }: Cast): Promise<string[]> {
  const neighbors = ['00000000-0000-4000-8000', 'ffffffff-ffff-4fff-bfff'].map(
    (start) => `${start}-${id.slice(-12)}`,
  );
  for (const neighbor of neighbors) {
    const address = `${neighbor}@example.org`;
    await query(services, `INSERT INTO auth."user" (id, name, email) VALUES ($1, 'Neighbor', $2)`, [
      neighbor,
      address,
    ]);
    await query(
      services,
      `INSERT INTO users (id, first_name, role, active_role) VALUES ($1, 'Neighbor', 'both', 'pet_owner')`,
      [neighbor],
    );
  }
  for (const partner of [...neighbors, otherId]) {
    const pair = [{ id }, { id: partner }] as TestMember[];
    const conversation = await createConversation(services.db, pair as [TestMember, TestMember]);
    await query(
      services,
      `INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
       VALUES ($1, $2, gen_random_uuid(), 'Zebulon says hello')`,
      [conversation, id],
    );
    await query(
      services,
      'INSERT INTO conversation_reads (conversation_id, member_id, last_seq) VALUES ($1, $2, 1)',
      [conversation, id],
    );
  }
  return neighbors;
}

/** Codes, links and a pending address. */
async function fillAccount({ services, browser, email }: Cast): Promise<void> {
  await browser.send((api) => api.account.reauthenticate());
  await browser.send((api) => api.account.recover({ email }));
  const change = { email: `new-${email}`, current_password: PASSWORD };
  await browser.send((api) => api.account.updateUser(change));
  await readMailbox(services, email);
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeServices } from '../compose.ts';
import { confirmCompletedJobs } from '../job/expire-jobs.ts';
import {
  createClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../testing/factories.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { MAPLEWOOD } from '../testing/sample-places.ts';
import {
  joinKindpal,
  linkParameter,
  openPage,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/**
 * What a suspension blocks, however it came about; `moderation` covers who suspends and how it
 * ends.
 */
let kindpal: TestKindpal;
let server: TestServer;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const suspend = ({ id }: { id: string }, since: Date | null = new Date()) =>
  kindpal.services.db.pool.query('UPDATE users SET suspended_at = $2 WHERE id = $1', [id, since]);
const chat = (who: TestMember, job_id: string, client_id: string = randomUUID()) =>
  kindpal.callerFor(who).chat.sendJobMessage({ job_id, content: 'Hello?', client_id });

type Changing = { id: string; as: ReturnType<TestKindpal['callerFor']> };

/** An owner's job held by a sitter. */
async function heldJob() {
  const { db } = kindpal.services;
  const [owner, holder] = [await createMember(db), await createMember(db, { role: 'pet_sitter' })];
  const { job, claim } = await createClaim(db, {
    job: await createJob(db, { owner_id: owner.id }),
    sitter_id: holder.id,
  });
  return { owner, holder, job: job.id, claim: claim.id };
}

describe('a suspended member', () => {
  it('whose change of the profile or of the role was waiting meanwhile changes nothing [R3] [S4] [O1] [O2]', async () => {
    const { db } = kindpal.services;
    const changes = [
      ({ id, as }: Changing) => as.member.update({ id, bio: 'Write to me elsewhere' }),
      ({ as }: Changing) => as.member.switchRole({ new_role: 'pet_sitter' }),
      ({ as }: Changing) =>
        as.member.completePetOnboarding({
          pet: { name: 'Miso', breed: 'Tabby', age: 3, weight: null },
          owner: {
            full_name: 'Ada Vale',
            place_id: MAPLEWOOD.place_id,
            address: '1 Elm Street',
            bio: 'Write to me elsewhere',
          },
        }),
      ({ as }: Changing) => as.member.completeSitterOnboarding(),
    ];
    const held = await db.pool.connect();
    for (const change of changes) {
      const member = await createMember(db, {
        role: 'both',
        bio: 'As it was',
        payment_preference: 'negotiable',
      });
      await held.query('BEGIN');
      await held.query('UPDATE users SET suspended_at = now() WHERE id = $1', [member.id]);
      const waiting = outcomeOf(change({ id: member.id, as: kindpal.callerFor(member) }));
      await untilLockWaits(db.pool, 1);
      await held.query('COMMIT');
      expect(await waiting).toBe('UNAUTHORIZED');
      const { rows } = await db.pool.query(
        'SELECT bio, active_role, onboarding_completed FROM users WHERE id = $1',
        [member.id],
      );
      expect(rows).toEqual([
        { bio: 'As it was', active_role: 'pet_owner', onboarding_completed: false },
      ]);
    }
    held.release();
  });

  it('can do nothing with the open session: no move, no message, no upload [U3] [S6]', async () => {
    const { holder, owner, job, claim } = await heldJob();
    await suspend(holder);
    const api = kindpal.callerFor(holder);
    const talk = { member_id: owner.id, content: 'Hello?', client_id: randomUUID() };
    const calls = [
      () => api.job.move({ job_id: job, action: 'release' }),
      () => api.claim.remove({ id: claim }),
      () => chat(holder, job),
      () => api.chat.sendDirectMessage(talk),
      () => api.job.post(jobForm()),
      () => api.invite.generate(),
      () => api.claim.list({}),
      () => api.member.update({ id: holder.id, bio: 'Back soon' }),
    ];
    for (const call of calls) expect(await refusalOf(call())).toBe('UNAUTHORIZED');
    const upload = await server.fetch('/storage/v1/object/profile-images/profile', {
      method: 'POST',
      as: holder,
      headers: { 'x-kindpal-client': 'web', origin: kindpal.services.env.appUrl },
      body: new Uint8Array(10),
    });
    expect(upload.status).toBe(401);
  });

  it('has no session left, and gets none by password, refresh token or reset link [U3] [U5] [U7]', async () => {
    const { email, id } = await joinKindpal(kindpal.services);
    const client = new TestBrowser(kindpal.services);
    const grant = { grant_type: 'password' as const, email, password: PASSWORD };
    const { refresh_token } = await client.send((api) =>
      api.account.token({ ...grant, return_tokens: true }),
    );
    await suspend({ id });
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT id FROM auth.session WHERE user_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
    const renew = { grant_type: 'refresh_token' as const, refresh_token: refresh_token ?? '' };
    expect(await refusalOf(client.send((api) => api.account.token(grant)))).toBe(
      'WRONG_CREDENTIALS',
    );
    expect(await refusalOf(client.send((api) => api.account.token(renew)))).toBe('SESSION_ENDED');
    const before = (await readMailbox(kindpal.services, email)).length;
    await client.send((api) => api.account.recover({ email }));
    expect(await readMailbox(kindpal.services, email)).toHaveLength(before);
  });

  it('who comes back cannot use a sign-in code or a new address from before [U8] [U9]', async () => {
    const { email, id, browser } = await joinKindpal(kindpal.services);
    const next = `next-${email}`;
    await browser.send((api) =>
      api.account.updateUser({ email: next, current_password: PASSWORD }),
    );
    const token = linkParameter((await readMailbox(kindpal.services, next))[0], 'token');
    const page = openPage(kindpal.services);
    await page.send((api) => api.account.requestCode({ email }));
    const mails = await readMailbox(kindpal.services, email);
    const [code = ''] = /\d{6}/.exec(mails.map(({ subject }) => subject).join()) ?? [];
    await suspend({ id });
    await suspend({ id }, null);
    for (const input of [
      { type: 'email', email, token: code },
      { type: 'email_change', token },
    ] as const) {
      expect(await refusalOf(page.send((api) => api.account.verify(input)))).toBe('TOKEN_REFUSED');
    }
  });

  it('of the staff has no role [S6] [U15]', async () => {
    const admin = await createMember(kindpal.services.db, { app_role: 'super_admin' });
    expect(await outcomeOf(kindpal.callerFor(admin).staff.getStats())).toBe('ok');
    await suspend(admin);
    expect(await refusalOf(kindpal.callerFor(admin).staff.getStats())).toBe('UNAUTHORIZED');
  });

  it('cannot be found, not even by staff [R1]', async () => {
    const { db } = kindpal.services;
    const gone = await createMember(db, { suspended_at: new Date() });
    const admin = await createMember(db, { app_role: 'super_admin' });
    for (const who of [null, sitter, admin]) {
      expect(await refusalOf(kindpal.callerFor(who).member.get({ id: gone.id }))).toBe('NOT_FOUND');
    }
  });
});

describe('the open job of a suspended owner', () => {
  async function withdrawnJob() {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const job = await createJob(db, { owner_id: owner.id, title: `Pond ${randomUUID()}` });
    return { owner, job };
  }

  it('leaves lists and searches, is visible only to staff, and comes back with its owner [J1] [J4]', async () => {
    const { owner, job } = await withdrawnJob();
    const admin = await createMember(kindpal.services.db, { app_role: 'admin' });
    const listed = async (who: TestMember | null, query: object) =>
      (await kindpal.callerFor(who).job.list(query)).items.some(({ id }) => id === job.id);
    const queries = [{}, { search: job.title }, { owner_id: owner.id }];
    for (const query of queries) expect(await listed(sitter, query)).toBe(true);
    await suspend(owner);
    for (const query of queries) {
      for (const who of [sitter, admin]) expect(await listed(who, query)).toBe(false);
    }
    for (const query of queries.slice(0, 2)) expect(await listed(null, query)).toBe(false);
    for (const who of [null, sitter]) {
      expect(await refusalOf(kindpal.callerFor(who).job.get({ id: job.id }))).toBe('NOT_FOUND');
    }
    expect((await kindpal.callerFor(admin).job.get({ id: job.id })).id).toBe(job.id);
    await suspend(owner, null);
    for (const query of queries) expect(await listed(sitter, query)).toBe(true);
  });

  it('cannot be claimed, by however many at once [J5] [J7]', async () => {
    const { owner, job } = await withdrawnJob();
    await suspend(owner);
    expect(await kindpal.callerFor(sitter).job.canClaim({ job_id: job.id })).toBe(false);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        outcomeOf(kindpal.callerFor(sitter).claim.create({ job_id: job.id })),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['NOT_FOUND']));
    const { rows } = await kindpal.services.db.pool.query(
      `SELECT status, (SELECT count(*)::int FROM job_claims WHERE job_id = jobs.id) AS claims
       FROM jobs WHERE id = $1`,
      [job.id],
    );
    expect(rows).toEqual([{ status: 'open', claims: 0 }]);
  });

  it('shows a former sitter no more than the public view, on its page and in lists [J4] [D3]', async () => {
    const { owner, job } = await withdrawnJob();
    const former = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await createClaim(kindpal.services.db, { job, sitter_id: former.id });
    await kindpal.callerFor(former).job.move({ job_id: job.id, action: 'release' });
    await suspend(owner);
    const [claim] = (await kindpal.callerFor(former).claim.list({ job_id: job.id })).items;
    expect(claim?.job.view).toBe('public');
    expect((await kindpal.callerFor(former).job.get({ id: job.id })).view).toBe('public');
    const mine = await kindpal.callerFor(former).job.listMine({ as: 'sitter' });
    expect(mine.items.map(({ job: { view } }) => view)).toEqual(['public']);
  });

  /** The events about the job for everybody, or only for participants and staff, in order. */
  async function toldOf(job: string, to: 'everybody' | 'participants') {
    const { rows } = await kindpal.services.db.pool.query<{ op: string }>(
      `SELECT op FROM change_events WHERE table_name = 'jobs' AND row_id = $1
         AND (audience IS NULL) = $2 AND to_staff <> $2 ORDER BY tx, id`,
      [job, to === 'everybody'],
    );
    return rows.map(({ op }) => op);
  }

  it('is gone from open pages immediately, and posted again when it comes back [X4]', async () => {
    const { owner, job } = await withdrawnJob();
    await suspend(owner);
    expect(await toldOf(job.id, 'everybody')).toEqual(['insert', 'delete']);
    await suspend(owner, null);
    expect(await toldOf(job.id, 'everybody')).toEqual(['insert', 'delete', 'insert']);
  });

  it('causes no event when its sitter cancels or anything about it changes [X4]', async () => {
    const { owner, holder, job } = await heldJob();
    const before = await toldOf(job, 'everybody');
    const within = await toldOf(job, 'participants');
    await suspend(owner);
    await kindpal.callerFor(holder).job.move({ job_id: job, action: 'release' });
    const { pool } = kindpal.services.db;
    await pool.query('UPDATE jobs SET pet_image_url = NULL WHERE id = $1', [job]);
    expect(await toldOf(job, 'everybody')).toEqual(before);
    expect(await toldOf(job, 'participants')).toEqual([...within, 'update', 'update']);
    await suspend(owner, null);
    expect(await toldOf(job, 'everybody')).toEqual([...before, 'insert']);
  });
});

describe('a job that was claimed before the suspension', () => {
  it('of its owner is still there for the sitter, who can cancel but not write [J4] [J6] [M1]', async () => {
    const { owner, holder, job } = await heldJob();
    const client_id = randomUUID();
    await chat(holder, job, client_id);
    await suspend(owner);
    const found = await kindpal.callerFor(holder).job.get({ id: job });
    expect(found.view).toBe('member');
    expect(await refusalOf(kindpal.callerFor(sitter).job.get({ id: job }))).toBe('NOT_FOUND');
    const thread = await kindpal.callerFor(holder).chat.listJobMessages({ job_id: job });
    expect(thread.can).toEqual({ write: false });
    expect(thread.items).toHaveLength(1);
    expect(await refusalOf(chat(holder, job))).toBe('MEMBER_UNAVAILABLE');
    // Repeating a message that has arrived still returns it.
    expect((await chat(holder, job, client_id)).client_id).toBe(client_id);
    // The winner's second click returns the claim that they hold.
    expect((await kindpal.callerFor(holder).claim.create({ job_id: job })).sitter_id).toBe(
      holder.id,
    );
    const released = await kindpal.callerFor(holder).job.move({ job_id: job, action: 'release' });
    expect(released).toMatchObject({ view: 'public', status: 'open', can: {} });
    expect(await kindpal.callerFor(holder).job.canClaim({ job_id: job })).toBe(false);
    expect(await refusalOf(kindpal.callerFor(holder).claim.create({ job_id: job }))).toBe(
      'NOT_FOUND',
    );
  });

  it('by the sitter can be opened again by its owner, who cannot write to them [J6] [M1]', async () => {
    const { owner, holder, job } = await heldJob();
    await suspend(holder);
    expect(await refusalOf(chat(owner, job))).toBe('MEMBER_UNAVAILABLE');
    await kindpal.callerFor(owner).job.move({ job_id: job, action: 'release' });
    expect((await kindpal.callerFor(owner).job.get({ id: job })).status).toBe('open');
  });

  it('is confirmed after 48 hours like any other [J9]', async () => {
    const { owner, claim, job } = await heldJob();
    const { pool } = kindpal.services.db;
    await pool.query("UPDATE jobs SET status = 'completed' WHERE id = $1", [job]);
    await pool.query(
      `UPDATE job_claims SET started_at = now() - interval '3 days',
         completed_at = now() - interval '49 hours' WHERE id = $1`,
      [claim],
    );
    await suspend(owner);
    await confirmCompletedJobs(kindpal.services);
    const { rows } = await pool.query(
      'SELECT confirmed_at IS NOT NULL AS confirmed FROM job_claims WHERE id = $1',
      [claim],
    );
    expect(rows).toEqual([{ confirmed: true }]);
  });
});

describe('the streams of a suspended member [X4]', () => {
  it('end immediately on every node, those of others continue', async () => {
    const { services } = kindpal;
    const second = await composeServices({
      env: services.env,
      log: services.log,
      secret: services.secret,
      databaseUrl: services.db.pool.options.connectionString as string,
    });
    const otherNode = await startTestServer({ ...kindpal, services: second });
    const [gone, stays] = [
      await createMember(services.db, { app_role: 'admin' }),
      await createMember(services.db),
    ];
    const streams = [
      await openStream(server, gone),
      await openStream(otherNode, gone),
      await openStream(otherNode, stays),
      await openStream(otherNode, null),
    ] as const;
    await suspend(gone);
    services.live.wake();
    await Promise.all([streams[0].ended, streams[1].ended]);
    expect(streams.map((one) => one.hasEnded())).toEqual([true, true, false, false]);
    const again = await openStream(otherNode, gone);
    expect(again.reader()).toBe(null);
    for (const one of [...streams, again]) one.close();
    await otherNode.close();
    await second.close();
  });
});

/** A stream that has sent `ready`. */
async function openStream(at: TestServer, who: TestMember | null) {
  const abort = new AbortController();
  const response = await at.fetch('/realtime/v1', { as: who, signal: abort.signal });
  let text = '';
  let isEnded = false;
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const ended = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.includes('event: ready')) isReady();
    }
    isEnded = true;
  })().catch(() => undefined);
  await ready;
  return {
    ended,
    hasEnded: () => isEnded,
    reader: () => JSON.parse(/event: ready[\s\S]*?data: (.*)/.exec(text)?.[1] ?? '').member_id,
    close: () => abort.abort(),
  };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { untilLockWaits } from '../../testing/lock-waits.ts';
import { outcomeOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let kindpal: TestKindpal;
let server: TestServer;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

const db = () => kindpal.services.db;
const feedsOf = (who: TestMember) => kindpal.callerFor(who).notification;

async function read(url: string | null): Promise<{ status: number; text: string }> {
  const { pathname, search } = new URL(`${url}`);
  const answer = await server.fetch(`${pathname}${search}`);
  return { status: answer.status, text: (await answer.text()).replace(/\r\n /g, '') };
}

describe('the calendar feed of a member', () => {
  it('contains the jobs that they posted or hold, with times, but neither address nor notes', async () => {
    const owner = await createMember(db());
    const sitter = await createMember(db(), { role: 'pet_sitter' });
    const job = await createJob(db(), {
      owner_id: owner.id,
      title: 'Feed Miso, twice; please',
      special_instructions: 'Key under the pot',
      start_date: new Date('2027-07-14T19:00:00Z'),
      end_date: new Date('2027-07-14T21:00:00Z'),
    });
    await createClaim(db(), { job, sitter_id: sitter.id });
    await createJob(db(), { owner_id: owner.id, title: 'Walk Biscuit' });
    await createJob(db(), { owner_id: owner.id, title: 'Gone', status: 'cancelled' });
    await createJob(db(), { title: 'Of somebody else' });
    const { url } = await feedsOf(owner).startCalendarFeed();
    const { status, text } = await read(url);
    expect(status).toBe(200);
    expect(text).toContain('SUMMARY:Feed Miso\\, twice\\; please');
    expect(text).toMatch(/DTSTART:20270714T190000Z\r\nDTEND:20270714T210000Z/);
    expect(text).toContain(`UID:${job.id}@localhost`);
    expect(text).toContain('LOCATION:Maplewood\\, New Jersey');
    expect(text).toContain('SUMMARY:Walk Biscuit');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text).not.toMatch(/Elm Street|Key under|Gone|somebody else|@example/);
    const held = await read((await feedsOf(sitter).startCalendarFeed()).url);
    expect(held.text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Feed Miso\\, twice\\; please']);
    await db().pool.query(
      `UPDATE job_claims SET ended_at = now(), end_reason = 'released' WHERE job_id = $1`,
      [job.id],
    );
    expect((await read((await feedsOf(sitter).getCalendarFeed()).url)).text).not.toContain(
      'VEVENT',
    );
  });

  it('is not started by a session that ends at the same moment [U6]', async () => {
    const member = await createMember(db());
    const ending = await db().pool.connect();
    await ending.query('BEGIN');
    await ending.query('SELECT FROM auth."user" WHERE id = $1 FOR UPDATE', [member.id]);
    const starting = outcomeOf(feedsOf(member).startCalendarFeed());
    await untilLockWaits(db().pool, 1);
    await ending.query('DELETE FROM auth.session WHERE user_id = $1', [member.id]);
    await ending.query('COMMIT');
    ending.release();
    expect(await starting).toBe('UNAUTHORIZED');
  });

  it('ends when they remove it, when they replace its address, and while they are suspended', async () => {
    const member = await createMember(db());
    expect(await feedsOf(member).getCalendarFeed()).toEqual({ url: null });
    const { url: first } = await feedsOf(member).startCalendarFeed();
    const { url: second } = await feedsOf(member).startCalendarFeed();
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    await db().pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [member.id]);
    expect((await read(second)).status).toBe(404);
    await db().pool.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [member.id]);
    await db().pool.query('UPDATE notification_settings SET calendar_id = NULL');
    expect((await read(second)).status).toBe(404);
    expect(
      (await read(`${kindpal.services.env.appUrl}/calendar/jobs.ics?token=guess`)).status,
    ).toBe(404);
  });
});

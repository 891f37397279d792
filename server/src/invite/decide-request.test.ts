import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authUser } from '../db/schema/account.ts';
import { inviteRequests, invites } from '../db/schema/invite.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let other: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  admin = await createMember(db, { app_role: 'admin', first_name: 'Ada', last_name: 'Answers' });
  other = await createMember(db, { app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());

const asked = { message: 'My sister would like to join.' };
const newMember = () => createMember(kindpal.services.db);
async function ask(): Promise<{ member: TestMember; id: string }> {
  const member = await newMember();
  return { member, id: (await kindpal.callerFor(member).invite.requestMore(asked)).id };
}
const grantedTo = ({ id }: TestMember) =>
  kindpal.services.db.drizzle
    .select()
    .from(invites)
    .where(and(eq(invites.created_by, id), eq(invites.kind, 'granted')));
/** The effect of deleting an account on these tables. */
const erase = ({ id }: TestMember) =>
  kindpal.services.db.drizzle.delete(authUser).where(eq(authUser.id, id));
const logOf = async (id: string) =>
  (
    await kindpal.services.db.pool.query(
      `SELECT admin_id, action, details FROM admin_activity_logs
       WHERE target_id = $1 AND action <> 'invite_requests_read'`,
      [id],
    )
  ).rows;

describe('asking for another code [I1]', () => {
  it('waits for staff, one request at a time, however fast [I1]', async () => {
    const member = await newMember();
    const api = kindpal.callerFor(member);
    expect(await api.invite.findMyRequest()).toBeNull();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => api.invite.requestMore(asked)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(api.invite.requestMore(asked))).toBe('REQUEST_PENDING');
    expect(await api.invite.findMyRequest()).toMatchObject({
      ...asked,
      status: 'pending',
      decided_at: null,
      decision_reason: null,
    });
  });

  it('can be repeated once decided, and the newest request is shown [I1]', async () => {
    const { member, id } = await ask();
    await kindpal
      .callerFor(admin)
      .invite.decideRequest({ id, decision: 'refused', reason: 'Not yet.' });
    const again = await kindpal.callerFor(member).invite.requestMore({ message: '' });
    expect(await kindpal.callerFor(member).invite.findMyRequest()).toMatchObject({ id: again.id });
  });

  it('stores the text exactly as typed, up to 500 characters [I1]', async () => {
    const api = kindpal.callerFor(await newMember());
    const message = `${'🐶'.repeat(249)}\u202E`;
    expect((await api.invite.requestMore({ message })).message).toBe(message);
    const tooLong = api.invite.requestMore({ message: 'x'.repeat(501) });
    expect(await refusalOf(tooLong)).toBe('INVALID_INPUT');
  });
});

describe('deciding about another code [I1]', () => {
  it('is for somebody other than the member, even for a super admin, on every try [I1] [S6]', async () => {
    for (const app_role of ['admin', 'super_admin'] as const) {
      const own = await createMember(kindpal.services.db, { app_role });
      const { id } = await kindpal.callerFor(own).invite.requestMore(asked);
      const decide = () =>
        kindpal
          .callerFor(own)
          .invite.decideRequest({ id, decision: 'granted', reason: 'I need it.' });
      const tries = await Promise.all(Array.from({ length: 6 }, () => refusalOf(decide())));
      expect(new Set(tries)).toEqual(new Set(['OWN_REQUEST']));
      const refuse = { id, decision: 'refused' as const, reason: 'To ask again.' };
      expect(await refusalOf(kindpal.callerFor(own).invite.decideRequest(refuse))).toBe(
        'OWN_REQUEST',
      );
      expect(await grantedTo(own)).toEqual([]);
      const seenBy = async (who: TestMember) =>
        (await kindpal.callerFor(who).invite.listRequests({ limit: 50 })).items.find(
          (one) => one.id === id,
        );
      expect(await seenBy(own)).toMatchObject({ status: 'pending', can: { decide: false } });
      expect(await seenBy(admin)).toMatchObject({ status: 'pending', can: { decide: true } });
      await kindpal
        .callerFor(admin)
        .invite.decideRequest({ id, decision: 'granted', reason: 'Welcome.' });
      expect(await seenBy(admin)).toMatchObject({ status: 'granted', can: { decide: false } });
      expect(await grantedTo(own)).toHaveLength(1);
    }
  });

  it('grants one that works, and emails the member why [I1]', async () => {
    const { member, id } = await ask();
    const reason = 'Your sister is <welcome>.';
    const decided = await kindpal
      .callerFor(admin)
      .invite.decideRequest({ id, decision: 'granted', reason });
    expect(decided).toMatchObject({
      id,
      status: 'granted',
      decision_reason: reason,
      decided_by: 'Ada Answers',
      member: { id: member.id },
      invited_count: 0,
    });
    const [granted, ...more] = await grantedTo(member);
    expect(more).toEqual([]);
    expect(granted).toMatchObject({ granted_by: admin.id, grant_reason: reason });
    const mine = await kindpal.callerFor(member).invite.getMine({});
    expect(mine.code).toBe(granted?.code);
    expect(await kindpal.callerFor(null).invite.check({ code: mine.code })).toBe(true);
    expect(await kindpal.callerFor(member).invite.findMyRequest()).toMatchObject({
      status: 'granted',
      decision_reason: reason,
    });
    const mails = await readMailbox(kindpal.services, member.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['You have another invite code']);
    expect(mails[0]?.text).toContain(reason);
    expect(mails[0]?.text).not.toContain(mine.code);
    expect(await logOf(id)).toEqual([
      {
        admin_id: admin.id,
        action: 'invite_request_decision',
        details: { decision: 'granted', reason },
      },
    ]);
  });

  it('refuses with a reason that the member reads, and makes no code [I1]', async () => {
    const { member, id } = await ask();
    const reason = 'Please use the code that you have first.';
    await kindpal.callerFor(admin).invite.decideRequest({ id, decision: 'refused', reason });
    expect(await grantedTo(member)).toEqual([]);
    const [mail] = await readMailbox(kindpal.services, member.email);
    expect(mail?.subject).toBe('About your request for another code');
    expect(mail?.text).toContain(reason);
    const noReason = kindpal
      .callerFor(admin)
      .invite.decideRequest({ id, decision: 'refused', reason: ' ' });
    expect(await refusalOf(noReason)).toBe('INVALID_INPUT');
  });

  it('is done by one of two staff at once, and the other is told [I1] [S6]', async () => {
    const { member, id } = await ask();
    const outcomes = await Promise.allSettled(
      [admin, other].map((who) =>
        kindpal
          .callerFor(who)
          .invite.decideRequest({ id, decision: 'granted', reason: 'Welcome.' }),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(['ALREADY_DECIDED']);
    expect(await grantedTo(member)).toHaveLength(1);
    expect(await readMailbox(kindpal.services, member.email)).toHaveLength(1);
  });

  it('with a double click is one decision [I1]', async () => {
    const { member, id } = await ask();
    const decide = (reason: string) =>
      kindpal.callerFor(admin).invite.decideRequest({ id, decision: 'granted', reason });
    await Promise.all([decide('Welcome.'), decide('Welcome.')]);
    expect(await grantedTo(member)).toHaveLength(1);
    expect(await logOf(id)).toHaveLength(1);
    expect(await refusalOf(decide('Welcome again.'))).toBe('ALREADY_DECIDED');
  });

  it('is for staff, about requests that exist [I1] [S6]', async () => {
    const { member, id } = await ask();
    const decision = { decision: 'granted', reason: 'I like me.' } as const;
    expect(
      await refusalOf(kindpal.callerFor(member).invite.decideRequest({ id, ...decision })),
    ).toBe('FORBIDDEN');
    expect(await refusalOf(kindpal.callerFor(null).invite.decideRequest({ id, ...decision }))).toBe(
      'UNAUTHORIZED',
    );
    const unknown = { id: '00000000-0000-4000-8000-000000000000', ...decision };
    expect(await refusalOf(kindpal.callerFor(admin).invite.decideRequest(unknown))).toBe(
      'NOT_FOUND',
    );
    expect(await grantedTo(member)).toEqual([]);
  });
});

describe('a code granted by staff [I1]', () => {
  it('stays granted when the admin who granted it is no longer a member [I1]', async () => {
    const staff = await createMember(kindpal.services.db, { app_role: 'admin' });
    const { member, id } = await ask();
    const api = kindpal.callerFor(member);
    const standing = await api.invite.generate();
    const grant = { decision: 'granted', reason: 'Welcome.' } as const;
    await kindpal.callerFor(staff).invite.decideRequest({ id, ...grant });
    const again = await api.invite.requestMore(asked);
    await kindpal.callerFor(staff).invite.decideRequest({ id: again.id, ...grant });
    await erase(staff);
    expect(await grantedTo(member)).toMatchObject([{ granted_by: null }, { granted_by: null }]);
    expect(await api.invite.generate()).toBe(standing);
    expect((await api.invite.findMyRequest())?.decision_reason).toBe('Welcome.');
  });

  it('belongs to nobody once its own member has left, and so does the standing one [I1]', async () => {
    const members = [await newMember(), await newMember()];
    for (const member of members) {
      const code = await kindpal.callerFor(member).invite.generate();
      const { id } = await kindpal.callerFor(member).invite.requestMore(asked);
      await kindpal
        .callerFor(admin)
        .invite.decideRequest({ id, decision: 'granted', reason: 'Welcome.' });
      const [granted] = await grantedTo(member);
      await erase(member);
      const left = await kindpal.services.db.drizzle
        .select({ kind: invites.kind, created_by: invites.created_by })
        .from(invites)
        .where(inArray(invites.code, [code, granted?.code ?? '']))
        .orderBy(invites.kind);
      expect(left).toEqual([
        { kind: 'granted', created_by: null },
        { kind: 'standing', created_by: null },
      ]);
    }
  });
});

describe('the list of requests [I1]', () => {
  const list = (
    input: Parameters<ReturnType<typeof kindpal.callerFor>['invite']['listRequests']>[0],
  ) => kindpal.callerFor(admin).invite.listRequests(input);

  it('shows waiting ones first, in pages, each once [I1]', async () => {
    await kindpal.services.db.drizzle.delete(inviteRequests);
    const asked = [];
    for (let n = 0; n < 7; n += 1) asked.push((await ask()).id);
    const decided = [asked[6], asked[3]].map(String);
    for (const id of decided) {
      await kindpal
        .callerFor(admin)
        .invite.decideRequest({ id, decision: 'refused', reason: 'No.' });
    }
    const waiting = asked.filter((id) => !decided.includes(id)).reverse();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([...waiting, ...decided]);
    const refused = await list({ status: 'refused' });
    expect(refused.items.map(({ id }) => id)).toEqual(decided);
    for (const wrong of ['w', 'x'.repeat(20), '%', '']) {
      expect(await refusalOf(list({ cursor: wrong }))).toBe('INVALID_INPUT');
    }
  });

  it('counts how many each has invited, and shows no address [I1]', async () => {
    const { member } = await ask();
    const code = await kindpal.callerFor(member).invite.generate();
    await kindpal.services.db.drizzle
      .update(invites)
      .set({ used_at: new Date() })
      .where(eq(invites.code, code));
    const { items } = await list({});
    expect(items[0]).toMatchObject({ member: { id: member.id }, invited_count: 1 });
    expect(JSON.stringify(items)).not.toContain('@example.org');
  });
});

import { isInviteCode } from '@kindpal/contract/invite/rules';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { invites } from '../db/schema/invite.ts';
import { users } from '../db/schema/member.ts';
import { createMember } from '../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { mintInvite, signUpForm, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { founderLink } from './founder.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const check = (code: string) => kindpal.callerFor(null).invite.check({ code });

test('on an empty database every start gives the same founder link, until somebody joins [I1]', async () => {
  const { services } = kindpal;
  const links = await Promise.all([1, 2, 3].map(() => founderLink(services)));
  expect(new Set(links).size).toBe(1);
  const [, code = ''] = links[0]?.split('#code=') ?? [];
  expect(links[0]).toBe(`${services.env.appUrl}/join#code=${code}`);
  expect(isInviteCode(code)).toBe(true);
  await new TestBrowser(services).send((api) => api.account.signUp(signUpForm(code)));
  expect(await founderLink(services)).toBeNull();
  expect(await check(code)).toBe(false);
});

test('a member without an invite is told that there is none [I2]', async () => {
  const member = await createMember(kindpal.services.db);
  const refused = await errorOf(kindpal.callerFor(member).invite.getMine({}));
  expect(refused).toMatchObject({ code: 'NOT_FOUND', data: { details: { code: 'PGRST116' } } });
});

test('a member has one standing code, however often and fast they ask [I1] [I3]', async () => {
  const member = await createMember(kindpal.services.db);
  const api = kindpal.callerFor(member);
  const codes = await Promise.all(Array.from({ length: 8 }, () => api.invite.generate()));
  expect(new Set(codes).size).toBe(1);
  expect(isInviteCode(codes[0] ?? '')).toBe(true);
  expect(await api.invite.getMine({ created_by: member.id })).toMatchObject({
    code: codes[0],
    is_active: true,
    used_at: null,
    used_by: null,
    created_by: member.id,
    expires_at: null,
  });
});

test('a code works for one newcomer, and its member sees that it was used [I1] [I2]', async () => {
  const member = await createMember(kindpal.services.db);
  const api = kindpal.callerFor(member);
  const code = await api.invite.generate();
  expect(await check(code)).toBe(true);
  const form = signUpForm(code);
  const { user } = await new TestBrowser(kindpal.services).send((a) => a.account.signUp(form));
  expect(await check(code)).toBe(false);
  const used = await api.invite.getMine({});
  expect(used).toMatchObject({ code, used_by: user.id, used_at: expect.any(String) });
});

test('a member whose code was used does not get it as a new one [I3]', async () => {
  const member = await createMember(kindpal.services.db);
  const api = kindpal.callerFor(member);
  const code = await api.invite.generate();
  await new TestBrowser(kindpal.services).send((a) => a.account.signUp(signUpForm(code)));
  expect(await refusalOf(api.invite.generate())).toBe('INVITE_USED');
});

test('a member with a used code gets the one that staff granted [I1] [I3]', async () => {
  const { db } = kindpal.services;
  const [member, admin] = [await createMember(db), await createMember(db, { app_role: 'admin' })];
  const api = kindpal.callerFor(member);
  const code = await api.invite.generate();
  await db.drizzle.update(invites).set({ used_at: new Date() }).where(eq(invites.code, code));
  const granted = await mintInvite(kindpal.services, {
    kind: 'granted',
    created_by: member.id,
    granted_by: admin.id,
  });
  expect(await api.invite.generate()).toBe(granted);
});

test('a granted code is shown first, while unused [I1]', async () => {
  const { db } = kindpal.services;
  const [member, admin] = [await createMember(db), await createMember(db, { app_role: 'admin' })];
  const api = kindpal.callerFor(member);
  const standing = await api.invite.generate();
  const granted = await mintInvite(kindpal.services, {
    kind: 'granted',
    created_by: member.id,
    granted_by: admin.id,
  });
  expect((await api.invite.getMine({})).code).toBe(granted);
  await db.drizzle.update(invites).set({ used_at: new Date() }).where(eq(invites.code, granted));
  expect((await api.invite.getMine({})).code).toBe(standing);
});

test('a member’s code stops working while they are suspended [I1]', async () => {
  const member = await createMember(kindpal.services.db);
  const code = await kindpal.callerFor(member).invite.generate();
  const suspend = (suspended_at: Date | null) =>
    kindpal.services.db.drizzle.update(users).set({ suspended_at }).where(eq(users.id, member.id));
  await suspend(new Date());
  expect(await check(code)).toBe(false);
  await suspend(null);
  expect(await check(code)).toBe(true);
});

test('checking a code answers yes or no and nothing else, whatever was typed [U1]', async () => {
  const code = await mintInvite(kindpal.services);
  expect(await check(` ${code.toLowerCase().replaceAll('-', '')} `)).toBe(true);
  for (const typed of ['x', '0000-0000-0000', '🐶'.repeat(20), "' or true --"]) {
    expect(await check(typed)).toBe(false);
  }
});

test('checking codes without limit is refused [U1]', async () => {
  const browser = new TestBrowser(kindpal.services);
  browser.ip = '198.51.100.9';
  for (let n = 0; n < LIMITS.invite_check_by_ip.points; n += 1) {
    await kindpal.services.limiter.consume('invite_check_by_ip', browser.ip);
  }
  const refused = browser.send((api) => api.invite.check({ code: '0000-0000-0000' }));
  expect(await refusalOf(refused)).toBe('TOO_MANY_REQUESTS');
});

test('nobody reads another member’s invite, and visitors read none [I1]', async () => {
  const { db } = kindpal.services;
  const [one, other] = [await createMember(db), await createMember(db)];
  await kindpal.callerFor(one).invite.generate();
  const foreign = kindpal.callerFor(other).invite.getMine({ created_by: one.id });
  expect(await refusalOf(foreign)).toBe('FORBIDDEN');
  expect(await refusalOf(kindpal.callerFor(null).invite.getMine({}))).toBe('UNAUTHORIZED');
  expect(await refusalOf(kindpal.callerFor(null).invite.generate())).toBe('UNAUTHORIZED');
});

test('a member whose codes are deleted while they ask for theirs is signed out, as the account is [I1] [X1]', async () => {
  const member = await createMember(kindpal.services.db);
  const api = kindpal.callerFor(member);
  await api.invite.generate();
  // As if the deletion of the account were committed between the two statements of the call.
  await kindpal.asOwner(`CREATE FUNCTION delete_codes() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN DELETE FROM invites WHERE created_by = '${member.id}'; RETURN NULL; END $$`);
  await kindpal.asOwner(`CREATE TRIGGER delete_codes AFTER INSERT ON invites
    FOR EACH STATEMENT EXECUTE FUNCTION delete_codes()`);
  const outcome = await outcomeOf(api.invite.generate());
  await kindpal.asOwner('DROP FUNCTION delete_codes CASCADE');
  expect(outcome).toBe('UNAUTHORIZED');
});

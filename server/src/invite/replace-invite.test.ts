import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { invites } from '../db/schema/invite.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { mintInvite, signUpForm, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(() => kindpal.stop());

const newMember = () => createMember(kindpal.services.db);
const isGood = (code: string) => kindpal.callerFor(null).invite.check({ code });
const joinWith = (code: string) =>
  new TestBrowser(kindpal.services).send((api) => api.account.signUp(signUpForm(code)));
const codesOf = (member: TestMember) =>
  kindpal.services.db.drizzle.select().from(invites).where(eq(invites.created_by, member.id));

describe('replacing a code [I2]', () => {
  it('gives the member a new one, and the old one stops working [I2]', async () => {
    const member = await newMember();
    const api = kindpal.callerFor(member);
    const old = await api.invite.generate();
    const fresh = await api.invite.replace();
    expect(fresh).not.toBe(old);
    expect([await isGood(old), await isGood(fresh)]).toEqual([false, true]);
    expect(await refusalOf(joinWith(old))).toBe('INVALID_INVITE');
    expect(await api.invite.getMine({})).toMatchObject({ code: fresh, is_active: true });
    expect(await api.invite.generate()).toBe(fresh);
  });

  it('leaves one valid code after many concurrent clicks, which is the one shown [I2]', async () => {
    const member = await newMember();
    const api = kindpal.callerFor(member);
    const old = await api.invite.generate();
    const codes = await Promise.all(Array.from({ length: 5 }, () => api.invite.replace()));
    expect(await isGood(old)).toBe(false);
    const good = (await codesOf(member)).filter(({ is_active }) => is_active);
    expect(good).toHaveLength(1);
    expect(codes).toContain(good[0]?.code);
    expect((await api.invite.getMine({})).code).toBe(good[0]?.code);
  });

  it('while a newcomer joins with it either lets them join or replaces it, never both [I2] [U1]', async () => {
    for (let round = 0; round < 4; round += 1) {
      const member = await newMember();
      const api = kindpal.callerFor(member);
      const old = await api.invite.generate();
      const outcomes = await Promise.allSettled([joinWith(old), api.invite.replace()]);
      const [joined, replaced] = outcomes.map(({ status }) => status === 'fulfilled');
      expect(joined).toBe(!replaced);
      expect(await codesOf(member)).toHaveLength(replaced ? 2 : 1);
    }
  });

  it('comes too late once it was used, and says so [I2]', async () => {
    const api = kindpal.callerFor(await newMember());
    await joinWith(await api.invite.generate());
    expect(await refusalOf(api.invite.replace())).toBe('INVITE_USED');
  });

  it('keeps a granted code granted, and the standing one as it is [I1] [I2]', async () => {
    const member = await newMember();
    const api = kindpal.callerFor(member);
    const standing = await api.invite.generate();
    const by = { created_by: member.id, granted_by: admin.id, grant_reason: 'A big family' };
    const granted = { kind: 'granted', ...by } as const;
    await mintInvite(kindpal.services, granted);
    const fresh = await api.invite.replace();
    expect((await codesOf(member)).find(({ code }) => code === fresh)).toMatchObject(granted);
    expect(await api.invite.generate()).toBe(standing);
    expect(await isGood(standing)).toBe(true);
  });

  it('needs a code, and does not bring back one disabled by staff [I2]', async () => {
    const api = kindpal.callerFor(await newMember());
    expect(await refusalOf(api.invite.replace())).toBe('NOT_FOUND');
    const code = await api.invite.generate();
    await kindpal.callerFor(admin).invite.disable({ code, reason: 'It was posted in public.' });
    expect(await refusalOf(api.invite.replace())).toBe('FORBIDDEN');
    expect(await api.invite.getMine({})).toMatchObject({ code, is_active: false });
  });

  it('without limit is refused [I2]', async () => {
    const api = kindpal.callerFor(await newMember());
    await api.invite.generate();
    const { points } = LIMITS.replace_invite_by_member;
    for (let n = 0; n < points; n += 1) await api.invite.replace();
    expect(await refusalOf(api.invite.replace())).toBe('TOO_MANY_REQUESTS');
  });
});

describe('disabling a code [I1]', () => {
  const disable = (code: string) =>
    kindpal.callerFor(admin).invite.disable({ code, reason: 'Posted.' });

  it('stops it from then on, and is logged once, with its reason [I1] [S6]', async () => {
    const member = await newMember();
    const code = await kindpal.callerFor(member).invite.generate();
    await disable(code.toLowerCase());
    await disable(code);
    expect(await isGood(code)).toBe(false);
    const [{ id } = { id: '' }] = await codesOf(member);
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT admin_id, action, details FROM admin_activity_logs WHERE target_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { admin_id: admin.id, action: 'invite_disable', details: { reason: 'Posted.' } },
    ]);
  });

  it('is for codes that exist and are not used yet [I1]', async () => {
    const code = await kindpal.callerFor(await newMember()).invite.generate();
    await joinWith(code);
    expect(await refusalOf(disable(code))).toBe('INVITE_USED');
    for (const typed of ['ZZZZ-ZZZZ-ZZZZ', '🐶']) {
      expect(await refusalOf(disable(typed))).toBe('NOT_FOUND');
    }
  });

  it('is for staff, with a reason [I1] [S6]', async () => {
    const member = await newMember();
    const code = await kindpal.callerFor(member).invite.generate();
    const attempt = kindpal.callerFor(member).invite.disable({ code, reason: 'Mine.' });
    expect(await refusalOf(attempt)).toBe('FORBIDDEN');
    expect(await refusalOf(kindpal.callerFor(admin).invite.disable({ code, reason: ' ' }))).toBe(
      'INVALID_INPUT',
    );
    expect(await isGood(code)).toBe(true);
  });
});

describe('the members someone invited, and who invited them [I1]', () => {
  it('names both sides, newest first, and is empty for the founder [I1]', async () => {
    const founder = await newMember();
    const first = await joinWith(await kindpal.callerFor(founder).invite.generate());
    const second = await joinWith(
      await mintInvite(kindpal.services, {
        kind: 'granted',
        created_by: founder.id,
        granted_by: admin.id,
      }),
    );
    const tree = await kindpal.callerFor(founder).invite.getTree();
    expect(tree.invited_by).toBeNull();
    expect(tree.invited.map(({ member }) => member.id)).toEqual([second.user.id, first.user.id]);
    expect(Object.keys(tree.invited[0]?.member ?? {}).sort()).toEqual(
      ['full_name', 'id', 'is_verified', 'profile_image_url'].sort(),
    );
  });

  it('shows a newcomer who invited them, and no other newcomers [I1]', async () => {
    const member = await newMember();
    const browser = new TestBrowser(kindpal.services);
    const form = signUpForm(await kindpal.callerFor(member).invite.generate());
    await browser.send((api) => api.account.signUp(form));
    const tree = await browser.send((api) => api.invite.getTree());
    expect(tree.invited_by?.id).toBe(member.id);
    expect(tree.invited).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { contract } from '@kindpal/contract';
import { isContractProcedure } from '@orpc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feedback } from '../db/schema/feedback.ts';
import { inviteRequests, invites } from '../db/schema/invite.ts';
import { petProfiles } from '../db/schema/pet.ts';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { makeInviteCode } from '../invite/generate-invite.ts';
import {
  createClaim,
  createConversation,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

/**
 * Every call of the contract, made by everybody: what each is answered. A call without a row here
 * fails the test, so that nothing is ever reachable by accident. [S6]
 */
const PEOPLE = [
  'visitor',
  'stranger',
  'owner',
  'claimant',
  'sitter',
  'admin',
  'super_admin',
] as const;
type Person = (typeof PEOPLE)[number];

/** What a cell has before it: members, one job held by the claimant, one open job of the owner. */
type Scene = Record<Exclude<Person, 'visitor'>, TestMember> & {
  job: string;
  claim: string;
  open: string;
  /** What owner and claimant say to each other. */
  talk: string;
  /** The owner's cat. */
  pet: string;
  /** The owner's code, their wish for another, their plea for help, and somebody who waits. */
  code: string;
  wish: string;
  plea: string;
  waiting: string;
};
type Row = {
  input: (scene: Scene, who: TestMember | null) => unknown;
  /** A code, or ok; `else` for whoever is not named. */
  answers: Partial<Record<Person, string>> & { else: string };
};

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const members = (answers: Partial<Record<Person, string>> & { else: string }) => ({
  visitor: 'UNAUTHORIZED',
  ...answers,
});
const ofClaimed = (by: Partial<Record<Person, string>>) => members({ ...by, else: 'FORBIDDEN' });

/** The two who talk; to everybody else there is no conversation. */
const ofTalk = () => members({ owner: 'ok', claimant: 'ok', else: 'NOT_FOUND' });

const ofStaff = (answer: string) =>
  members({ admin: answer, super_admin: answer, else: 'FORBIDDEN' });

const ofSuperAdmin = (answer: string) => members({ super_admin: answer, else: 'FORBIDDEN' });

const ROWS: Record<string, Row> = {
  'account.signUp': {
    input: () => ({
      email: `${randomUUID()}@example.org`,
      password: 'Walkies4!',
      invite_code: 'ZZZZ-ZZZZ-ZZZZ',
      data: { full_name: 'New Neighbour' },
      accepts_terms: true,
      is_adult: true,
    }),
    answers: { else: 'INVALID_INVITE' },
  },
  'account.token': {
    input: () => ({ grant_type: 'password', email: 'nobody@example.org', password: 'Wrong1!x' }),
    answers: { else: 'WRONG_CREDENTIALS' },
  },
  'account.signOut': { input: () => ({ scope: 'others' }), answers: { else: 'ok' } },
  'account.getSession': { input: () => undefined, answers: { else: 'ok' } },
  'account.getUser': { input: () => undefined, answers: members({ else: 'ok' }) },
  'account.updateUser': { input: () => ({}), answers: members({ else: 'ok' }) },
  'account.recover': {
    input: () => ({ email: `${randomUUID()}@example.org` }),
    answers: { else: 'ok' },
  },
  'account.verify': {
    input: () => ({ type: 'email_change', token: 'not-a-token' }),
    answers: { else: 'TOKEN_REFUSED' },
  },
  'account.listKeys': { input: () => undefined, answers: { else: 'ok' } },
  'member.list': { input: () => ({}), answers: { else: 'ok' } },
  'member.get': { input: ({ owner }) => ({ id: owner.id }), answers: { else: 'ok' } },
  'member.update': {
    input: ({ owner }) => ({ id: owner.id, bio: 'Three cats.' }),
    answers: members({ owner: 'ok', else: 'FORBIDDEN' }),
  },
  'member.switchRole': {
    input: () => ({ new_role: 'pet_owner' }),
    answers: members({ claimant: 'FORBIDDEN', sitter: 'FORBIDDEN', else: 'ok' }),
  },
  'member.completePetOnboarding': {
    input: () => ({
      pet: { name: 'Miso', breed: 'Tabby' },
      owner: { full_name: 'Ada Stone', location: 'Maplewood' },
    }),
    answers: members({ claimant: 'FORBIDDEN', sitter: 'FORBIDDEN', else: 'ok' }),
  },
  'member.completeSitterOnboarding': {
    input: () => undefined,
    answers: members({ claimant: 'INVALID_INPUT', sitter: 'INVALID_INPUT', else: 'FORBIDDEN' }),
  },
  'invite.getMine': { input: () => ({}), answers: members({ owner: 'ok', else: 'NOT_FOUND' }) },
  'invite.generate': { input: () => undefined, answers: members({ else: 'ok' }) },
  'invite.replace': {
    input: () => undefined,
    answers: members({ owner: 'ok', else: 'NOT_FOUND' }),
  },
  'invite.getTree': { input: () => undefined, answers: members({ else: 'ok' }) },
  'invite.requestMore': {
    input: () => ({ message: 'My sister would like to join.' }),
    answers: members({ owner: 'REQUEST_PENDING', else: 'ok' }),
  },
  'invite.findMyRequest': { input: () => undefined, answers: members({ else: 'ok' }) },
  'invite.listRequests': { input: () => ({}), answers: ofStaff('ok') },
  'invite.decideRequest': {
    input: ({ wish }) => ({ id: wish, decision: 'granted', reason: 'Welcome.' }),
    answers: ofStaff('ok'),
  },
  'invite.disable': {
    input: ({ code }) => ({ code, reason: 'It was posted in public.' }),
    answers: ofStaff('ok'),
  },
  'invite.check': { input: () => ({ code: 'ZZZZ-ZZZZ-ZZZZ' }), answers: { else: 'ok' } },
  'job.list': { input: () => ({}), answers: { else: 'ok' } },
  'job.get': {
    input: ({ job }) => ({ id: job }),
    answers: { owner: 'ok', claimant: 'ok', admin: 'ok', super_admin: 'ok', else: 'NOT_FOUND' },
  },
  'job.getPetCare': {
    input: ({ job }) => ({ job_id: job }),
    answers: members({
      owner: 'ok',
      claimant: 'ok',
      admin: 'FORBIDDEN',
      super_admin: 'FORBIDDEN',
      else: 'NOT_FOUND',
    }),
  },
  'job.post': { input: () => jobForm(), answers: members({ else: 'ok' }) },
  'job.update': {
    input: ({ job }) => ({ id: job, status: 'open' }),
    answers: ofClaimed({ owner: 'ok', claimant: 'ok' }),
  },
  'job.move': {
    input: ({ job }) => ({ job_id: job, action: 'cancel' }),
    answers: ofClaimed({ owner: 'ok' }),
  },
  'job.canClaim': { input: ({ open }) => ({ job_id: open }), answers: members({ else: 'ok' }) },
  'claim.list': {
    input: ({ job }) => ({ job_id: job }),
    answers: members({ else: 'ok' }),
  },
  'claim.create': {
    input: ({ open }) => ({ job_id: open }),
    answers: members({ claimant: 'ok', sitter: 'ok', else: 'CANNOT_CLAIM_JOB' }),
  },
  'claim.remove': {
    input: ({ claim }) => ({ id: claim }),
    answers: ofClaimed({ owner: 'ok', claimant: 'ok' }),
  },
  'claim.removeByJob': {
    input: ({ job, claimant }) => ({ job_id: job, sitter_id: claimant.id }),
    answers: ofClaimed({ owner: 'ok', claimant: 'ok' }),
  },
  'chat.listJobMessages': {
    input: ({ job }) => ({ job_id: job }),
    answers: ofClaimed({ owner: 'ok', claimant: 'ok' }),
  },
  'chat.countUnread': { input: () => undefined, answers: members({ else: 'ok' }) },
  'chat.markRead': {
    input: ({ job }) => ({ job_id: job }),
    answers: ofClaimed({ owner: 'ok', claimant: 'ok' }),
  },
  'chat.sendJobMessage': {
    input: ({ job }) => ({ job_id: job, content: 'hello', client_id: randomUUID() }),
    answers: ofClaimed({ owner: 'ok', claimant: 'ok' }),
  },
  'conversation.list': { input: () => ({}), answers: members({ else: 'ok' }) },
  'conversation.create': {
    input: ({ stranger, owner }) => ({ participant_1: owner.id, participant_2: stranger.id }),
    answers: members({ owner: 'ok', stranger: 'ok', else: 'FORBIDDEN' }),
  },
  'conversation.listMessages': {
    input: ({ talk }) => ({ conversation_id: talk }),
    answers: ofTalk(),
  },
  'conversation.sendMessage': {
    input: ({ talk }) => ({ conversation_id: talk, content: 'hello', client_id: randomUUID() }),
    answers: ofTalk(),
  },
  'conversation.markRead': { input: ({ talk }) => ({ conversation_id: talk }), answers: ofTalk() },
  'pet.list': {
    input: ({ owner }) => ({ owner_id: owner.id }),
    answers: members({ owner: 'ok', else: 'FORBIDDEN' }),
  },
  'pet.create': {
    input: ({ owner }) => ({ owner_id: owner.id, name: 'Miso', breed: 'Tabby' }),
    answers: members({ owner: 'ok', else: 'FORBIDDEN' }),
  },
  'pet.update': {
    input: ({ pet }) => ({ id: pet, age: 4 }),
    answers: members({ owner: 'ok', else: 'NOT_FOUND' }),
  },
  'pet.remove': {
    input: ({ pet }) => ({ id: pet }),
    answers: members({ owner: 'ok', else: 'NOT_FOUND' }),
  },
  'draft.get': {
    input: () => ({ form_type: 'pet_onboarding' }),
    answers: members({ else: 'NOT_FOUND' }),
  },
  'draft.save': {
    input: ({ owner }) => ({ form_type: 'pet_onboarding', form_data: {}, user_id: owner.id }),
    answers: members({ owner: 'ok', else: 'FORBIDDEN' }),
  },
  'draft.remove': {
    input: () => ({ form_type: 'pet_onboarding' }),
    answers: members({ else: 'ok' }),
  },
  'feedback.send': { input: () => ({ message: 'Where is my code?' }), answers: { else: 'ok' } },
  'feedback.listMine': { input: () => ({}), answers: members({ else: 'ok' }) },
  'feedback.list': { input: () => ({}), answers: ofStaff('ok') },
  'feedback.get': { input: ({ plea }) => ({ id: plea }), answers: ofStaff('ok') },
  'feedback.count': { input: () => undefined, answers: ofStaff('ok') },
  'feedback.update': {
    input: ({ plea }) => ({ id: plea, version: 1, status: 'closed' }),
    answers: ofStaff('ok'),
  },
  'place.search': { input: () => ({ search: 'maple' }), answers: members({ else: 'ok' }) },
  'newsletter.subscribe': {
    input: () => ({ email: `${randomUUID()}@example.org` }),
    answers: { else: 'ok' },
  },
  'newsletter.confirm': { input: () => ({ token: 'guess' }), answers: { else: 'LINK_EXPIRED' } },
  'newsletter.unsubscribe': {
    input: () => ({ token: 'guess' }),
    answers: { else: 'LINK_EXPIRED' },
  },
  'newsletter.list': { input: () => ({}), answers: ofStaff('ok') },
  'waitlist.join': {
    input: () => ({ email: `${randomUUID()}@example.org`, full_name: 'Robin Vale' }),
    answers: { else: 'ok' },
  },
  'waitlist.confirm': { input: () => ({ token: 'guess' }), answers: { else: 'LINK_EXPIRED' } },
  'waitlist.list': { input: () => ({}), answers: ofStaff('ok') },
  'waitlist.invite': { input: ({ waiting }) => ({ id: waiting }), answers: ofStaff('ok') },
  'staff.getUserRole': {
    input: ({ owner }) => ({ _user_id: owner.id }),
    answers: members({ owner: 'ok', admin: 'ok', super_admin: 'ok', else: 'FORBIDDEN' }),
  },
  'staff.superAdminExists': { input: () => undefined, answers: { else: 'ok' } },
  'staff.getSuperAdmin': {
    input: (_, who) => ({ user_id: who?.id ?? UNKNOWN }),
    answers: members({ super_admin: 'ok', else: 'NOT_FOUND' }),
  },
  'staff.createSuperAdmin': {
    input: ({ sitter }) => ({ user_id: sitter.id, setup_token: 'guess' }),
    answers: members({ super_admin: 'ok', else: 'SETUP_CLOSED' }),
  },
  'staff.listUsers': { input: () => ({}), answers: ofStaff('ok') },
  'staff.setUserRole': {
    input: ({ sitter }) => ({ user_id: sitter.id, role: 'admin' }),
    answers: ofSuperAdmin('ok'),
  },
  'staff.getStats': { input: () => undefined, answers: ofStaff('ok') },
  'staff.getAnalytics': { input: () => undefined, answers: ofStaff('ok') },
  'staff.listJobs': { input: () => ({}), answers: ofStaff('ok') },
  'staff.listProfiles': { input: () => ({}), answers: ofStaff('ok') },
  'staff.takeDownJob': {
    input: ({ job }) => ({ job_id: job, reason: 'It sells cars.' }),
    answers: ofStaff('ok'),
  },
  'staff.removeProfilePart': {
    input: ({ owner }) => ({ user_id: owner.id, part: 'bio', seen: 'None.', reason: 'Rude.' }),
    answers: ofStaff('CONTENT_CHANGED'),
  },
  'staff.listActivity': { input: () => ({}), answers: ofSuperAdmin('ok') },
  'staff.listActivityStaff': { input: () => undefined, answers: ofSuperAdmin('ok') },
  'staff.getSystemHealth': { input: () => undefined, answers: ofSuperAdmin('ok') },
  'staff.getDatabase': { input: () => undefined, answers: ofSuperAdmin('ok') },
  'staff.getSettings': { input: () => undefined, answers: ofSuperAdmin('ok') },
};

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

async function setScene(): Promise<Scene> {
  const { db } = kindpal.services;
  const [stranger, owner, claimant, sitter, admin, super_admin] = await Promise.all([
    createMember(db),
    createMember(db),
    createMember(db, { role: 'pet_sitter' }),
    createMember(db, { role: 'pet_sitter' }),
    createMember(db, { app_role: 'admin' }),
    createMember(db, { app_role: 'super_admin' }),
  ]);
  const frontDoor = await setFrontDoor(owner);
  const [job, open] = [
    await createJob(db, { owner_id: owner.id, pet_id: frontDoor.pet }),
    await createJob(db, { owner_id: owner.id }),
  ];
  const { claim } = await createClaim(db, { job, sitter_id: claimant.id });
  return {
    stranger,
    owner,
    claimant,
    sitter,
    admin,
    super_admin,
    job: job.id,
    claim: claim.id,
    open: open.id,
    talk: await createConversation(db, [owner, claimant]),
    ...frontDoor,
  };
}

async function setFrontDoor({ id: user_id }: TestMember) {
  const { drizzle } = kindpal.services.db;
  const [invite] = await drizzle
    .insert(invites)
    .values({ code: makeInviteCode(), created_by: user_id })
    .returning();
  const [request] = await drizzle.insert(inviteRequests).values({ user_id }).returning();
  const [plea] = await drizzle
    .insert(feedback)
    .values({ user_id, message: 'Where is my code?' })
    .returning();
  const [pet] = await drizzle
    .insert(petProfiles)
    .values({ owner_id: user_id, name: 'Miso', breed: 'Tabby' })
    .returning();
  const [entry] = await drizzle
    .insert(waitlistEntries)
    .values({
      email: `${randomUUID()}@example.org`,
      full_name: 'Robin Vale',
      confirmed_at: new Date(),
    })
    .returning();
  return {
    pet: pet?.id ?? '',
    code: invite?.code ?? '',
    wish: request?.id ?? '',
    plea: plea?.id ?? '',
    waiting: entry?.id ?? '',
  };
}

function callsOf(router: object, path: string[] = []): string[] {
  return Object.entries(router).flatMap(([name, value]) =>
    isContractProcedure(value) ? [[...path, name].join('.')] : callsOf(value, [...path, name]),
  );
}

describe('every call of the contract, made by everybody [S6]', () => {
  it('has its row in the walk', () => {
    expect(Object.keys(ROWS).sort()).toEqual(callsOf(contract).sort());
  });

  it.each(Object.entries(ROWS))('%s', async (name, { input, answers }) => {
    const got: Record<string, string> = {};
    for (const person of PEOPLE) {
      const scene = await setScene();
      const who = person === 'visitor' ? null : scene[person];
      const [noun, call] = name.split('.') as [string, string];
      const calls = kindpal.as(who) as unknown as Record<
        string,
        Record<string, (input: unknown) => Promise<unknown>>
      >;
      got[person] = await (
        calls[noun]?.[call]?.(input(scene, who)) ?? Promise.reject(new Error(name))
      ).then(
        () => 'ok',
        (error: { code?: string; message: string }) => error.code ?? error.message,
      );
    }
    const expected = Object.fromEntries(
      PEOPLE.map((person) => [person, answers[person] ?? answers.else]),
    );
    expect(got).toEqual(expected);
  });
});

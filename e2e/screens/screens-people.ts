import { type APIRequestContext, request } from '@playwright/test';
import { generate } from 'otplib';
import { DEMO_DOMAIN } from '../../server/src/seed/demo/plan-members.ts';
import { DEMO_PASSWORD } from '../../server/src/seed/demo/seed-demo.ts';
import type { Community } from '../support/community.ts';
import { openForStaff } from '../support/database.ts';

/** A running demo: its address, and the directory of its mails. */
export type Demo = Pick<Community, 'origin' | 'dataDir'>;

type Asked = ReturnType<APIRequestContext['get']>;
type Session = { session: { user: { id: string } } };
export type Person = { id: string; email: string; api: APIRequestContext };

const LONG = 'Donaudampfschifffahrtsgesellschaft';
let counter = 0;

export async function answerOf<Body>(asked: Asked): Promise<Body> {
  const answer = await asked;
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** A member with a printed sign-in. */
export async function signIn({ origin }: Demo, name: string): Promise<Person> {
  const api = await request.newContext({ baseURL: origin });
  const email = `${name}@${DEMO_DOMAIN}`;
  const data = { grant_type: 'password', email, password: DEMO_PASSWORD };
  await answerOf(api.post('/auth/v1/token', { data }));
  return { id: await idOf(api), email, api };
}

/** Staff whose session opens the admin area without a second factor. */
export async function signInStaff(demo: Demo): Promise<Person> {
  const staff = await signIn(demo, 'superadmin');
  await openForStaff({ ...demo, founderLink: '', setupToken: '' }, staff.id);
  return staff;
}

async function idOf(api: APIRequestContext): Promise<string> {
  const { session } = await answerOf<Session>(api.get('/auth/v1/session'));
  return session.user.id;
}

/** A new member, invited by this one; every member has one invite. */
export async function joinBy(demo: Demo, friend: Person, full_name: string): Promise<Person> {
  const code = friend.api.post('/rest/v1/rpc/generate_invite_code');
  const invite_code = await answerOf<string>(code);
  const api = await request.newContext({ baseURL: demo.origin });
  counter += 1;
  const email = `${Date.now()}-${counter}@${DEMO_DOMAIN}`;
  const data = {
    email,
    password: DEMO_PASSWORD,
    invite_code,
    data: { full_name, role: 'both' },
    accepts_terms: true,
    is_adult: true,
  };
  await answerOf(api.post('/auth/v1/signup', { data }));
  return { id: await idOf(api), email, api };
}

/** A member whose name, bio, pet and job contain words too long for a line. */
export async function joinWithLongWords(demo: Demo, friend: Person): Promise<Person> {
  const long = await joinBy(demo, friend, `${LONG} ${LONG}-Featherstonehaugh`);
  const { api, id } = long;
  await answerOf(api.patch(`/rest/v1/users/${id}`, { data: { bio: `I ${'love'.repeat(60)}.` } }));
  const pet = { name: `${LONG}i`, breed: `${LONG} Shepherd`, weight: 70 };
  await answerOf(api.post('/rest/v1/pet_profiles', { data: pet }));
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const data = {
    title: `${LONG}skatze and her seven friends from the village at the other end`,
    description: `Feed them. ${LONG.repeat(4)} ${'Then feed them again. '.repeat(30)}`,
    location: 'Old Town, Maine',
    address: `12 ${LONG} Lane`,
    job_type: 'pet_sitting',
    start_date: inHours(20),
    end_date: inHours(90),
    time_zone: 'America/New_York',
    total_amount: 9_999.5,
    pet_details: { name: `${LONG}i`, breed: `${LONG} Shepherd`, size: 'large' },
  };
  await answerOf(api.post('/rest/v1/jobs', { data }));
  return long;
}

/** Adds an authenticator app to a member; their session continues. */
export async function addApp(
  { api }: Pick<Person, 'api'>,
  password = DEMO_PASSWORD,
): Promise<string> {
  await api.post('/auth/v1/reauthenticate', { data: { password } });
  type Enrolled = { id: string; totp: { secret: string } };
  const enrolled = api.post('/auth/v1/factors', { data: { factor_type: 'totp' } });
  const { id, totp } = await answerOf<Enrolled>(enrolled);
  const path = `/auth/v1/factors/${id}`;
  const challenge = await answerOf<{ id: string }>(api.post(`${path}/challenge`));
  const code = await generate({ secret: totp.secret, epoch: Math.floor(Date.now() / 1000) });
  await answerOf(api.post(`${path}/verify`, { data: { challenge_id: challenge.id, code } }));
  return totp.secret;
}

/** The first message from one member to another. */
export async function writeTo({ api }: Person, recipient: Person, content: string): Promise<void> {
  await answerOf(
    api.post('/rest/v1/conversation_messages', { data: { member_id: recipient.id, content } }),
  );
}

/** Suspends a member with a reason, who then reads it through the mailed link. */
export async function suspend({ api }: Person, member: Person): Promise<void> {
  await answerOf(
    api.post('/rest/v1/rpc/suspend_member', {
      data: {
        member_id: member.id,
        reason: 'You asked two owners to pay with gift cards.',
        ends_at: new Date(Date.now() + 14 * 86_400_000).toISOString(),
      },
    }),
  );
}

type OwnJob = { job: { id: string; status: string; is_mine: boolean } };

/** A member's own jobs, or those that they claimed. */
export async function jobsOf({ api }: Person, as: 'owner' | 'sitter'): Promise<OwnJob[]> {
  const path = `/rest/v1/rpc/my_jobs?as=${as}&limit=50`;
  return (await answerOf<{ items: OwnJob[] }>(api.get(path))).items;
}

type ListedJob = { id: string; status: string; is_mine: boolean; has_requirements?: true };

/** The newest jobs of everybody. */
export async function listedJobs({ api }: Person): Promise<ListedJob[]> {
  const answer = api.get('/rest/v1/jobs?limit=50');
  return (await answerOf<{ items: ListedJob[] }>(answer)).items;
}

/** An open job of somebody else that anybody may claim. */
export const freeJob = async (viewer: Person): Promise<ListedJob | undefined> =>
  (await listedJobs(viewer)).find(
    ({ status, is_mine, has_requirements }) => status === 'open' && !is_mine && !has_requirements,
  );

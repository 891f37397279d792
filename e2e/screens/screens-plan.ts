import type { PageRoute } from '../../web/list-routes.ts';
import { otherPages } from '../support/unseen-routes.ts';
import type { Screen, Viewer } from './screen.ts';
import {
  firstClaim,
  overlappingClaim,
  ownRequest,
  reportThread,
  steps,
  windowsOfNewcomers,
  windowsOfOwners,
  windowsOfSecurity,
  windowsOfSitters,
} from './screens-members.ts';
import {
  addApp,
  answerOf,
  type Demo,
  jobsOf,
  joinBy,
  joinWithLongWords,
  type Person,
  signIn,
  signInStaff,
  suspend,
  writeTo,
} from './screens-people.ts';
import { cases, needsMoreStaff, windowsOfCases, windowsOfStaff } from './screens-staff.ts';
import { troubleOfMembers, troubleOfStaff } from './screens-trouble.ts';
import { mailed, ofSuspended, seenByVisitors, windowsOfVisitors } from './screens-visitors.ts';

/** Pages of members that are shown to a new one alone. */
const NEWCOMER = [
  '/pet-onboarding',
  '/pet-sitter-onboarding',
  '/onboarding-success',
  '/super-admin-setup',
];
/**
 * What the routes do not say: pages with a query, and who sees pages of everybody. The other pages
 * without an id come from the routes.
 */
const PUBLIC = [
  '/join',
  '/join?tab=signin',
  '/jobs',
  '/pet-sitters',
  '/nowhere',
  '/reset-password?access_token=guess',
  '/sign-in-link?token=guess',
  '/newsletter/confirm?token=guess',
  '/newsletter/unsubscribe?token=guess',
  '/waitlist/confirm?token=guess',
  '/confirm-email?token=guess',
  '/undo-email-change?token=guess',
  '/not-me?token=guess',
  '/notifications/unsubscribe?token=guess',
  '/suspended?token=guess',
  '/suspended/account?token=guess',
  '/continue?error_code=access_denied',
];
const MEMBER = [
  '/jobs',
  '/my-jobs?as=owner',
  '/my-jobs?as=sitter',
  '/pet-sitters',
  '/pet-sitters?sort=rating',
  '/chat',
  '/chat?box=requests',
  '/my-day',
];
const STAFF = [
  '/admin/invitations',
  '/admin/invitations?tab=waitlist',
  '/admin/invitations?tab=newsletter',
  '/admin/content',
  '/admin/content?tab=appeals',
  '/admin/content?tab=jobs',
  '/admin/content?tab=profiles',
  '/admin/content?tab=reviews',
  '/super-admin-setup',
];
/** These pages of a viewer, and those that their routes add. */
const allOf = async (viewer: PageRoute['viewer'], listed: string[]): Promise<string[]> => {
  const others = await otherPages(viewer, [...PUBLIC, ...MEMBER, ...NEWCOMER, ...STAFF]);
  return [...listed, ...others];
};

const of = (paths: string[]): Screen[] => paths.map((path) => ({ path }));

/** The viewers of all screens, and their screens. */
export async function planScreens(demo: Demo): Promise<Viewer[]> {
  const visited = await allOf('anybody', PUBLIC);
  const pages = await allOf('member', MEMBER);
  const full = await signIn(demo, 'owner');
  const sitter = await signIn(demo, 'sitter');
  const typical = await signIn(demo, 'both');
  const staff = await signInStaff(demo);
  const empty = await joinBy(demo, sitter, 'Nora New');
  const long = await joinWithLongWords(demo, empty);
  const guarded = await joinBy(demo, long, 'Faye Factor');
  const rude = await joinBy(demo, guarded, 'Gil Giftcard');
  await addApp(guarded);
  const locked = await joinBy(demo, rude, 'Lou Locked');
  await addApp(locked);
  const loud = typical.api.patch('/rest/v1/notification_settings', { data: { quiet_hours: null } });
  await answerOf(loud);
  // Emailed to `typical` within a minute, for the pages of that email's links.
  // A confirmed change of email signs out all devices: use nobody with screens of their own.
  const moved = await joinBy(demo, typical, 'Mona Moved');
  await writeTo(guarded, typical, 'Hello! My sister says that you know everything about parrots.');
  await suspend(staff, rude);
  await suspend(staff, locked);
  const fullPlaces = await placesOf(full);
  const code = await answerOf<string>(moved.api.post('/rest/v1/rpc/generate_invite_code'));
  return [
    {
      set: 'visitor',
      person: null,
      screens: [
        ...of([...visited, ...(await seenByVisitors(full, sitter))]),
        ...windowsOfVisitors({ guarded, code }),
        ...(await mailed(demo, { newcomer: moved, written: typical })),
      ],
    },
    {
      set: 'suspended',
      person: null,
      screens: await ofSuspended(demo, { member: rude, locked }),
    },
    {
      set: 'empty',
      person: empty,
      screens: [
        ...of([...pages, ...NEWCOMER]),
        ...steps(),
        await firstClaim(empty),
        ...windowsOfNewcomers(),
      ],
    },
    {
      set: 'typical',
      person: typical,
      screens: [
        ...of([...pages, ...(await placesOf(typical)), `/chat/${guarded.id}`]),
        { path: '/chat', name: 'window-report', open: reportThread(guarded) },
        {
          path: '/notifications/settings',
          name: 'single-emails',
          open: (page) =>
            page.getByRole('button', { name: /^Individual emails of Your jobs/ }).click(),
        },
      ],
    },
    {
      set: 'full',
      person: full,
      screens: [...of([...pages, ...fullPlaces]), ...(await windowsOfOwners(full))],
    },
    {
      set: 'sitter',
      person: sitter,
      screens: [
        ...of([...pages, ...(await placesOf(sitter))]),
        ...(await windowsOfSitters(sitter, full)),
        await overlappingClaim(sitter, guarded),
      ],
    },
    { set: 'long', person: long, screens: of([...pages, ...(await placesOf(long))]) },
    {
      set: 'guarded',
      person: guarded,
      screens: [...of(['/security']), ...windowsOfSecurity(), ...(await ownRequest(typical))],
    },
    {
      set: 'staff',
      person: staff,
      screens: [
        ...of([...(await allOf('staff', STAFF)), ...(await cases(staff, full))]),
        ...windowsOfStaff(),
        ...(await windowsOfCases(full)),
        await needsMoreStaff(demo, staff),
      ],
    },
    {
      set: 'staff-trouble',
      person: staff,
      screens: troubleOfStaff(),
      serviceWorkers: 'block',
    },
    // Last, because it ends the session of its member.
    {
      set: 'trouble',
      person: full,
      screens: troubleOfMembers(fullPlaces.filter((path) => /^\/(jobs|profile|chat)\//.test(path))),
      serviceWorkers: 'block',
    },
  ];
}

/** A member's own pages: jobs, one just posted, threads, a profile. */
async function placesOf(person: Person): Promise<string[]> {
  type Thread = { id: string; job: { id: string } | null; partner: { id: string } };
  const threads = person.api.get('/rest/v1/threads');
  const { items } = await answerOf<{ items: Thread[] }>(threads);
  const own = await jobsOf(person, 'owner');
  const held = await jobsOf(person, 'sitter');
  // One per state is enough: a thousand jobs look like ten.
  const jobs = [...Map.groupBy([...own, ...held], ({ job }) => `${job.status} ${job.is_mine}`)];
  const posted = own.find(({ job }) => job.status === 'open')?.job.id;
  const partner = items.find(({ job }) => !job)?.partner.id;
  const thread = items.find(({ job }) => job);
  return [
    `/profile/${person.id}`,
    ...jobs.flatMap(([, [first]]) => (first ? [`/jobs/${first.job.id}`] : [])),
    ...(posted ? [`/job-posted-success/${posted}`] : []),
    ...(partner ? [`/chat/${partner}`, `/profile/${partner}`] : []),
    ...(thread ? [`/chat/job/${thread.job?.id}/${thread.id}`] : []),
    ...(thread ? [`/dashboard?chat=${thread.job?.id}`] : []),
  ];
}

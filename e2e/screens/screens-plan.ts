import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../server/src/seed/demo/seed-demo.ts';
import type { PageRoute } from '../../web/list-routes.ts';
import { type KeptMail, linkIn } from '../support/mail.ts';
import { otherPages } from '../support/unseen-routes.ts';
import {
  addApp,
  answerOf,
  type Demo,
  joinBy,
  joinWithLongWords,
  type Person,
  signIn,
  signInStaff,
  suspend,
  writeTo,
} from './screens-people.ts';

/**
 * A screen; `open` performs what follows the page at `path`: a dialog, a step, an answer. If that
 * works `once`, as with a mailed link, the page stays open for all widths.
 */
export type Screen = {
  path: string;
  name?: string;
  open?: (page: Page) => Promise<unknown>;
  once?: true;
};

/** The viewer of a set of screens; null for a visitor. */
export type Viewer = { set: string; person: Person | null; screens: Screen[] };

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
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const choose = (button: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(button)(page);
  await page.getByRole('menuitem', { name: item }).click();
};
const signInAs =
  ({ email }: Person) =>
  async (page: Page) => {
    const form = page.getByRole('tabpanel', { name: 'Sign In' });
    await form.getByRole('textbox', { name: 'Email' }).fill(email);
    await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const openMenu = (page: Page) => press(isPhone(page) ? /^Open menu/ : /^Menu of /)(page);

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
  return [
    {
      set: 'visitor',
      person: null,
      screens: [
        ...of(visited),
        ...windowsOfVisitors({ guarded }),
        ...(await mailed(demo, { newcomer: moved, written: typical })),
      ],
    },
    {
      set: 'suspended',
      person: null,
      screens: await ofSuspended(demo, { member: rude, locked }),
    },
    { set: 'empty', person: empty, screens: [...of([...pages, ...NEWCOMER]), ...steps()] },
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
  ];
}

function windowsOfVisitors({ guarded }: { guarded: Person }): Screen[] {
  const signInForm = '/join?tab=signin';
  const refusedToken = (path: string, button: string): Screen => ({
    path: `${path}?token=guess`,
    name: `${path.slice(1).replace('/', '-')}-refused`,
    open: press(button),
  });
  return [
    { path: '/join#code=0000-0000-0000', name: 'join-refused-code' },
    { path: '/join', name: 'join-with-errors', open: press('Create Account') },
    { path: signInForm, name: 'window-forgot-password', open: press('Forgot Password?') },
    { path: signInForm, name: 'sign-in-by-code', open: press('Email me a code') },
    {
      path: signInForm,
      name: 'window-second-factor',
      async open(page) {
        await signInAs(guarded)(page);
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      path: signInForm,
      name: 'window-recovery-code',
      async open(page) {
        await signInAs(guarded)(page);
        await press('Use a recovery code')(page);
      },
    },
    { path: '/', name: 'menu', open: async (page) => isPhone(page) && (await press('Menu')(page)) },
    refusedToken('/newsletter/confirm', 'Subscribe'),
    refusedToken('/newsletter/unsubscribe', 'Unsubscribe'),
    refusedToken('/confirm-email', 'Confirm this email'),
    refusedToken('/undo-email-change', 'Undo the change'),
    refusedToken('/not-me', 'It wasn’t me'),
  ];
}

/** The pages of mailed links, which work once: opened, and after the press. */
async function mailed(
  demo: Demo,
  { newcomer, written }: { newcomer: Person; written: Person },
): Promise<Screen[]> {
  const { api, email } = newcomer;
  const news = `news-${email}`;
  await answerOf(api.post('/rest/v1/newsletter_subscriptions', { data: { email: news } }));
  const to = { ...newcomer, email: news };
  const confirm = await mailedPath(demo, to, /newsletter\/confirm/);
  const moved = `moved-${email}`;
  const change = { email: moved, current_password: DEMO_PASSWORD };
  await answerOf(api.put('/auth/v1/user', { data: change }));
  const confirmEmail = await mailedPath(demo, { ...newcomer, email: moved }, /confirm-email/);
  return [
    { path: confirm, name: 'newsletter-confirm-done', open: press('Subscribe'), once: true },
    {
      path: confirmEmail,
      name: 'confirm-email-done',
      open: press('Confirm this email'),
      once: true,
    },
    {
      path: '/about',
      name: 'mailed-settings',
      async open(page) {
        await page.goto(await mailedPath(demo, written, /notifications\/unsubscribe/));
      },
    },
    {
      path: '/about',
      name: 'mailed-settings-stopped',
      async open(page) {
        await page.goto(await mailedPath(demo, written, /notifications\/unsubscribe/));
        const undo = page.getByRole('button', { name: 'Undo' });
        const stop = page.getByRole('button', { name: 'Stop these emails' });
        await stop.or(undo).waitFor();
        if (await stop.isVisible()) await stop.click();
        await undo.waitFor();
      },
    },
  ];
}

/**
 * A suspended member's page, and that of the link emailed from there, which first asks a member
 * with a second factor for its code.
 */
async function ofSuspended(
  demo: Demo,
  { member, locked }: { member: Person; locked: Person },
): Promise<Screen[]> {
  const suspended = await mailedPath(demo, member, /suspended/);
  const account = await suspendedAccountPath(demo, member);
  return [
    { path: '/join?tab=signin', name: 'suspended-sign-in', open: signInAs(member) },
    { path: suspended, name: 'suspended' },
    { path: suspended, name: 'suspended-link-sent', open: press('Email me a link'), once: true },
    { path: suspended, name: 'suspended-appeal-errors', open: press('Send appeal') },
    { path: suspended, name: 'suspended-appeal-sent', open: appeal, once: true },
    { path: await suspendedAccountPath(demo, locked), name: 'suspended-second-factor' },
    { path: account, name: 'suspended-account' },
    { path: account, name: 'window-suspended-delete', open: press('Delete my account') },
    {
      path: account,
      name: 'suspended-data-requested',
      open: press('Request a copy of your data'),
      once: true,
    },
  ];
}

async function appeal(page: Page): Promise<void> {
  await page.getByLabel('Your appeal').fill('I only asked whether gift cards are allowed.');
  await press('Send appeal')(page);
  await page.getByRole('heading', { name: 'Your appeal was sent' }).waitFor();
}

async function suspendedAccountPath(demo: Demo, member: Person): Promise<string> {
  const suspended = await mailedPath(demo, member, /suspended/);
  const token = new URL(suspended, demo.origin).searchParams.get('token');
  await member.api.post('/rest/v1/rpc/mail_suspended_account_link', { data: { token } });
  return mailedPath(demo, member, /suspended\/account/);
}

/** The first such link in a member's mails. Notification mails are sent once a minute. */
async function mailedPath({ dataDir }: Demo, { email }: Person, which: RegExp): Promise<string> {
  const folder = join(dataDir, 'mail');
  for (let waited = 0; waited < 90; waited += 1) {
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
      const mail = JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptMail;
      const links = mail.to === email ? (mail.text.match(/https?:\/\/\S+/g) ?? []) : [];
      const link = links.find((one) => which.test(one));
      if (link) return linkIn({ ...mail, text: link });
    }
    await setTimeout(1_000);
  }
  throw new Error(`No mail to ${email} leads to ${which}`);
}

/** The later steps of a new sitter's and a new owner's onboarding. */
function steps(): Screen[] {
  const path = '/pet-sitter-onboarding';
  const at = (step: string): Screen => ({
    path,
    name: `sitter-onboarding-${step.toLowerCase().replaceAll(' ', '-')}`,
    open: (page) =>
      page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: step }).click(),
  });
  return [
    // First, because the open step is saved, and the last one has no Next.
    { path, name: 'sitter-onboarding-errors', open: press('Next') },
    ...['Payment Preferences', 'Payment Methods', 'Availability'].map(at),
    {
      path: '/pet-onboarding',
      name: 'pet-onboarding-errors',
      open: press(/^(Next|Save|Complete)/),
    },
    { path: '/post-job', name: 'post-job-errors', open: press('Post Job') },
    { path: '/dashboard', name: 'menu', open: openMenu },
    { path: '/dashboard', name: 'window-invite', open: press('Invite') },
    { path: '/edit-profile', name: 'window-add-pet', open: press('Add a Pet') },
    { path: '/security', name: 'window-set-up-app', open: press('Set up an authenticator app') },
    { path: '/security', name: 'window-delete-account', open: press('Delete my account') },
  ];
}

/** The bell, which is a link on a phone. */
const openNotifications = (page: Page) =>
  page
    .getByRole(isPhone(page) ? 'link' : 'button', { name: /^Notifications/ })
    .first()
    .click();

/** Confirms a job at the first width; it stays confirmed for the others. */
async function confirmOnce(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Confirm/ }).first();
  if (await button.isVisible()) await button.click();
  await page.getByRole('heading', { name: 'All done' }).waitFor();
}

async function windowsOfOwners(owner: Person): Promise<Screen[]> {
  const jobs = await jobsOf(owner, 'owner');
  const at = (status: string) => `/jobs/${jobs.find(({ job }) => job.status === status)?.job.id}`;
  return [
    { path: '/post-job', name: 'post-job-who', open: press('Choose who') },
    { path: at('open'), name: 'window-requirements', open: press(/who can claim/i) },
    { path: at('open'), name: 'window-take-down', open: choose('More', /Cancel/) },
    { path: at('claimed'), name: 'window-remove-sitter', open: choose('More', /Remove/) },
    { path: at('claimed'), name: 'menu-of-job', open: press('More') },
    { path: at('completed'), name: 'job-just-confirmed', open: confirmOnce },
    {
      path: '/dashboard',
      name: 'window-help-topics',
      async open(page) {
        await press('Help & Feedback')(page);
        // Its code is loaded on demand. This owner has a job that a request may be about.
        await page.getByRole('button', { name: 'It’s not about this job' }).waitFor();
      },
    },
    {
      path: '/dashboard',
      name: 'window-help',
      async open(page) {
        await press('Help & Feedback')(page);
        await press('It’s not about this job')(page);
      },
    },
    { path: '/dashboard', name: 'menu', open: openMenu },
    { path: '/dashboard', name: 'window-notifications', open: openNotifications },
    { path: '/pet-sitters', name: 'directory-filters', open: press(/^More filters/) },
    { path: '/jobs', name: 'jobs-filters', open: press(/^Filters/) },
    { path: '/edit-profile', name: 'window-edit-pet', open: press(/^Edit /) },
  ];
}

async function windowsOfSitters(sitter: Person, owner: Person): Promise<Screen[]> {
  type Offers = { items: { job: { id: string } }[] };
  const { items: offers } = await answerOf<Offers>(sitter.api.get('/rest/v1/job_offers'));
  const held = await jobsOf(sitter, 'sitter');
  const at = (status: string) => `/jobs/${held.find(({ job }) => job.status === status)?.job.id}`;
  type Jobs = { items: { id: string; status: string; has_requirements?: true }[] };
  const { items: all } = await answerOf<Jobs>(sitter.api.get('/rest/v1/jobs?limit=50'));
  const asks = all.filter(({ has_requirements }) => has_requirements);
  const free = all.find(({ status, has_requirements }) => status === 'open' && !has_requirements);
  const edit = '/edit-profile#availability';
  const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
  return [
    ...offers.slice(0, 2).map(({ job }) => ({ path: `/jobs/${job.id}` })),
    ...asks.slice(0, 3).map(({ id }, count) => ({
      path: `/jobs/${id}`,
      name: `job-with-requirements-${count + 1}`,
    })),
    ...(free ? [{ path: `/jobs/${free.id}`, name: 'job-to-claim' }] : []),
    { path: `/jobs/${crypto.randomUUID()}`, name: 'job-not-found' },
    { path: `/profile/${owner.id}`, name: 'profile-with-trust-path' },
    { path: `/profile/${owner.id}`, name: 'window-report', open: press('Report') },
    { path: `/profile/${owner.id}`, name: 'window-block', open: press('Block') },
    { path: at('claimed'), name: 'window-cancel-claim', open: choose('More', /Cancel my claim/) },
    { path: at('in_progress'), name: 'window-done-early', open: press('Mark as done') },
    ...['Specific Dates', 'Calendar View'].map((name) => ({
      path: edit,
      name: `availability-${name.toLowerCase().replace(' ', '-')}`,
      open: tab(name),
    })),
    {
      path: '/security',
      name: 'passkey-and-rename',
      async open(page) {
        const cdp = await page.context().newCDPSession(page);
        await cdp.send('WebAuthn.enable');
        const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
          options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        });
        try {
          await press(/^Add .*passkey$/)(page);
          const password = page.getByRole('dialog').getByLabel('Current Password', { exact: true });
          const rename = page.getByRole('button', { name: /^Rename / }).first();
          await password.or(rename).waitFor();
          // A sign-in some minutes old requires the password again.
          if (await password.isVisible()) {
            await password.fill(DEMO_PASSWORD);
            await password.press('Enter');
          }
          await rename.click();
        } finally {
          await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
        }
      },
    },
  ];
}

/** The button's name depends on whether the member already has recovery codes. */
async function makeCodes(page: Page): Promise<void> {
  await press(/^(Make recovery codes|Replace them with new ones)$/)(page);
  const password = page.getByRole('dialog').getByLabel('Current Password', { exact: true });
  const codes = page.getByRole('heading', { name: 'Save your recovery codes' });
  await password.or(codes).waitFor();
  if (await password.isVisible()) {
    await password.fill(DEMO_PASSWORD);
    await password.press('Enter');
  }
  await codes.waitFor();
}

const windowsOfSecurity = (): Screen[] => [
  { path: '/security', name: 'window-remove-app', open: press(/^Remove /) },
  { path: '/security', name: 'window-recovery-codes', open: makeCodes },
];

const reportThread = (partner: Person) => async (page: Page) => {
  await page.goto(`/chat/${partner.id}`);
  await press('Report')(page);
};

const windowsOfStaff = (): Screen[] => [
  { path: '/admin/feedback', name: 'window-answer', open: press('Answer') },
  { path: '/admin/users', name: 'window-role', open: press(/^Change role/) },
  { path: '/admin/content?tab=jobs', name: 'window-take-down', open: press(/^Take down/) },
  { path: '/admin/content?tab=reviews', name: 'window-hide-review', open: press(/^Hide the/) },
  { path: '/admin/invitations', name: 'window-disable-code', open: press('Disable a code') },
  { path: '/admin', name: 'sidebar', open: press('Toggle sidebar') },
];

/** Dialogs for staff about a member and about a claim. */
async function windowsOfCases(owner: Person): Promise<Screen[]> {
  const claimed = (await jobsOf(owner, 'owner')).find(({ job }) => job.status === 'claimed');
  return [
    { path: `/admin/users/${owner.id}`, name: 'window-suspend', open: press(/^Suspend/) },
    { path: '/admin/users/identity', name: 'window-identity', open: press(/^(Record|Start)/) },
    ...(claimed
      ? [
          {
            path: `/admin/jobs/${claimed.job.id}`,
            name: 'window-end-claim',
            open: press('End claim'),
          },
        ]
      : []),
  ];
}

/** The dashboard while a report concerns both of the demo's staff: one sent it about the other. */
async function needsMoreStaff(demo: Demo, { api }: Person): Promise<Screen> {
  const { id, api: theirs } = await signIn(demo, 'admin');
  await theirs.dispose();
  return {
    path: '/admin',
    name: 'admin-needs-more-staff',
    async open(page) {
      // Sent once; the second report of the same profile is refused.
      const data = { subject_type: 'profile', subject_id: id, reason: 'other', details: 'Rude.' };
      await api.post('/rest/v1/reports', { data });
      await page.reload();
      await page.getByText('No one on your team can handle').waitFor();
    },
  };
}

/** What the sender of a first message sees until there is a reply. */
const ownRequest = async (partner: Person): Promise<Screen[]> => [
  { path: `/chat/${partner.id}`, name: 'chat-waiting-for-a-reply' },
];

type Listed = { job: { id: string; status: string; is_mine: boolean } };

async function jobsOf({ api }: Person, as: 'owner' | 'sitter'): Promise<Listed[]> {
  const path = `/rest/v1/rpc/my_jobs?as=${as}&limit=50`;
  return (await answerOf<{ items: Listed[] }>(api.get(path))).items;
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

/** A member and a job as staff see them, and the first report of the queue. */
async function cases({ api }: Person, member: Person): Promise<string[]> {
  type Reports = { items: { id: string }[] };
  const { items } = await answerOf<Reports>(api.get('/rest/v1/reports?state=open'));
  const [listed] = await jobsOf(member, 'owner');
  const [first] = items;
  return [
    `/admin/users/${member.id}`,
    ...(listed ? [`/admin/jobs/${listed.job.id}`] : []),
    ...(first ? [`/admin/content/reports/${first.id}`] : []),
  ];
}

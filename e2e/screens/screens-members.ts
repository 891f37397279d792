import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../../server/src/seed/demo/seed-demo.ts';
import { addAuthenticator } from '../support/passkeys.ts';
import { choose, isPhone, press, type Screen } from './screen.ts';
import { answerOf, freeJob, jobsOf, listedJobs, type Person } from './screens-people.ts';

const openMenu = (page: Page) => press(isPhone(page) ? /^Open menu/ : /^Menu of /)(page);

/** The later steps of a new sitter's and a new owner's onboarding. */
export function steps(): Screen[] {
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

/** The first claim of a newcomer, who is asked for an introduction. */
export async function firstClaim(newcomer: Person): Promise<Screen> {
  const free = await freeJob(newcomer);
  return {
    path: `/jobs/${free?.id}`,
    name: 'window-introduce',
    async open(page) {
      await press('Claim This Job')(page);
      await press('Save and claim')(page);
    },
  };
}

export const windowsOfNewcomers = (): Screen[] => [
  { path: '/security', name: 'window-phone-factor', open: press('Use text messages') },
  { path: '/security', name: 'window-phone', open: press('Add a phone number') },
];

/** A sitter's claim of a job that begins while they have another one. */
export async function overlappingClaim(sitter: Person, { api }: Person): Promise<Screen> {
  type Held = { items: { job: { status: string; start_date: string; end_date: string } }[] };
  const later = (time = '') => new Date(Date.parse(time) + 1_800_000).toISOString();
  const path = '/rest/v1/rpc/my_jobs?as=sitter&limit=50';
  const { items } = await answerOf<Held>(sitter.api.get(path));
  const held = items.find(({ job }) => job.status === 'claimed')?.job;
  const data = {
    title: 'Two guinea pigs for the day',
    description: 'Hay in the morning, greens at noon.',
    location: 'Old Town, Maine',
    address: '12 Acorn Lane',
    job_type: 'pet_sitting',
    start_date: later(held?.start_date),
    end_date: later(held?.end_date),
    time_zone: 'America/New_York',
    total_amount: 40,
    pet_details: { name: 'Pip', breed: 'Guinea pig', size: 'small' },
  };
  const { id } = await answerOf<{ id: string }>(api.post('/rest/v1/jobs', { data }));
  return { path: `/jobs/${id}`, name: 'window-claim-anyway', open: press('Claim This Job') };
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

export async function windowsOfOwners(owner: Person): Promise<Screen[]> {
  const jobs = await jobsOf(owner, 'owner');
  const at = (status: string) => `/jobs/${jobs.find(({ job }) => job.status === status)?.job.id}`;
  return [
    { path: '/post-job', name: 'post-job-who', open: press('Choose who') },
    { path: at('open'), name: 'window-requirements', open: press(/who can claim/i) },
    { path: at('open'), name: 'window-take-down', open: choose('More', /Cancel/) },
    { path: at('claimed'), name: 'window-remove-sitter', open: choose('More', /Remove/) },
    { path: at('claimed'), name: 'menu-of-job', open: press('More') },
    { path: at('completed'), name: 'window-not-done', open: choose('More', /not done/) },
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
    {
      path: '/dashboard',
      name: 'window-replace-code',
      async open(page) {
        await press('Invite')(page);
        const replace = page.getByRole('button', { name: 'Replace this code' });
        const generate = page.getByRole('button', { name: 'Generate Invite Code' });
        await replace.or(generate).waitFor();
        // Generated once, at the first width.
        if (await generate.isVisible()) await generate.click();
        await replace.click();
      },
    },
    { path: '/dashboard', name: 'menu', open: openMenu },
    { path: '/dashboard', name: 'window-notifications', open: openNotifications },
    { path: '/pet-sitters', name: 'directory-filters', open: press(/^More filters/) },
    { path: '/jobs', name: 'jobs-filters', open: press(/^Filters/) },
    { path: '/edit-profile', name: 'window-edit-pet', open: press(/^Edit /) },
  ];
}

export async function windowsOfSitters(sitter: Person, owner: Person): Promise<Screen[]> {
  type Offers = { items: { job: { id: string } }[] };
  const { items: offers } = await answerOf<Offers>(sitter.api.get('/rest/v1/job_offers'));
  const held = await jobsOf(sitter, 'sitter');
  const at = (status: string) => `/jobs/${held.find(({ job }) => job.status === status)?.job.id}`;
  const asks = (await listedJobs(sitter)).filter(({ has_requirements }) => has_requirements);
  const free = await freeJob(sitter);
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
        const authenticatorId = await addAuthenticator(cdp);
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
    {
      path: '/edit-profile',
      name: 'profile-refused-name',
      async open(page) {
        await page.getByLabel('Last Name').fill('Support');
        await press('Save Profile')(page);
        await page.getByText(/is reserved for/).waitFor();
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

export const windowsOfSecurity = (): Screen[] => [
  { path: '/security', name: 'window-remove-app', open: press(/^Remove /) },
  { path: '/security', name: 'window-recovery-codes', open: makeCodes },
];

export const reportThread = (partner: Person) => async (page: Page) => {
  await page.goto(`/chat/${partner.id}`);
  await press('Report')(page);
};

/** What the sender of a first message sees until there is a reply. */
export const ownRequest = async (partner: Person): Promise<Screen[]> => [
  { path: `/chat/${partner.id}`, name: 'chat-waiting-for-a-reply' },
];

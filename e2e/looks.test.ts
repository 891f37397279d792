import type { Page } from '@playwright/test';
import type { PageRoute } from '../web/list-routes.ts';
import { findBarriers, type Scope } from './support/axe.ts';
import { requestWith, sendFeedback } from './support/feedback.ts';
import { expect, hold, test } from './support/fixtures.ts';
import { claimJob, type Job, postJob } from './support/jobs.ts';
import { freshEmail, type Member } from './support/people.ts';
import { STILL, shiftsOf, watchShifts } from './support/shifts.ts';
import { otherPages, unseenRoutes } from './support/unseen-routes.ts';

// The longest of all files: its tests share the workers.
test.describe.configure({ mode: 'parallel' });

type Place = { path: string; ready: (page: Page) => Promise<unknown> };

const heading = (text: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(text);

/** The rules of which every finding counts. */
const ALWAYS = ['color-contrast', 'heading-order'];

/** axe's serious findings, one line each. */
async function barriers(page: Page, scope?: Scope): Promise<string[]> {
  return (await findBarriers(page, scope))
    .filter(
      ({ id, impact }) => ALWAYS.includes(id) || impact === 'serious' || impact === 'critical',
    )
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
}

/** Checks twice before failing, because transitions may still be running. */
async function expectNoBarriers(page: Page, where: string, scope?: Scope): Promise<void> {
  const first = await barriers(page, scope);
  expect.soft(first.length > 0 ? await barriers(page, scope) : [], where).toEqual([]);
}

/** The horizontal overflow of the page at this width, in pixels. */
async function overhang(page: Page, width: number): Promise<number> {
  const { width: current, height } = page.viewportSize() ?? { width: 0, height: 800 };
  if (width !== current) await page.setViewportSize({ width, height });
  // Not innerWidth, which a phone widens to what overflows.
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/**
 * The words of headings, buttons and tabs that continue on the next line without a hyphen. Longer
 * words than Kindpal's own, which members write, must break.
 */
const BROKEN_WORDS = `[...document.querySelectorAll('h1, h2, h3, button, [role=tab]')].flatMap((part) => {
  const broken = [];
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const { 0: word, index } of text.data.matchAll(/(?<![\\p{L}’'])[\\p{L}’']{2,15}(?![\\p{L}’'])/gu)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})`;

/** The texts in which a line begins with the dot that separates facts. */
const DOTS_FIRST = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    for (const { index } of text.data.matchAll(/·/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + 1);
      const { left, width } = range.getBoundingClientRect();
      let block = text.parentElement;
      while (getComputedStyle(block).display === 'inline') block = block.parentElement;
      const { left: edge } = block.getBoundingClientRect();
      const start = edge + parseFloat(getComputedStyle(block).paddingLeft);
      if (width > 0 && left - start < 12) found.push(block.textContent);
    }
  }
  return found;
})()`;

/** The visible controls below an element that take a press: a link inside a sentence is none. */
const CONTROLS = `[...document.querySelectorAll(
  'a[href], button, select, textarea, summary, input:not([type=hidden]), [role=tab]',
)].filter((part) => {
  const { display, position } = getComputedStyle(part);
  return display !== 'inline' && part.checkVisibility({ visibilityProperty: true }) &&
    part.getBoundingClientRect().width > 1 && !(position === 'fixed' && part.matches('a'));
})`;

/** The controls that a thumb may miss: those under 44 px in height. */
const SMALL_CONTROLS = `${CONTROLS}.flatMap((part) => {
  // Its area may be larger than itself: a label, or what \`touch-area\` and a card's link add.
  const isLarger = ['::before', '::after']
    .some((pseudo) => getComputedStyle(part, pseudo).position === 'absolute');
  const { height } = (part.closest('label') ?? part).getBoundingClientRect();
  return isLarger || height > 43.5 ? [] : [part.outerHTML.slice(0, 120)];
})`;

/** The texts that end beyond the edge of their button, link, tab or label. */
const TEXTS_OUTSIDE = `[...${CONTROLS}, ...document.querySelectorAll('label')].flatMap((part) => {
  const edge = part.getBoundingClientRect();
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const { overflow, webkitLineClamp: clamp } = getComputedStyle(text.parentElement);
    // The bar's logo drops its name on purpose; a cut text ends in an ellipsis.
    if (part.matches('[aria-label^=Kindpal]') || overflow !== 'visible' || clamp !== 'none') continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (left < edge.left - 2 || right > edge.right + 2 || top < edge.top - 4 || bottom > edge.bottom + 4) {
        found.push(text.data);
      }
    }
  }
  return found;
})`;

/**
 * The values, choices and placeholders of up to 20 characters that their field cuts off: an email,
 * a name or a date has to be readable where it is typed.
 */
const CUT_VALUES = `[...document.querySelectorAll('input, select')].flatMap((field) => {
  const isText = field.matches('select') || /^(text|email|search|tel|url)$/.test(field.type);
  if (!isText || !field.checkVisibility({ visibilityProperty: true })) return [];
  const value = field.matches('select')
    ? field.selectedOptions[0]?.text ?? ''
    : field.value || field.placeholder;
  const style = getComputedStyle(field);
  const ruler = document.createElement('span');
  Object.assign(ruler.style, {
    position: 'absolute', whiteSpace: 'pre', font: style.font, letterSpacing: style.letterSpacing,
  });
  ruler.textContent = value;
  document.body.append(ruler);
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const isCut = ruler.getBoundingClientRect().width > room + 1;
  ruler.remove();
  return isCut && value.length <= 20 ? [value] : [];
})`;

/** The times that begin their line with a small letter, like 'just now'. */
const SMALL_BEGINNINGS = `[...document.querySelectorAll('time')].flatMap((time) => {
  const text = time.textContent;
  let block = time.parentElement;
  while (getComputedStyle(block).display === 'inline') block = block.parentElement;
  const before = document.createRange();
  before.setStart(block, 0);
  before.setEndBefore(time);
  const isFirst = before.toString().trim() === '';
  const isLarge = getComputedStyle(time, '::first-letter').textTransform === 'uppercase';
  return /^[a-z]/.test(text) && isFirst && !isLarge ? [text] : [];
})`;

/**
 * Reloads a page whose layout shifted: another journey may have added to its list, but not every
 * time.
 */
async function expectStoodStill(page: Page, { path, ready }: Place): Promise<void> {
  const shifts = async () => {
    await page.waitForLoadState('networkidle');
    return shiftsOf(page);
  };
  let moved = await shifts();
  for (let tries = 0; moved > STILL && tries < 3; tries++) {
    await page.reload();
    await ready(page);
    moved = await shifts();
  }
  expect.soft(moved, `${path} moves while it comes`).toBeLessThanOrEqual(STILL);
}

/**
 * Checks each place while it loads: on a desktop in light and dark, and at the width of a tablet;
 * on a phone, where the colors are the same, only in light, at the narrowest widths and with large
 * text.
 */
async function look(page: Page, places: Place[], isPhone: boolean): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await watchShifts(page);
  for (const place of places) {
    const { path, ready } = place;
    await test.step(path, async () => {
      await page.goto(path);
      await ready(page);
      // Checking the contrast takes most of the time. A phone's own bars are checked below, with
      // the dialogs.
      const scope = isPhone ? { without: ['color-contrast'] } : {};
      await expectNoBarriers(page, `${path} in light`, scope);
      await expectStoodStill(page, place);
      const small = await page.evaluate<string[]>(SMALL_BEGINNINGS);
      expect.soft(small, `times of ${path} that begin with a small letter`).toEqual([]);
      if (!isPhone) {
        await page.emulateMedia({ colorScheme: 'dark' });
        await expectNoBarriers(page, `${path} in dark`, { rules: ['color-contrast'] });
        await page.emulateMedia({ colorScheme: 'light' });
        for (const width of [768, 1280]) {
          expect.soft(await overhang(page, width), `${path} at ${width} px`).toBeLessThanOrEqual(0);
        }
      } else {
        for (const width of [320, 390]) {
          expect.soft(await overhang(page, width), `${path} at ${width} px`).toBeLessThanOrEqual(0);
          const dots = await page.evaluate<string[]>(DOTS_FIRST);
          expect.soft(dots, `lines of ${path} that begin with a dot`).toEqual([]);
        }
        // The dense lists of staff have links of 24 px, the least that WCAG allows.
        if (!path.startsWith('/admin')) {
          const controls = await page.evaluate<string[]>(SMALL_CONTROLS);
          expect.soft(controls, `controls of ${path} under 44 px`).toEqual([]);
        }
        const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
        expect.soft(await overhang(page, 390), `${path}, text at 200 %`).toBeLessThanOrEqual(0);
        const broken = await page.evaluate<string[]>(BROKEN_WORDS);
        expect.soft(broken, `words broken by ${path}, text at 200 %`).toEqual([]);
        const cut = await page.evaluate<string[]>(CUT_VALUES);
        expect.soft(cut, `values cut off by ${path}, text at 200 %`).toEqual([]);
        const outside = await page.evaluate<string[]>(TEXTS_OUTSIDE);
        expect.soft(outside, `texts outside of controls of ${path}, text at 200 %`).toEqual([]);
        // The next place may be a part of the same document.
        await large.evaluate((style) => style.parentNode?.removeChild(style));
      }
    });
  }
}

async function claimOf(owner: Member, job: Job): Promise<string> {
  const answer = await owner.api.get('/rest/v1/threads');
  const { items } = (await answer.json()) as { items: { id: string; job: Job | null }[] };
  return items.find((thread) => thread.job?.id === job.id)?.id ?? '';
}

async function reportProfile(reporter: Member, { id }: Member): Promise<string> {
  const data = {
    subject_type: 'profile',
    subject_id: id,
    reason: 'other',
    details: 'x'.repeat(99),
  };
  const answer = await reporter.api.post('/rest/v1/reports', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

type VisitorSees = { job: Job; owner: Member };

const visitorPlaces = ({ job, owner }: VisitorSees): Place[] => [
  { path: '/join', ready: heading('Welcome, neighbor') },
  { path: '/join?tab=signin', ready: heading('Welcome, neighbor') },
  { path: '/confirm-email', ready: heading('This email couldn’t be confirmed') },
  { path: '/confirm-email?token=any', ready: heading('Confirm your new email?') },
  { path: '/undo-email-change?token=any', ready: heading('Take your account back?') },
  { path: '/not-me?token=any', ready: heading('Wasn’t this you?') },
  { path: '/sign-in-link?token=any', ready: heading('This link doesn’t work') },
  { path: '/reset-password?access_token=none', ready: heading('Choose a new password') },
  {
    path: '/jobs',
    ready: (at) => expect(at.getByRole('article').first()).toBeVisible(),
  },
  { path: `/jobs/${job.id}`, ready: heading('Pet sitting for Biscuit') },
  { path: `/profile/${owner.id}`, ready: heading('Olive O.') },
  {
    path: '/pet-sitters?search=featherless',
    ready: (at) => expect(at.getByText('No pet sitters match your search.')).toBeVisible(),
  },
  { path: '/newsletter/confirm?token=any', ready: heading('Confirm your subscription') },
  {
    path: '/newsletter/unsubscribe?token=any',
    ready: heading('Unsubscribe from the newsletter?'),
  },
  { path: '/notifications/unsubscribe?token=any', ready: heading('Email settings') },
  { path: '/suspended?token=any', ready: heading('This link doesn’t work') },
  { path: '/suspended/account?token=any', ready: heading('This link doesn’t work') },
  { path: '/continue?error_code=access_denied', ready: heading('You’re not signed in') },
  { path: '/waitlist/confirm', ready: heading('This link doesn’t work') },
  { path: '/nowhere', ready: heading('Oops! Page not found') },
];

/** Every place that a test lists, with sample ids. */
function listedPlaces(): Place[] {
  const sample = { id: 'any', title: 'any' } as Job & Member;
  return [
    ...visitorPlaces({ job: sample, owner: sample }),
    ...memberPlaces({ job: sample, claimId: 'any', open: sample, sitter: sample }),
    ...staffPlaces({ member: sample, job: sample, reportId: 'any' }),
  ];
}

/** The other pages that this viewer may open: each has a heading, and leads nowhere else. */
async function otherPlaces(viewer: PageRoute['viewer']): Promise<Place[]> {
  const paths = await otherPages(
    viewer,
    listedPlaces().map(({ path }) => path),
  );
  return paths.map((path) => ({
    path,
    async ready(page) {
      await heading(/./)(page);
      await expect(page).toHaveURL(path);
    },
  }));
}

test('every page is accessible to visitors, in light and dark [P1 P8 P11]', async ({
  people,
  isMobile,
}) => {
  test.setTimeout(480_000);
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(null, '/about');
  await look(page, [...visitorPlaces({ job, owner }), ...(await otherPlaces('anybody'))], isMobile);
});

// The message may be shown twice: the list of chats has it too, but a phone hides the list.
const messages = (at: Page) =>
  expect(at.getByText('Message 2').filter({ visible: true }).first()).toBeVisible();

type MemberSees = { job: Job; claimId: string; open: Job; sitter: Member };

const memberPlaces = ({ job, claimId, open, sitter }: MemberSees): Place[] => [
  {
    path: '/dashboard',
    ready: (at) => expect(at.getByRole('article').first()).toBeVisible(),
  },
  { path: `/dashboard?chat=${job.id}`, ready: messages },
  { path: '/jobs', ready: (at) => expect(at.getByRole('article').first()).toBeVisible() },
  {
    path: '/pet-sitters',
    ready: (at) => expect(at.getByRole('article').first()).toBeVisible(),
  },
  { path: `/jobs/${job.id}`, ready: messages },
  { path: `/jobs/${open.id}`, ready: heading(open.title) },
  { path: `/job-posted-success/${job.id}`, ready: heading('Your job is posted') },
  { path: '/jobs/nonsense', ready: heading('Job not found') },
  { path: '/my-jobs?as=owner', ready: (at) => expect(at.getByRole('article')).toHaveCount(1) },
  { path: '/my-jobs?as=sitter', ready: heading('My Jobs') },
  {
    path: '/edit-profile',
    ready: (at) => expect(at.getByLabel('First Name')).toHaveValue('Molly'),
  },
  {
    path: '/edit-profile#availability',
    async ready(at) {
      await at.getByRole('tab', { name: 'Calendar View' }).click();
      await expect(at.getByRole('tabpanel', { name: 'Calendar View' })).toBeVisible();
    },
  },
  { path: `/profile/${sitter.id}`, ready: heading('Bartholomew Featherstonehaugh') },
  {
    path: '/chat',
    ready: (at) => expect(at.getByRole('list', { name: 'Messages' })).toBeVisible(),
  },
  { path: `/chat/${sitter.id}`, ready: heading('Bartholomew Featherstonehaugh') },
  { path: `/chat/job/${job.id}/${claimId}`, ready: messages },
  { path: '/chat/nonsense', ready: heading('User Not Found') },
  {
    path: '/invited',
    ready: (at) => expect(at.getByRole('region', { name: 'You invited' })).toBeVisible(),
  },
  {
    path: '/my-requests',
    ready: (at) => expect(at.getByRole('list', { name: 'My Requests' })).toBeVisible(),
  },
  { path: '/my-day', ready: heading('My Day') },
  { path: '/reset-password', ready: heading('Choose a new password') },
];

test('every page is accessible to members, in light and dark [P1 P8 P11]', async ({
  people,
  isMobile,
}) => {
  test.setTimeout(480_000);
  const member = await people.join('Molly Member', 'both');
  const sitter = await people.join('Bartholomew Featherstonehaugh', 'both');
  const open = await postJob(sitter);
  const job = await postJob(member, {
    title: `Donaudampfschifffahrtsgesellschaftskatze ${'and her friends '.repeat(3)}`,
    special_instructions: 'The blue bowl, not the red one.',
  });
  await claimJob(sitter, job);
  const claimId = await claimOf(member, job);
  for (const [n, { api }] of [member, sitter, member].entries()) {
    await api.post('/rest/v1/messages', {
      data: {
        job_id: job.id,
        client_id: crypto.randomUUID(),
        content: `Message ${n}: https://example.org/${'long'.repeat(30)}`,
      },
    });
  }
  for (const [from, to] of [
    [member, sitter],
    [sitter, member],
  ] as const) {
    await from.api.post('/rest/v1/conversation_messages', {
      data: {
        member_id: to.id,
        client_id: crypto.randomUUID(),
        content: `Between us: https://example.org/${'long'.repeat(30)}`,
      },
    });
  }
  await sendFeedback(member, `Where is ${'Llanfair'.repeat(12)}?`);
  const page = await people.open(member, '/about');
  const places = memberPlaces({ job, claimId, open, sitter });
  await look(page, [...places, ...(await otherPlaces('member'))], isMobile);
});

const listed = (label: string) => (at: Page) =>
  expect(at.getByRole('list', { name: label }).getByRole('listitem').first()).toBeVisible();
const shown = (name: string) => (at: Page) =>
  expect(at.getByRole('region', { name, exact: true })).toBeVisible();

type StaffSees = { member: Member; job: Job; reportId: string };

const staffPlaces = ({ member, job, reportId }: StaffSees): Place[] => [
  {
    path: '/admin',
    ready: (at) => expect(at.getByRole('link', { name: 'Waitlist' })).toBeVisible(),
  },
  { path: '/admin/feedback', ready: listed('Feedback') },
  { path: '/admin/invitations', ready: listed('Invite requests') },
  { path: '/admin/invitations?tab=waitlist', ready: listed('Waitlist') },
  { path: '/admin/invitations?tab=newsletter', ready: listed('Newsletter subscribers') },
  {
    path: `/admin/users?search=${encodeURIComponent(member.email)}`,
    ready: (at) =>
      expect(at.getByText('Molly Member').filter({ visible: true }).first()).toBeVisible(),
  },
  { path: `/admin/users/${member.id}`, ready: heading('Member') },
  { path: `/admin/jobs/${job.id}`, ready: heading('Job') },
  { path: '/admin/analytics', ready: shown('Messages') },
  { path: '/admin/content', ready: listed('Reports') },
  { path: `/admin/content/reports/${reportId}`, ready: heading('Report') },
  { path: '/admin/content?tab=appeals', ready: heading('Content Moderation') },
  { path: '/admin/content?tab=reviews', ready: heading('Content Moderation') },
  { path: '/admin/content?tab=jobs', ready: listed('Jobs') },
  { path: '/admin/content?tab=profiles', ready: listed('Profiles') },
  { path: '/admin/activity', ready: listed('Activity') },
  { path: '/admin/system', ready: shown('Email') },
  { path: '/admin/database', ready: shown('Migrations') },
  { path: '/admin/settings', ready: shown('Email, sign-in and secrets') },
];

test('every page is accessible to staff, in light and dark [S1 P8 P11]', async ({
  people,
  isMobile,
}) => {
  test.setTimeout(480_000);
  const staff = await people.joinStaff('Bartholomew Featherstonehaugh');
  const member = await people.join('Molly Member', 'pet_owner');
  const { message } = await sendFeedback(member, `Where is ${'Llanfair'.repeat(12)}?`);
  const email = `${'long'.repeat(6)}${freshEmail()}`;
  const sent = await Promise.all([
    member.api.post('/rest/v1/invite_requests', { data: { message: 'x'.repeat(300) } }),
    member.api.post('/rest/v1/newsletter_subscriptions', { data: { email: freshEmail() } }),
    member.api.post('/rest/v1/waitlist_entries', {
      data: { email, full_name: 'W'.repeat(100) },
    }),
  ]);
  expect(sent.map((answer) => answer.ok())).toEqual([true, true, true]);
  const job = await postJob(member, {
    title: `Donaudampfschifffahrtsgesellschaftskatze ${'friends '.repeat(6)}`,
  });
  // Another member reports, because the queue hides from staff the reports that they sent.
  const reporter = await people.join('Robin Reporter', 'pet_owner');
  const reportId = await reportProfile(reporter, member);
  const bio = `I ${'love'.repeat(50)} cats.`;
  await member.api.patch(`/rest/v1/users/${member.id}`, { data: { bio } });
  const page = await people.open(staff, '/about');
  const places = staffPlaces({ member, job, reportId });
  await look(page, [...places, ...(await otherPlaces('staff'))], isMobile);
  // Those of other journeys may fill the first page.
  await page.goto(`/admin/feedback?search=${encodeURIComponent(message.slice(0, 60))}`);
  await requestWith(page, message).getByRole('button', { name: 'Answer' }).click();
  await expectNoBarriers(page, 'answering');
  await page.goto('/admin/invitations');
  await page.getByRole('button', { name: 'Refuse' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Refuse the request' })).toBeVisible();
  await expectNoBarriers(page, 'refusing');
  await page.goto('/admin/users');
  await page
    .getByRole('button', { name: /^Change role of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Change role' })).toBeVisible();
  await expectNoBarriers(page, 'changing a role');
  await page.goto('/admin/content?tab=jobs');
  await page
    .getByRole('button', { name: /^Take down/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Take the job down' })).toBeVisible();
  await expectNoBarriers(page, 'taking a job down');
  await page.goto('/admin/analytics');
  await page.getByText('The numbers as a table').click();
  await expectNoBarriers(page, 'the numbers as a table');
});

test('these tests open every page of the product as somebody who can see it [P8 P11]', async () => {
  const others = await Promise.all((['anybody', 'member', 'staff'] as const).map(otherPlaces));
  const places = [...listedPlaces(), ...others.flat()];
  const unseen = await unseenRoutes(places.map(({ path }) => path));
  expect(unseen, 'Add a line to a list above for each page whose address has an id.').toEqual([]);
});

test('what comes late moves nothing on a phone [P8 P11]', async ({ people, isMobile }) => {
  test.skip(!isMobile, 'A wide page has room for it.');
  const pageOf = async (member: Member) => {
    const page = await people.open(member, '/about');
    await watchShifts(page);
    return page;
  };
  const members = await pageOf(await people.join('Molly Member', 'both'));
  const staffs = await pageOf(await people.joinStaff('Stella Staff'));
  for (const [page, path, late, text] of [
    [members, '/security', '**/auth/v1/security', 'Last changed'],
    [members, '/notifications', '**/rest/v1/notification_settings', 'New jobs that fit me'],
    [staffs, '/admin/content', '**/rest/v1/rpc/count_reports', /reports? and/],
  ] as const) {
    const { release } = await hold(page, late);
    await page.goto(path);
    await expect(
      page.getByRole('status', { name: /^Loading: (notifications|Reports)/ }),
    ).toHaveCount(0);
    await page.waitForTimeout(1_000);
    const before = await shiftsOf(page);
    release();
    await expect(page.getByRole('main')).toContainText(text);
    await page.waitForTimeout(500);
    const moved = (await shiftsOf(page)) - before;
    expect.soft(moved, `${path} moves when ${late} comes`).toBeLessThanOrEqual(STILL);
  }

  // On the second visit, the day stored on the device is shown until the server answers.
  await members.goto('/my-day');
  await expect(members.getByText(/^Saved at [^.]+\.$/)).toBeVisible();
  const { release } = await hold(members, '**/rest/v1/rpc/my_agenda');
  await members.goto('/my-day');
  await expect(members.getByText('Updating...')).toBeVisible();
  const before = await shiftsOf(members);
  release();
  await expect(members.getByText(/^Saved at [^.]+\.$/)).toBeVisible();
  const moved = (await shiftsOf(members)) - before;
  expect(moved, 'My Day moves when the server answers').toBeLessThanOrEqual(STILL);
});

test('a job’s title has room beside its picture and its panel, with text at 200 % too [J4 P10]', async ({
  people,
  isMobile,
}) => {
  test.skip(isMobile, 'Phones stack all of them.');
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const reader = await people.join('Sam Sitter', 'pet_sitter');
  for (const viewer of [reader, null]) {
    const page = await people.open(viewer, `/jobs/${job.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    for (const width of [1024, 1280]) {
      expect.soft(await overhang(page, width), `${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await page.evaluate<string[]>(BROKEN_WORDS), `${width} px`).toEqual([]);
    }
  }
});

test('dialogs, menus and toasts are accessible [P7 P9 I2 F1]', async ({ people, isMobile }) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/post-job');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByLabel('Title').fill('x'.repeat(101));
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(
    page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'),
  ).toBeVisible();
  await expectNoBarriers(page, 'refused form');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Need more codes?')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invite a neighbor' })).toBeFocused();
  await expectNoBarriers(page, 'invite');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Help & Feedback' }).click();
  await expect(page.getByRole('dialog').getByLabel('Message')).toBeVisible();
  await expectNoBarriers(page, 'help');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const menu = isMobile ? 'Open menu' : `Menu of ${member.name}`;
  await page.getByRole('button', { name: menu, exact: true }).click();
  await expect(page.getByText('Profile Settings')).toBeVisible();
  await expectNoBarriers(page, 'menu');
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type Browser,
  chromium,
  type Page,
  request,
} from '@playwright/test';
import { chromiumArgs, findChromium } from '../scripts/find-chromium.ts';
import { DEMO_DOMAIN } from '../server/src/seed/demo/plan-members.ts';
import { DEMO_PASSWORD } from '../server/src/seed/demo/seed-demo.ts';

/** Whose pages are shown, signed in through `api`; null for a visitor. */
type Viewer = { set: string; api: APIRequestContext | null; paths: string[] };

type Session = { session: { user: { id: string } } };

const WIDTHS = [390, 768, 1280];
const HEIGHTS: Record<number, number> = { 390: 844, 768: 1024, 1280: 800 };
const THEMES = ['light', 'dark'] as const;
const LONG = 'Donaudampfschifffahrtsgesellschaft';

const PUBLIC = [
  '/',
  '/join',
  '/join?tab=signin',
  '/about',
  '/faq',
  '/terms',
  '/guidelines',
  '/privacy',
  '/contact',
];
const MEMBER = [
  '/dashboard',
  '/jobs',
  '/my-jobs?as=owner',
  '/my-jobs?as=sitter',
  '/pet-owners',
  '/pet-sitters',
  '/chat',
  '/post-job',
  '/edit-profile',
  '/invited',
  '/my-requests',
  '/notifications',
  '/notifications/settings',
  '/security',
  '/security/views',
  '/my-day',
];
const STAFF = [
  '/admin',
  '/admin/feedback',
  '/admin/invitations',
  '/admin/users',
  '/admin/analytics',
  '/admin/content',
  '/admin/content?tab=appeals',
  '/admin/content?tab=jobs',
  '/admin/content?tab=profiles',
  '/admin/content?tab=reviews',
  '/admin/activity',
  '/admin/system',
  '/admin/database',
  '/admin/settings',
];

/**
 * Takes a picture of every screen of the demo that runs at `origin`: as a visitor, a new member with
 * nothing, members with much, a member with long names, and staff; at three widths, light and dark.
 * Writes them to `dir` with an index.html that shows them side by side.
 */
export async function takeScreens(origin: string, dir: string): Promise<number> {
  const viewers = await findViewers(origin);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArgs,
  });
  const taken: string[] = [];
  try {
    for (const viewer of viewers) {
      for (const colorScheme of THEMES) {
        taken.push(...(await takeOf(browser, viewer, { origin, dir, colorScheme })));
      }
    }
  } finally {
    await browser.close();
    for (const { api } of viewers) await api?.dispose();
  }
  writeFileSync(join(dir, 'index.html'), indexOf(taken));
  return taken.length;
}

async function findViewers(origin: string): Promise<Viewer[]> {
  const owner = await signIn(origin, 'owner');
  const sitter = await signIn(origin, 'sitter');
  const both = await signIn(origin, 'sitter');
  const staff = await signIn(origin, 'superadmin');
  const empty = await joinBy(origin, both, 'Nora New');
  const long = await joinBy(origin, empty, `${LONG} ${LONG}-Featherstonehaugh`);
  await giveLongTexts(long);
  return [
    { set: 'visitor', api: null, paths: [...PUBLIC, '/jobs', '/pet-sitters', '/nowhere'] },
    { set: 'empty', api: empty, paths: [...MEMBER, '/pet-onboarding', '/pet-sitter-onboarding'] },
    { set: 'owner', api: owner, paths: [...MEMBER, ...(await placesOf(owner))] },
    { set: 'sitter', api: sitter, paths: [...MEMBER, ...(await placesOf(sitter))] },
    { set: 'long', api: long, paths: [...MEMBER, ...(await placesOf(long))] },
    { set: 'staff', api: staff, paths: [...STAFF, ...(await cases(staff, owner))] },
  ];
}

async function signIn(origin: string, name: string): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: origin });
  const email = `${name}@${DEMO_DOMAIN}`;
  const data = { grant_type: 'password', email, password: DEMO_PASSWORD };
  await answerOf(api.post('/auth/v1/token', { data }));
  return api;
}

async function idOf(api: APIRequestContext): Promise<string> {
  const { session } = await answerOf<Session>(api.get('/auth/v1/session'));
  return session.user.id;
}

/** A member as staff see them, and the first report of the queue. */
async function cases(staff: APIRequestContext, member: APIRequestContext): Promise<string[]> {
  type Reports = { items: { id: string }[] };
  const { items } = await answerOf<Reports>(staff.get('/rest/v1/reports?state=open'));
  const [first] = items;
  return [
    `/admin/users/${await idOf(member)}`,
    ...(first ? [`/admin/content/reports/${first.id}`] : []),
  ];
}

/** A new member, let in by this one. */
async function joinBy(
  origin: string,
  friend: APIRequestContext,
  full_name: string,
): Promise<APIRequestContext> {
  const invite_code = await answerOf<string>(friend.post('/rest/v1/rpc/generate_invite_code'));
  const api = await request.newContext({ baseURL: origin });
  const data = {
    email: `${Date.now()}@${DEMO_DOMAIN}`,
    password: DEMO_PASSWORD,
    invite_code,
    data: { full_name, role: 'both' },
    accepts_terms: true,
    is_adult: true,
  };
  await answerOf(api.post('/auth/v1/signup', { data }));
  return api;
}

/** Gives a member a pet, a job and a bio of words that are too long for a line. */
async function giveLongTexts(api: APIRequestContext): Promise<void> {
  const in_hours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  await answerOf(
    api.patch(`/rest/v1/users/${await idOf(api)}`, { data: { bio: `I ${'love'.repeat(60)}.` } }),
  );
  const data = {
    title: `${LONG}skatze and her seven friends from the village at the other end`,
    description: `Feed them. ${LONG.repeat(4)} ${'Then feed them again. '.repeat(30)}`,
    location: 'Old Town, Maine',
    address: `12 ${LONG} Lane`,
    job_type: 'pet_sitting',
    start_date: in_hours(20),
    end_date: in_hours(90),
    time_zone: 'America/New_York',
    total_amount: 9_999.5,
    pet_details: { name: `${LONG}i`, breed: `${LONG} Shepherd`, size: 'large' },
  };
  await answerOf(api.post('/rest/v1/jobs', { data }));
}

/** The pages of what belongs to this member: jobs, one just posted, threads, a profile. */
async function placesOf(api: APIRequestContext): Promise<string[]> {
  type Thread = { id: string; job: { id: string } | null; partner: { id: string } };
  type Threads = { items: Thread[] };
  type Jobs = { items: { job: { id: string; status: string; is_mine: boolean } }[] };
  const { items: threads } = await answerOf<Threads>(api.get('/rest/v1/threads'));
  const lists = ['owner', 'sitter'].map((as) =>
    answerOf<Jobs>(api.get(`/rest/v1/rpc/my_jobs?as=${as}`)),
  );
  const jobs = (await Promise.all(lists)).flatMap(({ items }) => items.slice(0, 2));
  const posted = jobs.find(({ job }) => job.status === 'open' && job.is_mine)?.job.id;
  const partner = threads.find(({ job }) => !job)?.partner.id;
  const thread = threads.find(({ job }) => job);
  return [
    `/profile/${await idOf(api)}`,
    ...jobs.map(({ job }) => `/jobs/${job.id}`),
    ...(posted ? [`/job-posted-success/${posted}`] : []),
    ...(partner ? [`/chat/${partner}`, `/profile/${partner}`] : []),
    ...(thread ? [`/chat/job/${thread.job?.id}/${thread.id}`] : []),
    ...(thread ? [`/dashboard?chat=${thread.job?.id}`] : []),
  ];
}

async function answerOf<Body>(asked: ReturnType<APIRequestContext['get']>): Promise<Body> {
  const answer = await asked;
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

type Look = { origin: string; dir: string; colorScheme: (typeof THEMES)[number] };

/** Takes the pictures of one viewer in one theme, and gives their paths below `dir`. */
async function takeOf(
  browser: Browser,
  { set, api, paths }: Viewer,
  look: Look,
): Promise<string[]> {
  const { origin, dir, colorScheme } = look;
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...(api ? { storageState: await api.storageState() } : {}),
  });
  const page = await context.newPage();
  const taken: string[] = [];
  mkdirSync(join(dir, set), { recursive: true });
  for (const path of paths) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 800 });
      await settle(page);
      const name = path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'landing';
      const file = join(set, `${name}.${width}.${colorScheme}.jpg`);
      await page.screenshot({ path: join(dir, file), type: 'jpeg', quality: 70 });
      taken.push(file);
    }
  }
  await context.close();
  return taken;
}

/** Waits until nothing on the page says that it is loading, and pictures in sight have come. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page
    .waitForFunction(
      `!document.querySelector('main [role="status"][aria-label^="Loading"], main [aria-busy="true"]') &&
       [...document.images].every((image) => image.complete || image.loading === 'lazy')`,
      undefined,
      { timeout: 8_000 },
    )
    .catch(() => console.error(`${page.url()} goes on loading`));
  await page.waitForTimeout(250);
}

/** A page with all pictures, those of one screen in a row. */
function indexOf(files: string[]): string {
  const rows = Map.groupBy(files, (file) => file.split('.')[0] ?? file);
  const html = [...rows].map(
    ([name, pictures]) =>
      `<h2>${name}</h2><p>${pictures.map((file) => `<a href="${file}"><img loading="lazy" src="${file}"></a>`).join('')}</p>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>img{height:420px;margin:4px;border:1px solid #888}</style>${html.join('\n')}`;
}

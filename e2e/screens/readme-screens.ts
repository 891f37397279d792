import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import { openScreen } from './screens.ts';
import { answerOf, type Demo, type Person, signIn, signInStaff } from './screens-people.ts';

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };

type Shot = {
  name: string;
  path: string;
  person: Person | null;
  look: typeof DESKTOP | typeof PHONE;
  isDark?: boolean;
};

/** Takes the screenshots of README on a running demo, and writes them to `dir` as WebP files. */
export async function takeReadmeScreens(demo: Demo, dir: string): Promise<void> {
  const owner = await signIn(demo, 'owner');
  const sitter = await signIn(demo, 'sitter');
  const staff = await signInStaff(demo);
  const job = await jobToClaim(sitter);
  const shots: Shot[] = [
    { name: 'landing', path: '/', person: null, look: DESKTOP },
    { name: 'jobs', path: '/jobs', person: sitter, look: DESKTOP },
    { name: 'job', path: job, person: sitter, look: DESKTOP },
    { name: 'admin-feedback', path: '/admin/feedback', person: staff, look: DESKTOP },
    { name: 'directory', path: '/pet-sitters', person: owner, look: DESKTOP },
    {
      name: 'availability-phone',
      path: '/edit-profile#availability',
      person: sitter,
      look: PHONE,
    },
    { name: 'job-phone', path: job, person: sitter, look: PHONE },
    {
      name: 'dashboard-phone-dark',
      path: '/dashboard',
      person: owner,
      look: PHONE,
      isDark: true,
    },
  ];
  const executablePath = await findChromium();
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    for (const shot of shots) {
      const picture = await take(browser, demo, shot);
      writeFileSync(join(dir, `${shot.name}.webp`), picture);
      console.log(`${shot.name}: ${Math.round(picture.length / 1024)} kB`);
    }
  } finally {
    await browser.close();
    for (const { api } of [owner, sitter, staff]) await api.dispose();
  }
}

async function jobToClaim({ api }: Person): Promise<string> {
  type Jobs = { items: { id: string; is_mine: boolean; has_requirements?: true }[] };
  const { items } = await answerOf<Jobs>(api.get('/rest/v1/jobs?limit=50'));
  const free = items.find(({ is_mine, has_requirements }) => !is_mine && !has_requirements);
  return `/jobs/${free?.id}`;
}

async function take(
  browser: Browser,
  demo: Demo,
  { path, person, look, isDark = false }: Shot,
): Promise<Buffer> {
  const page = await browser.newPage({
    baseURL: demo.origin,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    colorScheme: isDark ? 'dark' : 'light',
    ...(person ? { storageState: await person.api.storageState() } : {}),
    ...look,
  });
  await openScreen(page, { path });
  const picture = await page.screenshot();
  await page.close();
  return sharp(picture).webp({ quality: 80 }).toBuffer();
}

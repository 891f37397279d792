import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../scripts/find-chromium.ts';
import { unseenRoutes } from '../support/unseen-routes.ts';
import type { Screen, Viewer } from './screen.ts';
import { makeSheets, type Picture } from './screen-sheets.ts';
import type { Demo } from './screens-people.ts';
import { planScreens } from './screens-plan.ts';

const THEMES = ['light', 'dark'] as const;
/** Width and height of the window, and how much of a long page is captured. */
const LOOKS = [
  { width: 390, height: 844, most: 4200 },
  { width: 768, height: 1024, most: 1400 },
  { width: 1280, height: 800, most: 1400 },
  // Last, because the page keeps the large text size.
  { width: 390, height: 844, most: 4200, isLarge: true },
];

type Given = { demo: Demo; dir: string; only: string[] };

/**
 * Takes a picture of every screen of a running demo: as a visitor, a new member, members with
 * much data, a member with long names, and staff, and while calls fail or take long; at three
 * widths, light and dark, and on a phone with text at 200 %. Writes them to `dir` with an
 * index.html and contact sheets. `only` lists the sets to take, or single screens such as
 * `full/dashboard`; an empty one takes all.
 */
export async function takeScreens({ demo, dir, only }: Given): Promise<number> {
  const viewers = await planScreens(demo);
  const planned = viewers.flatMap(({ screens }) => screens.map(({ path }) => path));
  for (const route of await unseenRoutes(planned)) console.error(`No screen shows ${route}`);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArgs,
  });
  const taken: Picture[] = [];
  try {
    for (const viewer of viewers.map((each) => chosenOf(each, only))) {
      if (viewer.screens.length === 0) continue;
      rmSync(join(dir, viewer.set), { recursive: true, force: true });
      mkdirSync(join(dir, viewer.set), { recursive: true });
      const pictures = await takeOf(browser, viewer, { demo, dir });
      await makeSheets(browser, pictures, { dir, set: viewer.set });
      taken.push(...pictures);
      console.log(`${viewer.set}: ${pictures.length} pictures`);
    }
  } finally {
    await browser.close();
    for (const { person } of viewers) await person?.api.dispose();
  }
  writeFileSync(join(dir, 'index.html'), indexOf(taken));
  return taken.length;
}

/** The viewer with the screens to take: all of a listed set, or the listed ones. */
function chosenOf(viewer: Viewer, only: string[]): Viewer {
  if (only.length === 0 || only.includes(viewer.set)) return viewer;
  const isListed = (screen: Screen) => only.includes(`${viewer.set}/${nameOf(screen)}`);
  return { ...viewer, screens: viewer.screens.filter(isListed) };
}

/** Takes one viewer's pictures. */
async function takeOf(
  browser: Browser,
  { set, person, screens, serviceWorkers }: Viewer,
  { demo, dir }: Pick<Given, 'demo' | 'dir'>,
): Promise<Picture[]> {
  const context = await browser.newContext({
    baseURL: demo.origin,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...(person ? { storageState: await person.api.storageState() } : {}),
    ...(serviceWorkers ? { serviceWorkers } : {}),
  });
  const taken: Picture[] = [];
  const names = new Set<string>();
  for (const screen of screens) {
    const name = nameOf(screen);
    if (names.has(name)) continue;
    names.add(name);
    const page = await context.newPage();
    for (const look of LOOKS) {
      try {
        const isOpen = look !== LOOKS[0] && (!screen.open || screen.once);
        await page.setViewportSize(look);
        if (!isOpen) await openScreen(page, screen);
        if (look.isLarge) await page.addStyleTag({ content: 'html { font-size: 200% }' });
        for (const theme of look.isLarge ? (['light'] as const) : THEMES) {
          await page.emulateMedia({ colorScheme: theme });
          if (!screen.isLoading) await settle(page);
          const size = look.isLarge ? '390-large' : look.width;
          const file = join(set, `${name}.${size}.${theme}.jpg`);
          const height = await takePicture(page, { path: join(dir, file), ...look });
          const large = look.isLarge ? ', large text' : '';
          taken.push({ file, screen: `${set} ${name}${large}`, width: look.width, height, theme });
        }
        await noteOverhang(
          page,
          `${set} ${name} at ${look.width}${look.isLarge ? ', large text' : ''}`,
        );
      } catch (error) {
        console.error(
          `${set} ${name} at ${look.width}: ${(error as Error).message.split('\n')[0]}`,
        );
      }
    }
    await page.close();
  }
  await context.close();
  return taken;
}

const nameOf = ({ path, name }: Screen): string =>
  (name ?? path)
    // Ids and tokens differ from run to run.
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => id.slice(0, 8))
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-|-$/g, '') || 'landing';

export async function openScreen(page: Page, { path, open }: Screen): Promise<void> {
  page.setDefaultTimeout(8_000);
  await page.goto(path);
  await settle(page);
  // Loads lazy images, because the picture goes further down than anyone has scrolled.
  await page.evaluate(
    `document.querySelectorAll('img[loading=lazy]').forEach((image) => { image.loading = 'eager'; image.decoding = 'sync'; })`,
  );
  if (!open) return;
  await open(page);
  // The pressed element would keep its hover style.
  await page.mouse.move(0, 0);
}

/**
 * The height of a page to capture; only the window while a dialog is open. A closed menu is off
 * the page.
 */
const SHOWN_HEIGHT = `[...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')]
  .some((part) => part.checkVisibility() && part.getBoundingClientRect().left < innerWidth)
    ? 0
    : document.documentElement.scrollHeight`;

/**
 * Captures the whole page, or only the window for dialogs and fixed elements. If the page is
 * scrolled further down than a picture reaches, captures the visible part.
 */
async function takePicture(
  page: Page,
  { path, width, height, most }: { path: string; width: number; height: number; most: number },
): Promise<number> {
  const shown = await page.evaluate<number>(SHOWN_HEIGHT);
  const isFarDown = await page.evaluate<boolean>(`scrollY > ${most - height}`);
  const tall = isFarDown ? height : Math.min(Math.max(shown, height), most);
  // In a full picture, fixed elements would appear at the scroll position.
  if (tall > height) await page.evaluate('scrollTo(0, 0)');
  const clip = { x: 0, y: 0, width, height: tall };
  const type = 'jpeg' as const;
  await page.screenshot({ path, type, quality: 70, fullPage: tall > height, clip });
  return tall;
}

/** The height of the page's content, or null while it is loading. */
const CONTENT = `(() => {
  const isComing = [...document.querySelectorAll('.animate-breathe, .animate-spin, [aria-busy=true]')]
    .some((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) ||
    !document.querySelector('h1, [role=dialog]') ||
    [...document.images].some((image) => !image.complete && image.loading !== 'lazy');
  return document.readyState === 'complete' && !isComing ? document.body.innerHTML.length : null;
})()`;

/**
 * Waits until a page has loaded: no skeleton or spinner is left, and nothing changes for a
 * moment. Polled from outside, because the page's CSP forbids eval.
 */
async function settle(page: Page): Promise<void> {
  let last: number | null = null;
  let still = 0;
  for (const end = Date.now() + 10_000; still < 3; ) {
    const content: number | null = await page.evaluate<number | null>(CONTENT).catch(() => null);
    still = content !== null && content === last ? still + 1 : 0;
    last = content;
    if (Date.now() > end) {
      console.error(`${page.url()} goes on loading`);
      return;
    }
    await page.waitForTimeout(80);
  }
}

/** Reports pages with horizontal overflow. */
async function noteOverhang(page: Page, where: string): Promise<void> {
  const script = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  const overhang = await page.evaluate<number>(script);
  if (overhang > 0) console.error(`${where}: ${overhang} px too wide`);
}

/** A page with all pictures, one row per screen. */
function indexOf(pictures: Picture[]): string {
  const rows = Map.groupBy(pictures, ({ screen }) => screen);
  const html = [...rows].map(
    ([name, shown]) =>
      `<h2>${name}</h2><p>${shown.map(({ file }) => `<a href="${file}"><img loading="lazy" src="${file}"></a>`).join('')}</p>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>img{height:420px;margin:4px;border:1px solid #888}</style>${html.join('\n')}`;
}

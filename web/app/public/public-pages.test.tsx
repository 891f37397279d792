import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS_VERSION } from '@kindpal/contract/account/schema';
import { GUIDELINES_VERSION } from '@kindpal/contract/guideline/contract';
import { publicJobSchema } from '@kindpal/contract/job/schema';
import { publicProfileSchema, sitterCardSchema } from '@kindpal/contract/member/schema';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { Guidelines } from '~/guideline/guidelines.tsx';
import { ErrorPage } from '~/shell/error-page.tsx';
import { Footer } from '~/shell/footer.tsx';
import { NotFound } from '~/shell/not-found.tsx';
import { TopBar } from '~/shell/top-bar.tsx';
import { ThemeSwitch } from '~/theme/theme-switch.tsx';
import { About } from './about.tsx';
import { Contact } from './contact.tsx';
import { Faq } from './faq.tsx';
import { faqItems } from './faq-items.tsx';
import { Landing } from './landing.tsx';
import { Privacy } from './privacy.tsx';
import { Terms } from './terms.tsx';

const signedOut = {
  status: 'signed-out',
  user: null,
  isOwnChoice: false,
  hasEnded: false,
} as const;
const session = vi.hoisted(() => ({ status: 'signed-out' }));
vi.mock('~/account/session/use-session.ts', () => ({ useSession: () => session }));
afterEach(() => {
  session.status = 'signed-out';
});

function render(page: ReactNode): string {
  const html = renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>);
  return html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
}

/** Every link of a page as [text, address]. */
function linksOf(html: string): [string, string][] {
  const links = [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/g)];
  return links.map(([, attributes = '', inside = '']) => [
    /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inside.replace(/<[^>]*>/g, '').trim(),
    /href="([^"]*)"/.exec(attributes)?.[1] ?? 'nowhere',
  ]);
}

it('a visitor finds About and FAQ in the header of the landing page [P3] [P7]', () => {
  expect(linksOf(render(<TopBar session={signedOut} />))).toEqual(
    expect.arrayContaining([
      ['Kindpal, home', '/'],
      ['Find Jobs', '/jobs'],
      ['About', '/about'],
      ['FAQ', '/faq'],
      ['Sign In', '/join?tab=signin'],
    ]),
  );
});

it('a visitor is led to join, with or without thinking of the invite code [P3]', () => {
  const html = render(<Landing />);
  const links = linksOf(html);
  expect(links).toContainEqual(['Join Now', '/join']);
  expect(links).toContainEqual(['I Have an Invite Code', '/join']);
  expect(links.filter(([label]) => label === 'Join Now')).toHaveLength(2);
});

it('a member would see Post a Job and Dashboard in their place [P3]', () => {
  session.status = 'signed-in';
  const links = linksOf(render(<Landing />));
  expect(links).toContainEqual(['Post a Job', '/post-job']);
  expect(links).toContainEqual(['Dashboard', '/dashboard']);
  expect(links.map(([label]) => label)).not.toContain('Join Now');
});

it('the landing page shows three benefits and how it works for owners and for sitters [P3]', () => {
  const html = render(<Landing />);
  const benefits = /aria-label="Why Kindpal".*?<\/section>/.exec(html)?.[0] ?? '';
  expect(benefits.match(/<li/g)).toHaveLength(3);
  expect(html).toContain('How It Works');
  expect(html).toContain('For pet owners');
  expect(html).toContain('For sitters and walkers');
});

it('a visitor who knows no member leaves their name at /#waitlist [P4]', () => {
  const html = render(<Landing />);
  expect(html).toMatch(/<section id="waitlist"/);
  for (const name of ['full_name', 'email', 'note']) expect(html).toContain(`name="${name}"`);
});

it('About has mission, story, why invite-only and values, and links to continue [P4]', () => {
  const html = render(<About />);
  for (const part of ['Our mission', 'How it began', 'Why invite-only', 'What we stand for']) {
    expect(html).toContain(part);
  }
  expect(linksOf(html)).toEqual(
    expect.arrayContaining([
      ['Join Kindpal', '/join'],
      ['join the waitlist', '/#waitlist'],
    ]),
  );
});

it('the FAQ answers twelve questions, one open at a time [P5]', () => {
  expect(faqItems.map(({ id }) => id)).toEqual([
    'what-is-it',
    'how-to-join',
    'invite-code',
    'safety',
    'background-checks',
    'insurance',
    'services',
    'emergencies',
    'special-needs',
    'cost',
    'support',
    'cancellation',
  ]);
  const html = render(<Faq />);
  const groups = [...html.matchAll(/<details[^>]* name="([^"]*)"/g)].map(([, name]) => name);
  expect(groups).toHaveLength(12);
  expect(new Set(groups).size).toBe(1);
});

it('the FAQ says plainly that there are no formal background checks, and how soon support answers [P5]', () => {
  const html = render(<Faq />);
  expect(html).toContain('There are no formal background checks.');
  expect(html).toContain('within about 24 hours');
});

it('a visitor who is still unsure contacts support from the FAQ or joins [P5]', () => {
  const html = render(<Faq />);
  expect(html).toMatch(/<button[^>]*>.*?Contact Support/);
  expect(linksOf(html)).toContainEqual(['Join Kindpal', '/join']);
});

it('the footer links only to real pages [P6]', () => {
  expect(linksOf(render(<Footer isMember={false} />))).toEqual([
    ['Home', '/'],
    ['About', '/about'],
    ['FAQ', '/faq'],
    ['Terms', '/terms'],
    ['Guidelines', '/guidelines'],
    ['Privacy', '/privacy'],
    ['Become a Kindpal', '/join'],
    ['Contact', '/contact'],
  ]);
});

it('the footer has a field for the newsletter [P6]', () => {
  const html = render(<Footer isMember={false} />);
  expect(html).toMatch(/<form[^>]* aria-label="Newsletter"/);
  expect(html).toMatch(/<input type="email"[^>]* name="email"/);
  expect(html).toMatch(/<button[^>]* type="submit"/);
});

it('everybody can choose light, dark or the setting of their device [P8]', () => {
  const html = render(<ThemeSwitch />);
  const labels = [...html.matchAll(/title="([^"]*)"/g)].map(([, label]) => label);
  expect(labels).toEqual(['Light', 'Dark', 'Same as my device']);
});

it('an unknown address shows a page with a link home [P2]', () => {
  const html = render(<NotFound />);
  expect(html).toContain('Oops! Page not found');
  expect(linksOf(html)).toContainEqual(['Go home', '/']);
});

it('an uncaught error has its own page [P2]', () => {
  expect(render(<ErrorPage error={new Error('lost')} />)).toContain(
    'Unexpected Application Error!',
  );
});

it.each([
  ['Landing', <Landing key="page" />],
  ['About', <About key="page" />],
  ['FAQ', <Faq key="page" />],
  ['Terms', <Terms key="page" />],
  ['Guidelines', <Guidelines key="page" />],
  ['Privacy', <Privacy key="page" />],
  ['Contact', <Contact key="page" />],
])('%s has one main heading, no inert link, and nothing marked as coming soon [P6]', (_, page) => {
  const html = render(page);
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(linksOf(html).filter(([, to]) => to === 'nowhere' || to === '#')).toEqual([]);
  expect(html).not.toMatch(/coming soon/i);
});

/** The text of a page, as one line. */
const textOf = (page: ReactNode) =>
  render(page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

it('terms that members accepted keep their text: a change of it needs a new version [U1]', () => {
  const digest = digestOf(textOf(<Terms />));
  // If the digest differs: set TERMS_VERSION to today, then write both here.
  expect({ version: TERMS_VERSION, digest }).toEqual({
    version: '2026-11-25',
    digest: '6bafa0da767d28c7',
  });
});

it('guidelines that members agreed to keep their text: a change of it needs a new version [U1]', () => {
  const digest = digestOf(textOf(<Guidelines />));
  // If the digest differs: set GUIDELINES_VERSION to today, then write both here.
  expect({ version: GUIDELINES_VERSION, digest }).toEqual({
    version: '2026-11-26',
    digest: 'c6e436ce5c2e60eb',
  });
});

it('the privacy page lists each cookie that the server or a page sets, and no other [P6]', () => {
  const root = join(import.meta.dirname, '../../..');
  const setters = globSync(['server/src/**/*.ts', 'web/app/**/*.{ts,tsx}'], { cwd: root })
    .filter((file) => !/\.test\.|\/testing\/|\/set-cookie\.ts$/.test(file))
    .filter((file) =>
      /\bsetCookie\(|'set-cookie',|document\.cookie = /.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
  const told: Record<string, string[]> = {
    'server/src/account/client.ts': ['One keeps you signed in', 'one remembers that you are'],
    'server/src/account/session/known-device.ts': ['one marks a browser where you have signed in'],
    'server/src/account/sign-up/newcomers-browser.ts': [
      'one marks the browser where you joined or signed in',
    ],
    'server/src/account/asker.ts': ['the browser that asked for a code by email'],
    'server/src/factor/trusted-device.ts': ['one spares you the second factor in that browser'],
    'web/app/account/session/session-hint.ts': ['one remembers that you are'],
    'web/app/staff/frame/use-sidebar.ts': ['whether their sidebar is open'],
  };
  expect(setters.sort()).toEqual(Object.keys(told).sort());
  const text = textOf(<Privacy />);
  for (const words of Object.values(told).flat()) expect(text).toContain(words);
});

it('the privacy page was reviewed after the latest change of what others see of a member or a job [P6]', () => {
  const shown = [publicProfileSchema, sitterCardSchema, publicJobSchema];
  const fields = shown.map(({ shape }) => Object.keys(shape).sort().join());
  // If the digest differs: compare the page with the policies and the matrix, then write it here.
  expect(digestOf(fields.join('; '))).toBe('d23e888ebc0f1618');
});

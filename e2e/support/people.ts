import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  type PlaywrightWorkerArgs,
} from '@playwright/test';
import type { Community } from './community.ts';
import { openForStaff } from './database.ts';

export type Role = 'pet_owner' | 'pet_sitter' | 'both';

/** A member who joined through the API, so that a journey clicks only what it is about. */
export type Member = {
  id: string;
  name: string;
  email: string;
  password: string;
  community: Community;
  api: APIRequestContext;
};

export const PASSWORD = 'Walkies-4-all';
let counter = 0;

/** An address that nobody else in this run has. */
export function freshEmail(): string {
  counter += 1;
  return `neighbor-${process.pid}-${Date.now()}-${counter}@example.org`;
}

/**
 * Passes on the one unused code of this community. Every member has one code, so the members of
 * all journeys form a chain, and each join holds a lock until it has succeeded or failed.
 */
function withNextCode<T>(
  community: Community,
  comeIn: (code: string) => Promise<{ result: T; nextCode: string }>,
): Promise<T> {
  const chain = join(community.dataDir, 'journeys.code');
  return whileLocked(community, async () => {
    const code = existsSync(chain)
      ? readFileSync(chain, 'utf8')
      : new URL(community.founderLink).hash.replace('#code=', '');
    const { result, nextCode } = await comeIn(code);
    writeFileSync(chain, nextCode);
    return result;
  });
}

/** Runs what concerns all journeys, in one journey at a time. */
async function whileLocked<T>({ dataDir }: Community, work: () => Promise<T>): Promise<T> {
  const lock = join(dataDir, 'journeys.lock');
  while (!tryLock(lock)) await pause(25);
  try {
    return await work();
  } finally {
    rmdirSync(lock);
  }
}

function tryLock(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    // Any other error means that the community itself is gone.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

type Credentials = Pick<Member, 'email' | 'password'>;
type Newcomer = { name: string; role: Role; code: string };

/** Creates the people of one journey and their browsers. */
export class People {
  readonly #browser: Browser;
  readonly #playwright: PlaywrightWorkerArgs['playwright'];
  readonly #community: Community;
  readonly #contexts: BrowserContext[] = [];
  readonly #apis: APIRequestContext[] = [];
  readonly crashes: string[] = [];

  constructor(given: {
    browser: Browser;
    playwright: PlaywrightWorkerArgs['playwright'];
    community: Community;
  }) {
    this.#browser = given.browser;
    this.#playwright = given.playwright;
    this.#community = given.community;
  }

  /** A new member of the shared community. */
  join(name: string, role: Role): Promise<Member> {
    return withNextCode(this.#community, async (code) => {
      const result = await this.signUp(this.#community, { name, role, code });
      return { result, nextCode: await generateCode(result) };
    });
  }

  /**
   * A new super admin of the shared community. The first one uses the setup token and appoints
   * all later ones, so no journey except its own may change how the first signs in.
   */
  async joinStaff(name: string): Promise<Member> {
    const member = await this.join(name, 'pet_owner');
    const first = join(this.#community.dataDir, 'journeys.staff');
    await whileLocked(this.#community, async () => {
      if (existsSync(first)) {
        const { email, password } = JSON.parse(readFileSync(first, 'utf8')) as Credentials;
        const api = await this.#newApi(this.#community);
        const signedIn = await api.post('/auth/v1/token', {
          data: { grant_type: 'password', email, password },
        });
        expect(signedIn.ok(), await signedIn.text()).toBe(true);
        const { user } = await signedIn.json();
        await openForStaff(this.#community, user.id);
        return makeSuperAdmin(api, { user_id: member.id });
      }
      const { setupToken } = this.#community;
      await makeSuperAdmin(member.api, { user_id: member.id, setup_token: setupToken });
      const { email, password } = member;
      writeFileSync(first, JSON.stringify({ email, password }));
    });
    await openForStaff(this.#community, member.id);
    return member;
  }

  /** Somebody joins by hand: `comeIn` uses the code and ends on a page where they are signed in. */
  letIn(comeIn: (code: string) => Promise<Page>): Promise<void> {
    return withNextCode(this.#community, async (code) => {
      const { request } = await comeIn(code);
      return { result: undefined, nextCode: await generateCode({ api: request }) };
    });
  }

  async signUp(community: Community, { name, role, code }: Newcomer): Promise<Member> {
    const api = await this.#newApi(community);
    const email = freshEmail();
    const answer = await api.post('/auth/v1/signup', {
      data: {
        email,
        password: PASSWORD,
        invite_code: code,
        data: { full_name: name, role },
        accepts_terms: true,
        is_adult: true,
      },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    const { user } = await answer.json();
    return { id: user.id, name, email, password: PASSWORD, community, api };
  }

  async #newApi({ origin }: Community): Promise<APIRequestContext> {
    const api = await this.#playwright.request.newContext({ baseURL: origin });
    this.#apis.push(api);
    return api;
  }

  /** A new browser for a member, or for a visitor, at this path. */
  async open(who: Member | Community | null, path: string): Promise<Page> {
    const community = who === null ? this.#community : 'community' in who ? who.community : who;
    const context = await this.#browser.newContext({
      baseURL: community.origin,
      ...(who && 'api' in who ? { storageState: await who.api.storageState() } : {}),
    });
    this.#contexts.push(context);
    context.on('weberror', (error) => this.crashes.push(String(error.error())));
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  /** Another device of the member signed in on this page. */
  async openBeside(page: Page, path: string): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: new URL(page.url()).origin,
      storageState: await page.context().storageState(),
    });
    this.#contexts.push(context);
    context.on('weberror', (error) => this.crashes.push(String(error.error())));
    const beside = await context.newPage();
    await beside.goto(path);
    return beside;
  }

  async leave(): Promise<void> {
    for (const context of this.#contexts) await context.close();
    for (const api of this.#apis) await api.dispose();
  }
}

/** Signs a member in on the open sign-in page. */
export async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>) {
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByRole('textbox', { name: 'Password' }).fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

/** Ends the session of a browser without its page: the page has to notice. */
export async function endSessionElsewhere(page: Page): Promise<void> {
  const ended = await page.request.post('/auth/v1/logout', { data: {} });
  expect(ended.ok(), await ended.text()).toBe(true);
}

/** Signs out by the menu, whose button a phone has in another place. */
export async function signOut(page: Page, { name }: Pick<Member, 'name'>) {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const button = { name: isPhone ? 'Open menu' : `Menu of ${name}`, exact: true };
  await page.getByRole('button', button).click();
  await page.getByRole(isPhone ? 'button' : 'menuitem', { name: 'Sign Out' }).click();
}

/** Gives a sitter the area and bio required before a first claim. */
export async function introduce({ api, id }: Member): Promise<void> {
  const answer = await api.patch(`/rest/v1/users/${id}`, {
    data: { location: 'Old Town, Maine', bio: 'I have walked dogs of every size for ten years.' },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** The member's one code. */
async function generateCode({ api }: Pick<Member, 'api'>): Promise<string> {
  const answer = await api.post('/rest/v1/rpc/generate_invite_code', { data: {} });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

async function makeSuperAdmin(
  api: APIRequestContext,
  data: { user_id: string; setup_token?: string },
): Promise<void> {
  const answer = await api.post('/rest/v1/super_admins', { data });
  expect(answer.status(), await answer.text()).toBe(201);
}

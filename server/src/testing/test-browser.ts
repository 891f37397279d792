import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { signUpSchema } from '@kindpal/contract/account/sign-up';
import type { RouterClient } from '@orpc/server';
import type { z } from 'zod';
import type { RequestContext } from '../access/context.ts';
import { readCredential } from '../access/credential.ts';
import type { ApiRouter } from '../api-router.ts';
import { invites } from '../db/schema/invite.ts';
import { makeInviteCode } from '../invite/generate-invite.ts';
import { findMail, type KeptMail, listMails } from '../mail/dev-mail.ts';
import type { Services } from '../services.ts';
import { runDueTasks } from '../tasks/start-tasks.ts';
import { callApi } from './call-api.ts';

export const PASSWORD = 'Correct-Horse-1';

type Api = RouterClient<ApiRouter>;

/** Somebody with their own browser (or an API client, by `bearer`), keeping its cookies. */
export class TestBrowser {
  cookies = new Map<string, string>();
  /** The `Set-Cookie` headers of the last response. */
  received: string[] = [];
  bearer: string | undefined;
  ip = '203.0.113.7';
  userAgent = 'Test browser';
  /** Headers in addition to those that every browser sends. */
  headers: Record<string, string> = {};
  readonly services: Services;

  constructor(services: Services) {
    this.services = services;
  }

  /** Makes a call like this browser: credential from its headers, cookies stored. */
  async send<T>(make: (api: Api) => Promise<T>): Promise<T> {
    const request = new IncomingMessage(new Socket());
    Object.assign(request.headers, this.headers, { 'user-agent': this.userAgent });
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie) request.headers.cookie = cookie;
    if (this.bearer) request.headers.authorization = `Bearer ${this.bearer}`;
    const response = new ServerResponse(request);
    const { services, ip } = this;
    const credential = await readCredential(request, services);
    const context: RequestContext = {
      services,
      credential,
      ip,
      requestId: 'test',
      request,
      response,
    };
    try {
      return await make(callApi(context));
    } finally {
      this.keep([response.getHeader('set-cookie') ?? []].flat().map(String));
    }
  }

  private keep(received: string[]): void {
    this.received = received;
    for (const line of received) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

let networks = 0;

/** A browser in a network of its own. */
export function browserElsewhere(services: Services): TestBrowser {
  networks += 1;
  const ip = `198.51.${100 + Math.floor(networks / 250)}.${(networks % 250) + 1}`;
  return Object.assign(new TestBrowser(services), { ip });
}

/** A browser with a page of this site: it gets its session as cookies, not as tokens. */
export function openPage(services: Services): TestBrowser {
  const browser = new TestBrowser(services);
  browser.headers = { 'sec-fetch-site': 'same-origin' };
  return browser;
}

/** An invite that belongs to nobody. */
export async function mintInvite(
  { db }: Services,
  given: Partial<typeof invites.$inferInsert> = {},
): Promise<string> {
  const code = makeInviteCode();
  await db.drizzle.insert(invites).values({ code, ...given });
  return code;
}

/** A valid sign-up form. */
export function signUpForm(
  invite_code: string,
  given: Partial<z.input<typeof signUpSchema>> = {},
): z.input<typeof signUpSchema> {
  return {
    email: `${randomBytes(6).toString('hex')}@example.org`,
    password: PASSWORD,
    invite_code,
    data: { full_name: 'Robin Vale', role: 'both' },
    accepts_terms: true,
    is_adult: true,
    ...given,
  };
}

/** A member who joined normally, and their browser. */
export async function joinKindpal(
  services: Services,
  given: Partial<z.input<typeof signUpSchema>> = {},
): Promise<{ browser: TestBrowser; id: string; email: string }> {
  const browser = new TestBrowser(services);
  const form = signUpForm(await mintInvite(services), given);
  const { user } = await browser.send((api) => api.account.signUp(form));
  return { browser, id: user.id, email: user.email };
}

/** As if this member had opened the link of their first email. */
export async function confirmAddress({ db }: Services, email: string): Promise<void> {
  await db.pool.query('UPDATE auth."user" SET email_verified = true WHERE email = $1', [email]);
}

/** Runs everything queued, then returns the mails to an address, newest first. */
export async function readMailbox(services: Services, address: string): Promise<KeptMail[]> {
  // A task may queue a mail, which is another task.
  await runDueTasks(services);
  await runDueTasks(services);
  const mails = (await listMails(services.env)).filter((mail) => mail.to === address);
  return Promise.all(mails.map(async (mail) => (await findMail(services.env, mail.id)) ?? mail));
}

/** The value of this query parameter in a mailed link. */
export function linkParameter(mail: KeptMail | undefined, name: string): string {
  const [link = ''] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? [];
  return new URL(link).searchParams.get(name) ?? '';
}

import { generate } from 'otplib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ageRows } from '../../testing/age-rows.ts';
import { enrollApp } from '../../testing/enroll-app.ts';
import { makeGoTrueClient } from '../../testing/gotrue-client.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import {
  joinKindpal,
  linkParameter,
  mintInvite,
  openPage,
  PASSWORD,
  readMailbox,
  signUpForm,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';
import { startTestServer } from '../../testing/test-server.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
afterEach(() => {
  kindpal.services.env.smtpUrl = undefined;
});

const NEW_PASSWORD = 'Battery-Staple-2';

const openBrowser = () => openPage(kindpal.services);

const signIn = (email: string, password = PASSWORD, browser = openBrowser()) =>
  browser.send((api) => api.account.token({ grant_type: 'password', email, password }));

/** Signs in as an API client, which sends no header of a browser. */
async function signInAsClient(email: string) {
  const client = new TestBrowser(kindpal.services);
  const grant = { grant_type: 'password' as const, email, password: PASSWORD };
  const session = await client.send((api) => api.account.token({ ...grant, return_tokens: true }));
  return { client, access_token: session.access_token ?? undefined };
}

/** A newcomer who has set up everything that could outlive a new password. */
async function prepareAccount({ confirms }: { confirms: boolean }) {
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
  const { browser, email, id } = await joinKindpal(kindpal.services);
  browser.headers = openBrowser().headers;
  if (confirms) {
    const [mail] = await readMailbox(kindpal.services, email);
    const token_hash = linkParameter(mail, 'token');
    await browser.send((api) =>
      api.account.verify({ type: 'magiclink', token_hash, confirmed: true }),
    );
  }
  const { id: factor_id, totp } = await enrollApp(browser);
  const { id: challenge_id } = await browser.send((api) => api.factor.challenge({ factor_id }));
  const code = await generate({ secret: totp.secret });
  await browser.send((api) => api.factor.verify({ factor_id, challenge_id, code }));
  const key = new SoftwareAuthenticator(kindpal.services.env.appUrl);
  const asked = await browser.send((api) => api.passkey.startRegistration());
  const credential = key.create(asked.options);
  await browser.send((api) =>
    api.passkey.verifyRegistration({ challenge_id: asked.challenge_id, credential }),
  );
  await browser.send((api) => api.notification.startCalendarFeed());
  await browser.send((api) => api.deletion.request({ current_password: PASSWORD }));
  return { browser, email, id, key };
}

const listNewDeviceMails = async (email: string) =>
  (await readMailbox(kindpal.services, email)).filter(
    ({ subject }) => subject === 'New sign-in to your account',
  );

async function useKey(key: SoftwareAuthenticator): Promise<string> {
  const browser = openBrowser();
  const { challenge_id, options } = await browser.send((api) => api.passkey.startSignIn());
  const credential = key.show(options);
  return outcomeOf(browser.send((api) => api.passkey.signIn({ challenge_id, credential })));
}

async function reset(email: string, browser: TestBrowser) {
  await browser.send((api) => api.account.recover({ email }));
  const [mail] = await readMailbox(kindpal.services, email);
  const token = linkParameter(mail, 'access_token');
  const password = NEW_PASSWORD;
  await browser.send((api) => api.account.verify({ type: 'recovery', token, password }));
}

async function useCode(email: string, browser: TestBrowser) {
  await browser.send((api) => api.account.requestCode({ email }));
  const [mail] = await readMailbox(kindpal.services, email);
  const token = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
  await browser.send((api) => api.account.verify({ type: 'email', email, token }));
}

/** Asks for a code in one browser and opens the link of the same email in another. */
async function useLink(email: string, browser: TestBrowser) {
  await openBrowser().send((api) => api.account.requestCode({ email }));
  const [mail] = await readMailbox(kindpal.services, email);
  const token_hash = linkParameter(mail, 'token');
  await browser.send((api) =>
    api.account.verify({ type: 'magiclink', token_hash, confirmed: true }),
  );
}

describe.each([
  ['a reset link', reset],
  ['a sign-in code', useCode],
  ['the link beside it, on their phone', useLink],
])('somebody who proves with %s that an address is theirs', (_way, prove) => {
  it('shares the account with nobody who signed up with it before [U1]', async () => {
    const { browser: other, email, key } = await prepareAccount({ confirms: false });
    const browser = openBrowser();
    await prove(email, browser);
    const own = await browser.send(async (api) => ({
      user: await api.account.getUser(),
      factors: (await api.factor.list()).items,
      deletion: await api.deletion.get(),
      feed: await api.notification.getCalendarFeed(),
    }));
    expect(own).toMatchObject({
      user: { email, email_verified: true, confirm_email_by: null },
      factors: [],
      deletion: { due_at: null },
      feed: { url: null },
    });
    expect(await refusalOf(other.send((api) => api.account.getUser()))).toBe('UNAUTHORIZED');
    expect(await refusalOf(signIn(email, PASSWORD, other))).toBe('WRONG_CREDENTIALS');
    expect(await useKey(key)).toBe('PASSKEY_REFUSED');
  });

  it('shares it no more if another host of the domain gave their browser a device cookie of that person [U1]', async () => {
    const { browser: other, email, key } = await prepareAccount({ confirms: false });
    const browser = openBrowser();
    browser.cookies.set('kindpal.device', other.cookies.get('kindpal.device') ?? '');
    await prove(email, browser);
    expect((await browser.send((api) => api.factor.list())).items).toEqual([]);
    expect(await refusalOf(signIn(email, PASSWORD, other))).toBe('WRONG_CREDENTIALS');
    expect(await useKey(key)).toBe('PASSKEY_REFUSED');
  });

  it.each(['signed in there', 'signed out'])(
    'shares it with nobody in a browser where another newcomer joined, who is %s [U1]',
    async (state) => {
      const { browser: other, email, key } = await prepareAccount({ confirms: false });
      const { browser } = await joinKindpal(kindpal.services);
      browser.headers = openBrowser().headers;
      if (state === 'signed out') {
        await browser.send((api) => api.account.signOut({ scope: 'local' }));
      }
      await prove(email, browser);
      expect((await browser.send((api) => api.factor.list())).items).toEqual([]);
      expect(await refusalOf(signIn(email, PASSWORD, other))).toBe('WRONG_CREDENTIALS');
      expect(await useKey(key)).toBe('PASSKEY_REFUSED');
    },
  );

  it('loses no password where they joined themselves, and is not warned about it [U1] [U6]', async () => {
    kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
    const { browser, email } = await joinKindpal(kindpal.services);
    await browser.send((api) => api.account.signOut({ scope: 'local' }));
    await prove(email, browser);
    const password = prove === reset ? NEW_PASSWORD : PASSWORD;
    expect((await signIn(email, password, browser)).user.email_verified).toBe(true);
    expect(await listNewDeviceMails(email)).toHaveLength(0);
    await useCode(email, openBrowser());
    expect(await listNewDeviceMails(email)).toHaveLength(1);
  });

  it('keeps passkey and second factor if it was confirmed before [U13]', async () => {
    const { email, id, key } = await prepareAccount({ confirms: true });
    // A reset removes those that somebody may have added within 72 hours.
    await ageRows(kindpal, id, ['passkey', 'factor', 'security_event']);
    const browser = openBrowser();
    await prove(email, browser);
    // The session waits for the second factor.
    expect((await browser.send((api) => api.account.getUser())).email).toBe(email);
    expect(await refusalOf(browser.send((api) => api.factor.list()))).toBe('UNAUTHORIZED');
    expect(await useKey(key)).toBe('ok');
  });
});

it.each(['code', 'link'])(
  'a newcomer with the published client confirms with the first email’s %s and keeps the password [U1]',
  async (way) => {
    kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
    const server = await startTestServer(kindpal);
    try {
      const { auth } = makeGoTrueClient(server);
      const { email, password, data, ...consent } = signUpForm(await mintInvite(kindpal.services));
      const options = { data: { ...data, ...consent } };
      expect((await auth.signUp({ email, password, options })).error).toBeNull();
      const [mail] = await readMailbox(kindpal.services, email);
      const token = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
      const given =
        way === 'code' ? { email, token } : { token_hash: linkParameter(mail, 'token') };
      expect((await auth.verifyOtp({ type: 'signup', ...given })).error).toBeNull();
      const other = makeGoTrueClient(server);
      expect((await other.auth.signInWithPassword({ email, password })).error).toBeNull();
    } finally {
      await server.close();
    }
  },
);

it('a newcomer who confirms in a session that waits for their second factor keeps it [U1] [U13]', async () => {
  const { email, key } = await prepareAccount({ confirms: false });
  const phone = openBrowser();
  expect((await signIn(email, PASSWORD, phone)).awaits_factor).toBe(true);
  await useCode(email, phone);
  expect((await phone.send((api) => api.account.getUser())).email_verified).toBe(true);
  const { awaits_factor } = await signIn(email);
  expect(awaits_factor).toBe(true);
  expect(await useKey(key)).toBe('ok');
});

it('a newcomer who confirms with another code in the session of an API client keeps their password [U1]', async () => {
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
  const { email } = await joinKindpal(kindpal.services);
  const { client, access_token } = await signInAsClient(email);
  client.bearer = access_token;
  await useCode(email, client);
  expect((await signIn(email)).user.email_verified).toBe(true);
});

it('an API client gets no cookie with its tokens, for it keeps none [U7]', async () => {
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
  const { email } = await joinKindpal(kindpal.services);
  const { client, access_token } = await signInAsClient(email);
  expect(access_token).toEqual(expect.any(String));
  expect(client.received).toEqual([]);
});

it('the owner of an address shares no account with a person who joined with it through the same client and network [U1]', async () => {
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
  const server = await startTestServer(kindpal);
  try {
    const { auth } = makeGoTrueClient(server);
    const { email, password, data, ...consent } = signUpForm(await mintInvite(kindpal.services));
    await auth.signUp({ email, password, options: { data: { ...data, ...consent } } });
    const owner = makeGoTrueClient(server).auth;
    expect((await owner.signInWithOtp({ email })).error).toBeNull();
    const [mail] = await readMailbox(kindpal.services, email);
    const token = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? '';
    expect((await owner.verifyOtp({ type: 'email', email, token })).error).toBeNull();
    expect((await auth.signInWithPassword({ email, password })).error).not.toBeNull();
    expect((await auth.getUser()).error).not.toBeNull();
  } finally {
    await server.close();
  }
});

it('somebody who says ‘This wasn’t me’ about an account with their address is not locked out by its second factor [U1] [U13]', async () => {
  const { email, id } = await prepareAccount({ confirms: false });
  // What is added right before the event is removed for that reason already.
  await ageRows(kindpal, id, ['factor', 'security_event']);
  await signIn(email);
  const mail = (await readMailbox(kindpal.services, email)).find(({ text }) =>
    text.includes('/not-me?'),
  );
  const browser = openBrowser();
  const token = linkParameter(mail, 'token');
  await browser.send((api) => api.account.verify({ type: 'not_me', token }));
  await reset(email, browser);
  expect((await browser.send((api) => api.factor.list())).items).toEqual([]);
});

const MARK = 'kindpal.newcomer';

describe('the mark of a browser where a newcomer joined or signed in', () => {
  it('is removed once they confirm there, by code or elsewhere [P6] [U1]', async () => {
    kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
    const { browser, email } = await joinKindpal(kindpal.services);
    const other = openBrowser();
    await signIn(email, PASSWORD, other);
    for (const one of [browser, other]) expect(one.cookies.get(MARK)).toBeTruthy();
    await useCode(email, browser);
    expect(browser.cookies.get(MARK)).toBeFalsy();
    await other.send((api) => api.account.getSession());
    expect(other.cookies.get(MARK)).toBeFalsy();
  });

  it('is removed when they sign in after they confirmed elsewhere [P6] [U1]', async () => {
    kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
    const { browser, email } = await joinKindpal(kindpal.services);
    const [mail] = await readMailbox(kindpal.services, email);
    await browser.send((api) => api.account.signOut({ scope: 'local' }));
    const token_hash = linkParameter(mail, 'token');
    await openBrowser().send((api) =>
      api.account.verify({ type: 'magiclink', token_hash, confirmed: true }),
    );
    await signIn(email, PASSWORD, browser);
    expect(browser.cookies.get(MARK)).toBeFalsy();
  });

  it('stays when another member uses the same device [U1]', async () => {
    const { email: confirmed } = await joinKindpal(kindpal.services);
    kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
    const { browser, email } = await joinKindpal(kindpal.services);
    await browser.send((api) => api.account.signOut({ scope: 'local' }));
    await useCode(confirmed, openBrowser());
    await signIn(confirmed, PASSWORD, browser);
    await browser.send((api) => api.account.signOut({ scope: 'local' }));
    await useCode(email, browser);
    expect((await signIn(email, PASSWORD, browser)).user.email).toBe(email);
  });
});

it('a page that keeps its tokens itself is a new device once [U6]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const page = openBrowser();
  for (const _ of [1, 2]) {
    await page.send((api) =>
      api.account.token({
        ...{ grant_type: 'password', email, password: PASSWORD },
        return_tokens: true,
      }),
    );
  }
  expect(await listNewDeviceMails(email)).toHaveLength(1);
});

it('the owner of an address that a newcomer entered by mistake cannot undo its change [U1] [U8]', async () => {
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
  const { browser, email: mistyped } = await joinKindpal(kindpal.services);
  const email = `right-${mistyped}`;
  await browser.send((api) => api.account.updateUser({ email, current_password: PASSWORD }));
  const [asked] = await readMailbox(kindpal.services, email);
  const token = linkParameter(asked, 'token');
  await browser.send((api) => api.account.verify({ type: 'email_change', token }));
  const subjects = (await readMailbox(kindpal.services, mistyped)).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringMatching(/^Confirm your email/)]);
  expect((await signIn(email)).user.email).toBe(email);
  // It belongs to its owner again, who may join with it.
  expect((await joinKindpal(kindpal.services, { email: mistyped })).email).toBe(mistyped);
});

it('a newcomer who opens the link of the first email on another device stays signed in [U1]', async () => {
  kindpal.services.env.smtpUrl = 'smtp://mail.example.org';
  const { browser, email } = await joinKindpal(kindpal.services);
  const [mail] = await readMailbox(kindpal.services, email);
  const token_hash = linkParameter(mail, 'token');
  const phone = openBrowser();
  await phone.send((api) => api.account.verify({ type: 'magiclink', token_hash, confirmed: true }));
  expect((await browser.send((api) => api.account.getUser())).email_verified).toBe(true);
  expect((await signIn(email)).user.email).toBe(email);
});

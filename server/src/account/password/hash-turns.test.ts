import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../../testing/refusal-of.ts';
import {
  browserElsewhere,
  joinKindpal,
  linkParameter,
  PASSWORD,
  readMailbox,
  TestBrowser,
} from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const NEW_PASSWORD = 'Battery-Staple-2';
const elsewhere = () => browserElsewhere(kindpal.services);

const beside = ({ ip }: TestBrowser) => Object.assign(new TestBrowser(kindpal.services), { ip });

const signIn = (email: string, browser: TestBrowser) =>
  browser.send((api) => api.account.token({ grant_type: 'password', email, password: PASSWORD }));

/** Signs in many times at once; `answered` counts how many have an answer. */
function storm(times: number, enter: (n: number) => Promise<unknown>) {
  let answered = 0;
  const done = Promise.all(
    Array.from({ length: times }, async (_, n) => {
      await enter(n);
      answered += 1;
    }),
  );
  return {
    done,
    answered: () => answered,
    /** Waits for the first answer: the others are queued by then. */
    queued: () => expect.poll(() => answered, { timeout: 10_000 }).toBeGreaterThan(0),
  };
}

/** Acts while the passwords of a hundred strangers are checked, and how many were meanwhile. */
async function amongStrangers(stranger: () => TestBrowser, act: () => Promise<unknown>) {
  const wrong = storm(100, (n) => outcomeOf(signIn(`nobody-${n}@example.org`, stranger())));
  await wrong.queued();
  const before = wrong.answered();
  await act();
  const answered = wrong.answered() - before;
  await wrong.done;
  return answered;
}

test('a member signs in before most of a hundred wrong passwords from another network are checked [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const attacker = elsewhere();
  const wrong = storm(100, (n) => outcomeOf(signIn(`unknown-${n}@example.org`, attacker)));
  expect((await signIn(email, elsewhere())).user.email).toBe(email);
  expect(wrong.answered()).toBeLessThan(50);
  await wrong.done;
});

test('and on a known device before those from its own network [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const known = elsewhere();
  await signIn(email, known);
  const answered = await amongStrangers(
    () => beside(known),
    () => signIn(email, known),
  );
  expect(answered).toBeLessThan(50);
});

test('and before those from a hundred networks [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const known = elsewhere();
  await signIn(email, known);
  expect(await amongStrangers(elsewhere, () => signIn(email, known))).toBeLessThan(50);
});

test('and so do those who prove or change their password in a session [U8] [U10]', async () => {
  const { browser } = await joinKindpal(kindpal.services);
  browser.ip = elsewhere().ip;
  const answered = await amongStrangers(
    () => beside(browser),
    async () => {
      await browser.send((api) => api.factor.confirm({ password: PASSWORD }));
      await browser.send((api) =>
        api.account.updateUser({ current_password: PASSWORD, password: NEW_PASSWORD }),
      );
    },
  );
  expect(answered).toBeLessThan(50);
});

test('and with a valid reset link [U5]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const browser = elsewhere();
  await browser.send((api) => api.account.recover({ email }));
  const mails = await readMailbox(kindpal.services, email);
  const token = linkParameter(
    mails.find(({ subject }) => subject.includes('eset')),
    'access_token',
  );
  const answered = await amongStrangers(
    () => beside(browser),
    () =>
      browser.send((api) =>
        api.account.verify({ type: 'recovery', token, password: NEW_PASSWORD }),
      ),
  );
  expect(answered).toBeLessThan(50);
});

test('many browsers known to one member take the turns of one [U3]', async () => {
  const [many, other] = [await joinKindpal(kindpal.services), await joinKindpal(kindpal.services)];
  const devices = Array.from({ length: 30 }, () => elsewhere());
  for (const device of devices) await signIn(many.email, device);
  const right = storm(devices.length, (n) => signIn(many.email, devices[n] as TestBrowser));
  await right.queued();
  expect((await signIn(other.email, elsewhere())).user.email).toBe(other.email);
  expect(right.answered()).toBeLessThan(15);
  await right.done;
});

test('many accounts that never confirmed their address take the turns of their network [U3]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  const known = elsewhere();
  await signIn(email, known);
  const { env } = kindpal.services;
  env.smtpUrl = 'smtp://mail.example.org';
  const network = elsewhere();
  const newcomers: Awaited<ReturnType<typeof joinKindpal>>[] = [];
  for (let n = 0; n < 20; n += 1) {
    const newcomer = await joinKindpal(kindpal.services);
    newcomer.browser.ip = network.ip;
    newcomers.push(newcomer);
  }
  env.smtpUrl = undefined;
  const wrong = storm(60, (n) => {
    const newcomer = newcomers[n % newcomers.length];
    const grant = { grant_type: 'password' as const, email: newcomer?.email ?? '' };
    const entered = { ...grant, password: 'Wrong-Horse-1' };
    return outcomeOf((newcomer?.browser ?? network).send((api) => api.account.token(entered)));
  });
  await wrong.queued();
  const before = wrong.answered();
  await signIn(email, known);
  expect(wrong.answered() - before).toBeLessThan(10);
  await wrong.done;
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../../access/limits/limits.ts';
import {
  confirmAddress,
  joinKindpal,
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

let last = 0;

/** A browser in a network of its own. */
function elsewhere(): TestBrowser {
  last += 1;
  return Object.assign(new TestBrowser(kindpal.services), { ip: `198.51.100.${last}` });
}

test('all devices known to a member together get as many emails as one [U4] [U9]', async () => {
  const { email } = await joinKindpal(kindpal.services);
  await confirmAddress(kindpal.services, email);
  const devices = Array.from({ length: 4 }, () => elsewhere());
  for (const device of devices) {
    await device.send((api) =>
      api.account.token({ grant_type: 'password', email, password: PASSWORD }),
    );
  }
  for (const device of devices) {
    for (let n = 0; n < 3; n += 1) {
      await device.send((api) => api.account.recover({ email }));
      await device.send((api) => api.account.requestCode({ email }));
    }
  }
  const mails = await readMailbox(kindpal.services, email);
  const about = (words: RegExp) => mails.filter(({ subject }) => words.test(subject)).length;
  expect(about(/reset/i)).toBe(LIMITS.known_reset_mail_by_address.points);
  expect(about(/\d{6}/)).toBe(LIMITS.known_code_mail_by_address.points);
});

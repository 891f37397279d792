import {
  definitionOf,
  type EmailChoice,
  groupOf,
  isEmailed,
  NOTIFICATION_TYPES,
  type NotificationType,
} from '@kindpal/contract/notification/catalog';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const switchable = (Object.keys(NOTIFICATION_TYPES) as NotificationType[]).filter(
  (type) => definitionOf(type).canSwitchOff,
);

it('the database and the contract agree whether a member’s choices allow an email', async () => {
  const cases = switchable.flatMap((type) =>
    [[], [groupOf(type)], ['other']].flatMap((email_off) =>
      [{}, { [type]: true }, { [type]: false }, { 'support.test': false }].map((email_types) => ({
        type,
        email_off,
        email_types,
      })),
    ),
  );
  const { rows } = await kindpal.services.db.pool.query<{ is_on: boolean }>(
    `SELECT is_emailed(one ->> 'type', ARRAY(SELECT jsonb_array_elements_text(one -> 'email_off')),
       one -> 'email_types') AS is_on
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY cases (one, n) ORDER BY n`,
    [JSON.stringify(cases)],
  );
  const expected = cases.map(({ type, ...choice }) => isEmailed(type, choice as EmailChoice));
  expect(rows.map(({ is_on }) => is_on)).toEqual(expected);
  expect(new Set(expected).size).toBe(2);
});

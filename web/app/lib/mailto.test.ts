import { expect, test } from 'vitest';
import { mailto } from './mailto.ts';

test('an address cannot add recipients or a text to the email that it opens [F4]', () => {
  expect(mailto('a@b.co?bcc=evil@c.co&body=x')).toBe('mailto:a@b.co%3Fbcc%3Devil@c.co%26body%3Dx');
  expect(mailto('a@b.co,evil@c.co')).toBe('mailto:a@b.co%2Cevil@c.co');
  expect(mailto("o'brien+pets@b.co", 'Help me & Rex')).toBe(
    "mailto:o'brien%2Bpets@b.co?subject=Help%20me%20%26%20Rex",
  );
});

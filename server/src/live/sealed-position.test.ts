import { expect, it } from 'vitest';
import { openPosition, sealPosition } from './sealed-position.ts';

const HISTORY = 'ab12';
const SECRET = 'a secret';
const seal = (tx: bigint, id: number, sentAt = 1_800_000_000_000) =>
  sealPosition(SECRET, HISTORY, { position: { tx, id }, sentAt });

it('a position survives Last-Event-ID, and nothing else is accepted as one [X4]', () => {
  const largest = { tx: 2n ** 64n - 1n, id: Number.MAX_SAFE_INTEGER };
  const sealed = seal(largest.tx, largest.id);
  expect(openPosition(SECRET, HISTORY, sealed)).toEqual({
    position: largest,
    sentAt: 1_800_000_000_000,
  });
  expect(openPosition(SECRET, 'ab13', sealed)).toBeNull();
  expect(openPosition('another secret', HISTORY, sealed)).toBeNull();
  const changed = `${sealed.slice(0, -6)}${sealed.at(-6) === 'A' ? 'B' : 'A'}${sealed.slice(-5)}`;
  const forged = ['', '1', 'ab12.1-1', '99999999999999999999-1', 'A'.repeat(94), '%00', changed];
  for (const text of [...forged, sealed.slice(4), `A${sealed}`, sealed + sealed]) {
    expect([text, openPosition(SECRET, HISTORY, text)]).toEqual([text, null]);
  }
});

it('positions do not tell how much has happened: equal ones differ, and all are equally long [X4]', () => {
  expect(seal(1n, 1)).not.toBe(seal(1n, 1));
  expect(seal(1n, 0, 0)).toHaveLength(seal(2n ** 64n - 1n, Number.MAX_SAFE_INTEGER).length);
});

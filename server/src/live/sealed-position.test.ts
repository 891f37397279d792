import { expect, it } from 'vitest';
import type { Position } from './event-log.ts';
import { openPosition, sealPosition } from './sealed-position.ts';

const LARGEST = { tx: 2n ** 64n - 1n, id: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER };
const HISTORY = 'ab12';
const SECRET = 'a secret';
const seal = (position: Position, sentAt = 1_800_000_000_000) =>
  sealPosition(SECRET, HISTORY, { position, sentAt });

it('a position survives Last-Event-ID, and nothing else is accepted as one [X4]', () => {
  const sealed = seal(LARGEST);
  expect(openPosition(SECRET, HISTORY, sealed)).toEqual({
    position: LARGEST,
    sentAt: 1_800_000_000_000,
  });
  expect(openPosition(SECRET, 'ab13', sealed)).toBeNull();
  expect(openPosition('another secret', HISTORY, sealed)).toBeNull();
  const changed = `${sealed.slice(0, -6)}${sealed.at(-6) === 'A' ? 'B' : 'A'}${sealed.slice(-5)}`;
  const forged = ['', '1', 'ab12.1-1', '99999999999999999999-1', 'A'.repeat(112), '%00', changed];
  for (const text of [...forged, sealed.slice(4), `A${sealed}`, sealed + sealed]) {
    expect([text, openPosition(SECRET, HISTORY, text)]).toEqual([text, null]);
  }
});

it('positions do not tell how much has happened: equal ones differ, and all are equally long [X4]', () => {
  const smallest = { tx: 1n, id: 0, at: 0 };
  expect(seal(smallest)).not.toBe(seal(smallest));
  expect(seal(smallest, 0)).toHaveLength(seal(LARGEST).length);
});

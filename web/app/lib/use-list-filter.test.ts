import { expect, it } from 'vitest';
import { isTypedHere } from './use-list-filter.ts';

const typing = { text: 'greyhounds', at: 'first' };

it('a text stays while the address gets an earlier text, or the other filters, at any time [R8]', () => {
  expect(isTypedHere(typing, { key: 'first', type: 'POP' })).toBe(true);
  // The search 'grey', sent before the last keys were pressed, arrives after them.
  expect(isTypedHere(typing, { key: 'second', type: 'REPLACE' })).toBe(true);
  // A checked box whose address had not arrived when typing began.
  expect(isTypedHere(typing, { key: 'third', type: 'REPLACE' })).toBe(true);
});

it('a link, back and forward bring the text of their own address [R8]', () => {
  expect(isTypedHere(typing, { key: 'link', type: 'PUSH' })).toBe(false);
  expect(isTypedHere(typing, { key: 'before', type: 'POP' })).toBe(false);
  expect(isTypedHere(null, { key: 'first', type: 'REPLACE' })).toBe(false);
});

import { expect, it } from 'vitest';
import { requestOffer } from './request-state.ts';

const asked = (status: 'pending' | 'granted' | 'refused') => ({ status });

it.each([
  ['somebody who never asked can ask', undefined, true, 'ask'],
  ['somebody who waits is told so', asked('pending'), false, 'wait'],
  ['a refusal is shown with its reason', asked('refused'), false, 'refused'],
  ['a granted code is announced while it is unused', asked('granted'), true, 'granted'],
  ['a granted code that was used leaves room to ask again', asked('granted'), false, 'ask'],
] as const)('%s [I1]', (_, request, hasUnusedCode, offer) => {
  expect(requestOffer(request, hasUnusedCode)).toBe(offer);
});

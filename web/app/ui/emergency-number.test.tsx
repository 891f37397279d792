import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EmergencyNumber } from './emergency-number.tsx';

test('a member in an emergency is never shown a number that the community did not set [F2]', () => {
  expect(renderToStaticMarkup(<EmergencyNumber />)).toBe('your local emergency number');
});

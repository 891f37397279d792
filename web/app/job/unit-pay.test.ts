import { expect, test } from 'vitest';
import { formatMoney } from '~/lib/format.ts';
import { unitPay } from './unit-pay.ts';

const money = (amount: number) => formatMoney(amount, 'USD');

test.each([
  [{ total: 40, hourly: 18, nights: 0, minutes: 120 }, '$18\u00a0an\u00a0hour'],
  [{ total: 50, hourly: null, nights: 0, minutes: 150 }, '$20\u00a0an\u00a0hour'],
  [{ total: 385, hourly: null, nights: 7, minutes: 10_080 }, '$55\u00a0a\u00a0night'],
  [{ total: 60, hourly: null, nights: 1, minutes: 900 }, null],
  [{ total: 16, hourly: null, nights: 0, minutes: 60 }, null],
  [{ total: 0, hourly: 18, nights: 0, minutes: 120 }, null],
])('a sitter reads of %j that it is %s [J1]', (pay, text) => {
  expect(unitPay(pay, money)).toBe(text);
});

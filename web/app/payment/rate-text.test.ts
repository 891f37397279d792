import { expect, it } from 'vitest';
import { daysText, weekText } from '~/availability/slot-text.ts';
import { rateText } from './rate-text.ts';

const money = (amount: number) => `$${amount}`;
const none = { payment_preference: null, hourly_rate_amount: null, fixed_rate_amount: null };

it('an owner reads a sitter’s rate [R1] [R8]', () => {
  expect(rateText(none, money)).toBeUndefined();
  expect(rateText({ ...none, payment_preference: 'negotiable' }, money)).toBe('Negotiable');
  const hourly = { ...none, payment_preference: 'hourly_rate', hourly_rate_amount: 20 } as const;
  expect(rateText(hourly, money)).toBe('$20 an hour');
  const fixed = { ...none, payment_preference: 'fixed_rate', fixed_rate_amount: 60 } as const;
  expect(rateText(fixed, money)).toBe('$60 a job');
});

it('an owner reads on which days a sitter is free [R1] [R8]', () => {
  expect(daysText(['monday', 'tuesday', 'wednesday', 'sunday'])).toBe('Mon–Wed, Sun');
  expect(daysText(['sunday', 'saturday'])).toBe('Sat, Sun');
  const nine = [{ start: '09:00', end: '17:00' }];
  const week = {
    monday: nine,
    tuesday: nine,
    wednesday: nine,
    thursday: [],
    friday: [],
    sunday: [],
  };
  expect(
    weekText({ ...week, saturday: [{ start: '20:00', end: '08:00', overnight: true }] }),
  ).toEqual([
    { days: 'Mon–Wed', hours: '9:00\u00a0AM – 5:00\u00a0PM' },
    { days: 'Sat', hours: '8:00\u00a0PM – 8:00\u00a0AM the next day' },
  ]);
});

import { describe, expect, it } from 'vitest';
import { accessPartIn } from './rules.ts';

describe('an owner who types in the chat is offered to save a code in home access', () => {
  it.each([
    ['4711#', 'door'],
    ['The door code is 4711', 'door'],
    ['gate code: *0815', 'door'],
    ['Lockbox combination 90210', 'door'],
    ['The alarm is 1234, turn it off within a minute', 'alarm'],
    ['Wi-Fi password is sunny-Day42', 'wifi'],
    ['WIFI: BiscuitHome / woof1234', 'wifi'],
    ['The spare key is under the third pot', 'keys'],
    ['Keys are in the lockbox', 'keys'],
  ])('%j is about the %s', (text, part) => {
    expect(accessPartIn(text)).toBe(part);
  });

  it.each([
    'See you at 18:30!',
    'My number is +1 555 2001000',
    'I could pay $120 for both days',
    'He weighs 12.5 kg and eats 200 g twice a day',
    'We are back on 24/12/2026',
    'Is the code of the gate still broken?',
    'What is the Wi-Fi called?',
    'The key question is whether he likes cats',
    'Thank you!',
    '',
  ])('%j is not one', (text) => {
    expect(accessPartIn(text)).toBeNull();
  });
});

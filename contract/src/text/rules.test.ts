import { describe, expect, it } from 'vitest';
import { countCharacters } from './count-characters.ts';
import { cutText, emailProblem, sanitizeText, textProblem } from './rules.ts';
import { cleanText, emailSchema, verbatimText } from './schema.ts';

describe('generic text [P13]', () => {
  it('is refused with its label and limit when it is too long', () => {
    expect(textProblem('x'.repeat(501), 'Bio')).toBe('Bio must be 500 characters or less');
    expect(textProblem('x'.repeat(500), 'Bio')).toBeUndefined();
    expect(textProblem('x'.repeat(101), 'Title', 100)).toBe('Title must be 100 characters or less');
  });

  it.each([
    '<script>alert(1)</script>',
    '< SCRIPT src=x>',
    'javascript:alert(1)',
    'JaVaScRiPt : alert(1)',
    '<img onerror=alert(1)>',
    'onclick = steal()',
    '<iframe src=x>',
    '<object>',
    '<embed>',
    '<form action=x>',
    'data:text/html;base64,AAAA',
    'a\u0000b',
  ])('is refused when it contains %j', (text) => {
    expect(textProblem(text, 'Title')).toBe('Title contains invalid characters');
  });

  it.each(['Gretchen, 4 years old', 'Walks & cuddles', 'מיסו 🐱', 'a < b', 'Saturday: 9 to 5'])(
    'lets %j through',
    (text) => {
      expect(textProblem(text, 'Title')).toBeUndefined();
    },
  );
});

describe('sanitizing [P13]', () => {
  it('trims, strips angle brackets and removes schemes', () => {
    expect(sanitizeText('  <b>Rex</b> ')).toBe('bRex/b');
    expect(sanitizeText('javascript:alert(1)')).toBe('alert(1)');
    expect(sanitizeText('see data:text/html')).toBe('see text/html');
  });

  it('removes what only appears by removing something else', () => {
    expect(sanitizeText('javajavascript:script:x')).toBe('x');
    expect(sanitizeText('jav<ascript:x')).toBe('x');
  });

  it('cuts to 1000 characters without splitting an emoji', () => {
    expect(sanitizeText('x'.repeat(1500))).toHaveLength(1000);
    expect(sanitizeText(`${'x'.repeat(999)}🐶`)).toBe(`${'x'.repeat(999)}🐶`);
    expect(sanitizeText(`${'x'.repeat(999)}🐶🐶`)).toBe(`${'x'.repeat(999)}🐶`);
    expect([cutText('🐶🐶🐶', 2), cutText('🐶🐶', 2)]).toEqual(['🐶🐶', '🐶🐶']);
  });

  it('counts an emoji once, as the database does', () => {
    expect(['', 'abc', '🐶', 'a🐶b', '\ud83d'].map(countCharacters)).toEqual([0, 3, 1, 3, 1]);
    const box = verbatimText({ label: 'Bio', max: 500 });
    expect([500, 501].map((n) => box.safeParse('🐶'.repeat(n)).success)).toEqual([true, false]);
    expect(textProblem('🐶'.repeat(500), 'Bio')).toBeUndefined();
    expect(textProblem('🐶'.repeat(501), 'Bio')).toBe('Bio must be 500 characters or less');
  });
});

describe('an email address [U2]', () => {
  it.each(['', 'rex', 'rex@', '@home.org', 'rex@home', 'r ex@home.org', 'rex@ho me.org'])(
    '%j is not one',
    (text) => {
      expect(emailProblem(text)).toBe('Please enter a valid email address');
    },
  );

  it('may be 254 characters long and no more', () => {
    const domain = `${'home.'.repeat(37)}home.org`;
    const long = (length: number) => `${'x'.repeat(length - domain.length - 1)}@${domain}`;
    expect(emailProblem(long(254))).toBeUndefined();
    expect(emailProblem(long(255))).toBe('Email address is too long');
  });

  it.each([
    [
      'a mailbox of more than 64 characters',
      (length: number) => `${'x'.repeat(length)}@home.org`,
      64,
    ],
    ['a longer part of its domain', (length: number) => `rex@${'x'.repeat(length)}.home.org`, 63],
    ['a longer last part', (length: number) => `rex@home.${'x'.repeat(length)}`, 63],
  ])('can’t have %s: no mail server takes it', (_, long, max) => {
    expect(emailProblem(long(max))).toBeUndefined();
    expect(emailProblem(long(max + 1))).toBe('Please enter a valid email address');
  });

  it('is trimmed and lower-cased before it is checked', () => {
    expect(emailSchema.parse('  Rex@Home.ORG ')).toBe('rex@home.org');
  });
});

describe('a text of a form', () => {
  it('is required, checked and cleaned in that order', () => {
    const title = cleanText({ label: 'Title', max: 100 });
    expect(title.parse(' Walk <Rex> ')).toBe('Walk Rex');
    expect(title.safeParse('   ').error?.issues[0]?.message).toBe('Title is required');
    expect(title.safeParse(undefined).error?.issues[0]?.message).toBe('Title is required');
    expect(title.safeParse('<script>').success).toBe(false);
  });

  it('is stored exactly as typed where care depends on it', () => {
    const care = verbatimText({ label: 'Special instructions', max: 500 });
    expect(care.parse('dose < 5 mg & never > 2×')).toBe('dose < 5 mg & never > 2×');
    expect(care.safeParse('a\u0000b').success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { requirementTexts } from './requirement-texts.ts';

const opens_at = new Date(2030, 5, 1, 18).toISOString();
const all = { met_before: true, verified: false, min_reviews: 2, opens_at };
const textsOf = (...given: Parameters<typeof requirementTexts>) =>
  requirementTexts(...given).map(({ text, isMet }) => [text, isMet]);

describe('the requirements of a job [J4] [J5]', () => {
  it('are shown to a sitter with those that they meet, and without who may claim first', () => {
    const texts = textsOf(
      { ...all, mine: { has_met: false, is_verified: false, reviews: 1 } },
      'Olive',
    );
    expect(texts.slice(0, 2)).toEqual([
      ['For sitters with at least 2 reviews: you have\u00a01', false],
      ['For sitters who finished a job with Olive before: you haven’t yet', false],
    ]);
    expect(texts[2]?.[0]).toMatch(/^Open to everyone from \w+, 6:00\sPM$/);
    const mine = { has_met: true, is_verified: true, reviews: 2 };
    const met = textsOf({ ...all, verified: true, opens_at: null, mine }, 'Olive');
    expect(met.map(([, isMet]) => isMet)).toEqual([true, true, true]);
    expect(met[1]?.[0]).toBe('For sitters whose identity was checked: yours is');
  });

  it('is shown to its owner as they chose it', () => {
    const texts = textsOf({ ...all, min_reviews: 1, mine: null }, 'Olive').map(([text]) => text);
    expect(texts.slice(0, 2)).toEqual([
      'For sitters with at least 1 review',
      'For sitters you finished a job with before',
    ]);
    expect(texts[2]).toMatch(/^Your favorites come first\. Open to everyone from/);
  });
});

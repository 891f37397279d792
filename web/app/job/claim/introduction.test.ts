import { describe, expect, it } from 'vitest';
import { helloProblems, introductionProblems, lacksIntroduction } from './introduction.ts';

describe('a sitter’s introduction', () => {
  it('is asked for while the owner would see bare initials [J5] [R7]', () => {
    expect(lacksIntroduction({ bio: null, location: 'Maplewood, New Jersey' })).toBe(true);
    expect(lacksIntroduction({ bio: '  ', location: 'Maplewood, New Jersey' })).toBe(true);
    expect(lacksIntroduction({ bio: 'I walk dogs.', location: null })).toBe(true);
    // As many words as the dialog requires.
    for (const [bio, lacks] of [
      ['I walk dogs.', true],
      ['w'.repeat(19), true],
      ['w'.repeat(20), false],
    ] as const) {
      expect(lacksIntroduction({ bio, location: 'Maplewood, New Jersey' })).toBe(lacks);
    }
  });

  it('is a town from the list and a few words [J5]', () => {
    const whole = {
      location: 'Maplewood, New Jersey',
      place_id: '7',
      bio: 'I grew up with beagles.',
      hello: '',
    };
    expect(introductionProblems(whole)).toEqual({});
    expect(introductionProblems({ ...whole, place_id: '', bio: 'Hi' })).toEqual({
      location: 'Please choose your town from the list',
      bio: 'Please write at least 20 characters',
    });
    expect(introductionProblems({ ...whole, hello: 'h'.repeat(4_001) })).toEqual({
      hello: 'Message must be 4000 characters or less',
    });
    expect(helloProblems({ hello: 'h'.repeat(4_001) })).toEqual({
      hello: 'Message must be 4000 characters or less',
    });
    expect(helloProblems({ hello: '' })).toEqual({});
  });
});

import type { OwnProfile } from '@kindpal/contract/member/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';

/** The minimum length of a useful bio, in characters. */
export const INTRODUCTION_MIN = 20;

/** Whether the profile tells an owner too little: no area, or hardly a word. [J5] [R7] */
export function lacksIntroduction(profile: Pick<OwnProfile, 'bio' | 'location'>): boolean {
  return !profile.location || isTooShort(profile.bio ?? '');
}

const isTooShort = (bio: string) => countCharacters(bio.trim()) < INTRODUCTION_MIN;

export type Introduction = { location: string; place_id: string; bio: string };

/** The errors of an introduction, by field; empty if it is valid. */
export function introductionProblems({ place_id, bio }: Introduction) {
  return {
    ...(place_id === '' ? { location: 'Please choose your town from the list' } : {}),
    ...(isTooShort(bio) ? { bio: `Please write at least ${INTRODUCTION_MIN} characters` } : {}),
  };
}

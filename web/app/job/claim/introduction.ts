import type { OwnProfile } from '@kindpal/contract/member/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';

/** The shortest bio that tells an owner something. */
export const INTRODUCTION_MIN = 20;

/** Whether an owner would learn nothing of the sitter: no area, or hardly a word. [J5] [R7] */
export function lacksIntroduction(profile: Pick<OwnProfile, 'bio' | 'location'>): boolean {
  return !profile.location || isTooShort(profile.bio ?? '');
}

const isTooShort = (bio: string) => countCharacters(bio.trim()) < INTRODUCTION_MIN;

export type Introduction = { location: string; place_id: string; bio: string };

/** What keeps an introduction from being sent, by field; empty when nothing does. */
export function introductionProblems({ place_id, bio }: Introduction) {
  return {
    ...(place_id === '' ? { location: 'Please choose your town from the list' } : {}),
    ...(isTooShort(bio) ? { bio: `Please write at least ${INTRODUCTION_MIN} characters` } : {}),
  };
}

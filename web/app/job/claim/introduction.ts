import { MESSAGE_MAX } from '@kindpal/contract/chat/rules';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';

/** The minimum length of a useful bio, in characters. */
export const INTRODUCTION_MIN = 20;

/** Whether the profile tells an owner too little: no area, or hardly a word. [J5] [R7] */
export function lacksIntroduction(profile: Pick<OwnProfile, 'bio' | 'location'>): boolean {
  return !profile.location || isTooShort(profile.bio ?? '');
}

const isTooShort = (bio: string) => countCharacters(bio.trim()) < INTRODUCTION_MIN;

/** What the window asks for; `hello` is the first message to the owner, and may be empty. */
export type Introduction = { location: string; place_id: string; bio: string; hello: string };

/** The errors of an introduction, by field; empty if it is valid. */
export function introductionProblems({ place_id, bio, hello }: Introduction) {
  return {
    ...(place_id === '' ? { location: 'Please choose your town from the list' } : {}),
    ...(isTooShort(bio) ? { bio: `Please write at least ${INTRODUCTION_MIN} characters` } : {}),
    ...helloProblems({ hello }),
  };
}

/** The errors of the first message to the owner alone. */
export const helloProblems = ({ hello }: Pick<Introduction, 'hello'>) =>
  countCharacters(hello.trim()) > MESSAGE_MAX
    ? { hello: `Message must be ${MESSAGE_MAX} characters or less` }
    : {};

/**
 * Everybody who makes every request of the authorization matrix. `former` canceled their claim of
 * a job just now, `past` finished one so long ago that the owner no longer sees their email [R2],
 * `blocked` is a sitter that the owner blocked, and `reported` one that the owner reported. [S6]
 */
export const PEOPLE = [
  'visitor',
  'stranger',
  'owner',
  'claimant',
  'former',
  'past',
  'sitter',
  'blocked',
  'reported',
  'suspended',
  'admin',
  'super_admin',
] as const;
export type Person = (typeof PEOPLE)[number];
export type Member = Exclude<Person, 'visitor'>;
export const MEMBERS = PEOPLE.filter((person): person is Member => person !== 'visitor');

/** A member's phone number, different from everybody else's. */
export function phoneOf(member: Person): string {
  return `+1 555 200 ${1000 + MEMBERS.indexOf(member as Member)}`;
}

/** For how many months a confirmed identity is valid. */
export const IDENTITY_MONTHS = 24;

/** The checklist for staff, every item required; members read the same words. */
export const IDENTITY_CHECKLIST = {
  document: 'An official photo ID was shown, not a copy',
  valid: 'The ID hasn’t expired',
  face: 'The face matches the photo',
  name: 'The name matches the profile',
  age: 'The person is 18 or older',
} as const;
export type IdentityItem = keyof typeof IDENTITY_CHECKLIST;
export const IDENTITY_ITEMS = Object.keys(IDENTITY_CHECKLIST) as [IdentityItem, ...IdentityItem[]];

/** How the document was checked; no picture of it is stored. */
export const IDENTITY_METHODS = { video_call: 'On a video call', in_person: 'In person' } as const;
export type IdentityMethod = keyof typeof IDENTITY_METHODS;

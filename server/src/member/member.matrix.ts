import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import { MAPLEWOOD } from '../testing/sample-places.ts';

export const rows: FeatureRows<'member'> = {
  'member.list': [
    { about: 'all who sit' },
    { about: 'a search for an address', input: () => ({ search: 'Blue door of the claimant' }) },
    { about: 'a search for a name', input: () => ({ search: 'Member No' }) },
    {
      about: 'those near a place who are free on a day',
      input: () => ({ place_id: MAPLEWOOD.place_id, free_on: '2030-01-07', max_rate: 500 }),
    },
    {
      about: 'those within miles of a place who are free on several days',
      input: () => ({
        place_id: MAPLEWOOD.place_id,
        within_miles: 10,
        free_on: '2030-01-07',
        free_until: '2030-01-08',
      }),
    },
    { about: 'their favorites', input: () => ({ favorites: 'true' }) },
    { about: 'those who walk dogs', input: () => ({ service: 'dog_walking' }) },
    { about: 'the best rated', input: () => ({ sort: 'rating', min_rating: 1 }) },
    { about: 'all by rating', input: () => ({ sort: 'rating' }) },
    { about: 'everybody, as staff see them', input: () => ({ view: 'staff', limit: 50 }) },
  ],
  'member.get': [
    { about: "the owner's", input: ({ owner }) => ({ id: owner.id }) },
    { about: "the claimant's", input: ({ claimant }) => ({ id: claimant.id }) },
    { about: "the past sitter's", input: ({ past }) => ({ id: past.id }) },
    { about: "the suspended member's", input: ({ suspended }) => ({ id: suspended.id }) },
    { about: "an admin's", input: ({ admin }) => ({ id: admin.id }) },
    {
      about: 'their own',
      input: (scene, who) => ({ id: who === 'visitor' ? UNKNOWN_ID : scene[who].id }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'member.getTrustPath': [
    { about: 'to the owner', input: ({ owner }) => ({ member_id: owner.id }) },
    { about: 'to the claimant', input: ({ claimant }) => ({ member_id: claimant.id }) },
    { about: 'to the suspended member', input: ({ suspended }) => ({ member_id: suspended.id }) },
    { about: 'to an unknown one', input: () => ({ member_id: UNKNOWN_ID }) },
  ],
  'member.update': [
    { about: "the owner's", input: ({ owner }) => ({ id: owner.id, bio: 'Three cats.' }) },
    {
      about: 'their own',
      input: (scene, who) => ({
        id: who === 'visitor' ? UNKNOWN_ID : scene[who].id,
        bio: 'A dog.',
      }),
    },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID, bio: 'Nobody.' }) },
  ],
  'member.switchRole': [
    { about: 'to owner', input: () => ({ new_role: 'pet_owner' }) },
    { about: 'to sitter', input: () => ({ new_role: 'pet_sitter' }) },
  ],
  'member.completePetOnboarding': [
    {
      about: 'their own',
      input: () => ({
        pet: { name: 'Tofu', breed: 'Manx' },
        owner: { full_name: 'Ada Stone', location: 'Maplewood, NJ' },
      }),
    },
    {
      about: "with the owner's pet",
      input: ({ pet }) => ({
        pet: { id: pet, name: 'Tofu', breed: 'Manx' },
        owner: { full_name: 'Ada Stone', location: 'Maplewood, NJ' },
      }),
    },
  ],
  'member.completeSitterOnboarding': [{ about: 'their own' }],
};

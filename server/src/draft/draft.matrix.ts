import type { FeatureRows } from '../testing/matrix/cases.ts';

const form_type = 'pet_onboarding';

export const rows: FeatureRows<'draft'> = {
  'draft.get': [
    { about: 'their own', input: () => ({ form_type }) },
    { about: "the owner's", input: ({ owner }) => ({ form_type, user_id: owner.id }) },
  ],
  'draft.save': [
    {
      harmless: true,
      about: 'their own',
      input: () => ({ form_type, form_data: { pet_name: 'Tofu' } }),
    },
    {
      about: "in the owner's name",
      input: ({ owner }) => ({ form_type, form_data: {}, user_id: owner.id }),
    },
  ],
  'draft.remove': [
    { harmless: true, about: 'their own', input: () => ({ form_type }) },
    { about: "the owner's", input: ({ owner }) => ({ form_type, user_id: owner.id }) },
  ],
};

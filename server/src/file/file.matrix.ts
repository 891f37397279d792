import sharp from 'sharp';
import type { Case, Rows } from '../testing/matrix/cases.ts';

const picture = await sharp({
  create: { width: 8, height: 8, channels: 3, background: 'teal' },
})
  .png()
  .toBuffer();

const uploads: Case[] = [
  {
    about: 'a picture',
    harmless: true,
    request: () => ({ body: new Uint8Array(picture), headers: { 'content-type': 'image/png' } }),
  },
  { about: 'what is no picture', request: () => ({ body: 'hello' }) },
];

export const rows: Rows = {
  'POST /storage/v1/object/profile-images/pet-images': uploads,
  'POST /storage/v1/object/profile-images/profile': uploads,
  'POST /storage/v1/object/profile-images/onboarding/pet': uploads,
  'POST /storage/v1/object/profile-images/onboarding/owner': uploads,
  'GET /storage/v1/object/public/profile-images/*': [
    {
      about: 'a name that nobody has',
      request: () => ({ path: '/storage/v1/object/public/profile-images/nobody.webp' }),
    },
    {
      about: "the owner's own",
      request: () => ({ path: '/storage/v1/object/public/profile-images/owner.webp' }),
    },
    {
      about: 'a path out of the folder',
      request: () => ({ path: '/storage/v1/object/public/profile-images/..%2f..%2fsecret' }),
    },
  ],
};

import { type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';
import type { Own } from './moderation.samples.ts';

const reason = 'Because of that.';
const ends_at = new Date(Date.now() + 7 * 86_400_000).toISOString();

export const rows: FeatureRows<'moderation', Own> = {
  'moderation.suspend': [
    { about: 'the sitter', input: ({ sitter }) => ({ member_id: sitter.id, ends_at, reason }) },
    { about: 'the admin', input: ({ admin }) => ({ member_id: admin.id, ends_at: null, reason }) },
    {
      about: 'the super admin',
      input: ({ super_admin }) => ({ member_id: super_admin.id, ends_at: null, reason }),
    },
    {
      about: 'a member who is suspended',
      input: ({ suspended }) => ({ member_id: suspended.id, ends_at, reason }),
    },
    { about: 'nobody', input: () => ({ member_id: UNKNOWN_ID, ends_at, reason }) },
  ],
  'moderation.undo': [
    { about: 'a ban', input: ({ ban }) => ({ id: ban, reason }) },
    { about: 'an unknown decision', input: () => ({ id: UNKNOWN_ID, reason }) },
  ],
  'moderation.decideAppeal': [
    {
      about: 'against a ban',
      input: ({ ban }) => ({ id: ban, decision: 'granted', answer: reason }),
    },
    {
      about: 'an unknown decision',
      input: () => ({ id: UNKNOWN_ID, decision: 'upheld', answer: reason }),
    },
  ],
  'moderation.listMine': [{ about: 'their own' }],
  'moderation.appeal': [
    {
      about: 'the warning of the owner',
      input: ({ warning }) => ({ id: warning, text: 'Please' }),
    },
    { about: 'an unknown decision', input: () => ({ id: UNKNOWN_ID, text: 'Please' }) },
  ],
  'moderation.getPostReview': [{ about: 'how many are looked at' }],
  'moderation.setPostReview': [
    { about: 'none', input: () => ({ reviewed_posts: 0 }) },
    { about: 'more than there can be', input: () => ({ reviewed_posts: 6 }) },
  ],
  'moderation.listAppeals': [{ about: 'what waits' }],
  'moderation.getSummary': [{ about: 'what was decided' }],
  'moderation.getSuspension': [
    {
      harmless: true,
      about: 'with the link of the ban',
      input: ({ banLink }) => ({ token: banLink }),
    },
    { about: 'with a guessed link', input: () => ({ token: 'guess' }) },
  ],
  'moderation.appealSuspension': [
    {
      about: 'with the link of a ban that was appealed',
      input: ({ banLink }) => ({ token: banLink, text: 'Please' }),
    },
    {
      about: 'with the link of a suspension',
      input: ({ suspensionLink }) => ({ token: suspensionLink, text: 'Please' }),
    },
    { about: 'with a guessed link', input: () => ({ token: 'guess', text: 'Please' }) },
  ],
  'moderation.mailAccountLink': [
    // Not harmless: each person gets a scene of their own, because the limit counts the emails.
    { about: 'with the link of the ban', input: ({ banLink }) => ({ token: banLink }) },
    { about: 'with a guessed link', input: () => ({ token: 'guess' }) },
  ],
  'moderation.textAccountCode': [
    { about: 'with the emailed link', input: ({ accountLink }) => ({ token: accountLink }) },
    {
      about: 'with the emailed link of a member with a phone',
      input: ({ phoneLink }) => ({ token: phoneLink }),
    },
    { about: 'with the link of the ban', input: ({ banLink }) => ({ token: banLink }) },
    { about: 'with a guessed link', input: () => ({ token: 'guess' }) },
  ],
  'moderation.manageAccount': [
    {
      harmless: true,
      about: 'with the emailed link',
      input: ({ accountLink }) => ({ token: accountLink }),
    },
    {
      about: 'with the emailed link of a member with a phone, and no code',
      input: ({ phoneLink }) => ({ token: phoneLink }),
    },
    {
      about: 'with the emailed link, to request a copy',
      input: ({ accountLink }) => ({ token: accountLink, action: 'request_copy' }),
    },
    {
      about: 'with the emailed link, to request the deletion',
      input: ({ accountLink }) => ({ token: accountLink, action: 'request_deletion' }),
    },
    { about: 'with the link of the ban', input: ({ banLink }) => ({ token: banLink }) },
    { about: 'with a guessed link', input: () => ({ token: 'guess' }) },
  ],
};

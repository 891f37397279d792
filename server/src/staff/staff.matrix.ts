import { ACTIVITY_EXPORT } from '@kindpal/contract/staff/activity';
import { type Case, type FeatureRows, UNKNOWN_ID } from '../testing/matrix/cases.ts';

const reason = 'Because of that.';

const calls: FeatureRows<'staff'> = {
  'staff.getUserRole': [
    { harmless: true, about: "the owner's", input: ({ owner }) => ({ _user_id: owner.id }) },
    { about: "the super admin's", input: ({ super_admin }) => ({ _user_id: super_admin.id }) },
    {
      harmless: true,
      about: 'their own',
      input: (scene, who) => ({ _user_id: who === 'visitor' ? UNKNOWN_ID : scene[who].id }),
    },
    { about: "nobody's", input: () => ({ _user_id: UNKNOWN_ID }) },
  ],
  'staff.superAdminExists': [{ harmless: true, about: 'whether there is one' }],
  'staff.getSuperAdmin': [
    {
      about: 'their own row',
      input: (scene, who) => ({ user_id: who === 'visitor' ? UNKNOWN_ID : scene[who].id }),
    },
    { about: "the super admin's row", input: ({ super_admin }) => ({ user_id: super_admin.id }) },
  ],
  'staff.createSuperAdmin': [
    {
      about: 'themselves with a guessed token',
      input: (scene, who) => ({
        user_id: who === 'visitor' ? UNKNOWN_ID : scene[who].id,
        setup_token: 'guess',
      }),
    },
    { about: 'of the sitter', input: ({ sitter }) => ({ user_id: sitter.id }) },
  ],
  'staff.listUsers': [
    { about: 'all', input: () => ({ limit: 20 }) },
    { about: 'a search by email', input: ({ owner }) => ({ search: owner.email }) },
    { about: 'admins', input: () => ({ role: 'admin' }) },
    { about: 'suspended members', input: () => ({ state: 'suspended' }) },
  ],
  'staff.getMember': [
    { about: "the owner's", input: ({ owner }) => ({ id: owner.id }) },
    { about: "the suspended member's", input: ({ suspended }) => ({ id: suspended.id }) },
    { about: 'an unknown one', input: () => ({ id: UNKNOWN_ID }) },
  ],
  'staff.setUserRole': [
    {
      about: 'the sitter to admin',
      input: ({ sitter }) => ({ user_id: sitter.id, role: 'admin' }),
    },
    {
      about: 'the super admin to user',
      input: ({ super_admin }) => ({ user_id: super_admin.id, role: 'user' }),
    },
    {
      about: 'upon a role that was not seen',
      input: ({ sitter }) => ({ user_id: sitter.id, role: 'admin', seen_role: 'super_admin' }),
    },
    { about: 'nobody to admin', input: () => ({ user_id: UNKNOWN_ID, role: 'admin' }) },
  ],
  'staff.listActivity': [
    { about: 'what one admin changed', input: () => ({ action: 'role_change' }) },
    { about: 'an unknown action', input: () => ({ action: 'anything' }) },
    {
      about: 'what one admin did about the owner',
      input: ({ admin, owner }) => ({ admin_id: admin.id, target_id: owner.id }),
    },
    {
      about: 'what was done in a year',
      input: () => ({ from: '2031-01-01T00:00:00Z', until: '2032-01-01T00:00:00Z' }),
    },
  ],
  'staff.listActivityStaff': [{ about: 'who acted' }],
  'staff.getStats': [{ about: 'the figures' }],
  'staff.getAnalytics': [{ about: 'the weeks' }],
  'staff.listJobs': [
    { about: 'all' },
    { about: 'a search', input: () => ({ search: 'Words of the description' }) },
  ],
  'staff.listProfiles': [
    { about: 'all' },
    { about: 'a search', input: () => ({ search: 'say about the owner' }) },
  ],
  'staff.takeDownJob': [
    { about: 'a claimed job', input: ({ job }) => ({ job_id: job, reason }) },
    { about: 'an open job', input: ({ open }) => ({ job_id: open, reason }) },
    { about: 'a completed job', input: ({ done }) => ({ job_id: done, reason }) },
    {
      about: "the super admin's job",
      input: ({ ofSuperAdmin }) => ({ job_id: ofSuperAdmin, reason }),
    },
    { about: 'an unknown job', input: () => ({ job_id: UNKNOWN_ID, reason }) },
  ],
  'staff.endClaim': [
    { about: 'a claimed job', input: ({ job }) => ({ job_id: job, reason }) },
    {
      about: 'a job that has another claim than the one meant',
      input: ({ job }) => ({ job_id: job, claim_id: UNKNOWN_ID, reason }),
    },
    { about: 'an open job', input: ({ open }) => ({ job_id: open, reason }) },
    { about: 'an unknown job', input: () => ({ job_id: UNKNOWN_ID, reason }) },
  ],
  'staff.resetFactors': [
    { about: "the owner's", input: ({ owner }) => ({ user_id: owner.id, reason }) },
    {
      about: "a stranger's, who has none",
      input: ({ stranger }) => ({ user_id: stranger.id, reason }),
    },
    { about: "nobody's", input: () => ({ user_id: UNKNOWN_ID, reason }) },
  ],
  'staff.removeProfilePart': [
    {
      about: "the owner's bio",
      input: ({ owner }) => ({
        user_id: owner.id,
        part: 'bio',
        seen: 'All there is to say about the owner',
        reason,
      }),
    },
    {
      about: "the super admin's bio",
      input: ({ super_admin }) => ({
        user_id: super_admin.id,
        part: 'bio',
        seen: 'All there is to say about the super_admin',
        reason,
      }),
    },
    {
      about: 'a bio that has changed',
      input: ({ owner }) => ({ user_id: owner.id, part: 'bio', seen: 'Another', reason }),
    },
    {
      about: "nobody's bio",
      input: () => ({ user_id: UNKNOWN_ID, part: 'bio', seen: 'Any', reason }),
    },
  ],
  'staff.getSystemHealth': [{ about: 'how it runs' }],
  'staff.getDatabase': [{ about: 'its sizes' }],
  'staff.getSettings': [{ about: 'what is set' }],
};

const download = (path: string): Case[] => [
  { about: 'what one admin changed', request: () => ({ path: `${path}?action=role_change` }) },
  { about: 'an unknown action', request: () => ({ path: `${path}?action=anything` }) },
];

export const rows = {
  ...calls,
  [`GET ${ACTIVITY_EXPORT.csv}`]: download(ACTIVITY_EXPORT.csv),
  [`GET ${ACTIVITY_EXPORT.json}`]: download(ACTIVITY_EXPORT.json),
};

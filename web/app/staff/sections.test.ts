import { describe, expect, it } from 'vitest';
import { adminGroups, appRoleLabel, groupsFor } from './sections.ts';

const entries = (role: 'user' | 'admin' | 'super_admin') =>
  groupsFor(role).map(({ label, sections }) => [
    label,
    ...sections.map((section) => `${section.label} ${section.to}`),
  ]);

const MANAGEMENT = [
  'Management',
  'Dashboard /admin',
  'User Management /admin/users',
  'Analytics /admin/analytics',
  'Content Moderation /admin/content',
  'Feedback Management /admin/feedback',
  'Invitations /admin/invitations',
];
const SYSTEM = [
  'System',
  'Activity /admin/activity',
  'System Health /admin/system',
  'Database /admin/database',
  'Settings /admin/settings',
];

describe('what the sidebar offers [S1] [S4]', () => {
  it('an admin sees only Management, a super admin System as well, a member nothing', () => {
    expect(entries('user')).toEqual([]);
    expect(entries('admin')).toEqual([MANAGEMENT]);
    expect(entries('super_admin')).toEqual([MANAGEMENT, SYSTEM]);
  });

  it('nobody sees a group without a page', () => {
    const groups = [...adminGroups, { label: 'Later', minimum: 'admin', sections: [] } as const];
    expect(groupsFor('super_admin', groups).map(({ label }) => label)).toEqual([
      'Management',
      'System',
    ]);
  });

  it('the badge shows the role in words', () => {
    expect([appRoleLabel('admin'), appRoleLabel('super_admin')]).toEqual(['Admin', 'Super Admin']);
  });
});

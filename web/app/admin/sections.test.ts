import { Database } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import { adminGroups, appRoleLabel, groupsFor } from './sections.ts';

const groups = [
  { ...adminGroups[0], label: 'Management', minimum: 'admin' as const, sections: [] },
  ...adminGroups,
  {
    label: 'System',
    minimum: 'super_admin' as const,
    sections: [{ to: '/admin/database', label: 'Database', icon: Database }],
  },
];
const labels = (role: 'user' | 'admin' | 'super_admin') =>
  groupsFor(role, groups).map(({ label }) => label);

describe('what the sidebar offers [S1]', () => {
  it('an admin sees Management alone, a super admin System as well, a member nothing', () => {
    expect(labels('user')).toEqual([]);
    expect(labels('admin')).toEqual(['Management']);
    expect(labels('super_admin')).toEqual(['Management', 'System']);
  });

  it('nobody sees a group without a page', () => {
    for (const group of groupsFor('super_admin')) expect(group.sections).not.toEqual([]);
  });

  it('the badge says the role in words', () => {
    expect([appRoleLabel('admin'), appRoleLabel('super_admin')]).toEqual(['Admin', 'Super Admin']);
  });
});

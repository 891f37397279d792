import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillTables: FillTables = ({ admin }) => `
  INSERT INTO admin_activity_logs (admin_id, action, target_type, target_id)
    SELECT '${admin}', 'users_read', 'user', id FROM users, generate_series(1, 20);
  INSERT INTO staff_views (admin_id, view_id, action, target_id)
    SELECT '${admin}', gen_random_uuid(), 'users_read', id FROM users`;

export const callAll: CallAll = ({ admin, people }) => [
  () => admin.staff.listUsers({ limit: 20 }),
  () => admin.staff.listUsers({ limit: 10, search: 'nobody' }),
  () => admin.staff.listUsers({ limit: 10, role: 'admin' }),
  () => admin.staff.listUsers({ limit: 10, state: 'suspended' }),
  () => admin.staff.listJobs({ limit: 20 }),
  () => admin.staff.listProfiles({ limit: 20 }),
  () => admin.staff.getMember({ id: people.owner.id }),
  () => admin.staff.listActivityStaff(),
  () => admin.staff.listActivity({ limit: 20 }),
  () => admin.staff.getStats(),
  () => admin.staff.getAnalytics(),
];

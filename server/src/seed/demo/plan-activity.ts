import type { adminActivityLogs } from '../../db/schema/staff.ts';
import type { Random } from '../random.ts';
import type { JobsPlan } from './plan-jobs.ts';
import type { MembersPlan } from './plan-members.ts';

type Entry = typeof adminActivityLogs.$inferInsert;
type Given = Pick<MembersPlan, 'members' | 'roles'> & {
  jobs: JobsPlan['jobs'];
  random: Random;
  now: Date;
};

const HOUR = 3_600_000;

/** What the demo's staff did and viewed in the last weeks. */
export function planActivity({ members, roles, jobs, random, now }: Given): Entry[] {
  const staff = roles.filter(({ role }) => role !== 'user').map(({ user_id }) => user_id);
  const idOf = (list: readonly { id: string }[]) => random.pick(list).id;
  const some = (list: readonly { id: string }[], count: number) => ({
    ids: list.slice(0, count).map(({ id }) => id),
  });
  const acts: (() => Pick<Entry, 'action' | 'target_type' | 'target_id' | 'details'>)[] = [
    () => ({ action: 'users_read', target_type: 'user', details: some(members, 10) }),
    () => ({ action: 'job_read', target_type: 'job', target_id: idOf(jobs) }),
    () => ({ action: 'jobs_read', target_type: 'job', details: some(jobs, 20) }),
    () => ({ action: 'profiles_read', target_type: 'user', details: some(members, 8) }),
    () => ({ action: 'role_read', target_type: 'user', target_id: idOf(members) }),
  ];
  const looks = Array.from({ length: 36 }, (_, place) => ({
    ...(acts[place % acts.length] as (typeof acts)[number])(),
    admin_id: random.pick(staff),
    created_at: new Date(now.getTime() - (place * 14 + random.whole(1, 12)) * HOUR),
  }));
  return [...looks, ...appointments({ roles, now })];
}

/** How the demo's admins got their role. */
function appointments({ roles, now }: Pick<Given, 'roles' | 'now'>): Entry[] {
  const first = roles.find(({ role }) => role === 'super_admin');
  return roles.flatMap(({ user_id, role }) =>
    first && role === 'admin'
      ? {
          admin_id: first.user_id,
          action: 'role_change',
          target_type: 'user',
          target_id: user_id,
          details: { old_role: 'user', new_role: role },
          created_at: new Date(now.getTime() - 600 * HOUR),
        }
      : [],
  );
}

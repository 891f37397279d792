import type { Queries } from '../../db/client.ts';
import { dataViews } from '../../db/schema/privacy.ts';
import { homeAccess, jobAccess } from '../../db/schema/vault.ts';
import { type AccessTexts, encryptAccess } from '../../vault/encrypt-access.ts';
import type { VaultKeys } from '../../vault/vault-keys.ts';
import type { JobsPlan } from './plan-jobs.ts';

/** Home access of the demo's owners; nobody lives there. */
const HOMES: AccessTexts[] = [
  {
    door: 'Gate 2580#, then the green door: 4711',
    keys: 'Spare key on the hook behind the recycling bins. The round one is for the upper lock.',
    alarm: '0815, on the panel left of the door. You have 45 seconds.',
    wifi: 'Network: BiscuitHome\nPassword: more-walks-please',
    notes: 'The left stove knob sticks. Bins go out on Tuesday evening.',
  },
  { keys: 'Under the third pot on the porch, in a tin.', wifi: 'PawPalace / treats4all' },
];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Home access of owners whose jobs are claimed, attached to these, and views by the current
 * sitters.
 */
export async function insertAccess(
  tx: Queries,
  { jobs, claims }: JobsPlan,
  { vault, now, admin }: { vault: VaultKeys; now: Date; admin: string },
): Promise<void> {
  const held = jobs.filter(({ status }) => status === 'claimed' || status === 'in_progress');
  const owners = [...new Set(held.map(({ owner_id }) => owner_id))];
  const textsOf = (owner: string) => HOMES[owners.indexOf(owner) % HOMES.length] as AccessTexts;
  const updated_at = new Date(now.getTime() - 20 * 86_400_000);
  await tx.insert(homeAccess).values(
    owners.map((owner_id) => ({
      owner_id,
      updated_at,
      ...encryptAccess(vault, `home_access:${owner_id}`, textsOf(owner_id)),
    })),
  );
  await tx.insert(jobAccess).values(
    held.map(({ id: job_id, owner_id }) => ({
      job_id,
      ...encryptAccess(vault, `job_access:${job_id}`, textsOf(owner_id)),
    })),
  );
  const looks = held.flatMap(({ id: job_id, owner_id, status }) => {
    const claim = claims.find((one) => one.job_id === job_id && !one.ended_at);
    if (!claim || status !== 'in_progress') return [];
    return (['keys', 'wifi'] as const).map((part, place) => {
      const viewed_at = new Date(now.getTime() - (95 - 60 * place) * MINUTE);
      return {
        subject_id: owner_id,
        viewer_id: claim.sitter_id,
        viewer_role: 'sitter' as const,
        kind: `access_${part}` as const,
        job_id,
        period: new Date(Math.floor(viewed_at.getTime() / MINUTE) * MINUTE),
        viewed_at,
      };
    });
  });
  await tx.insert(dataViews).values([...looks, ...planViews(held, claims, { now, admin })]);
}

/** Other data views of owners and sitters of claimed jobs, at different hours. */
function planViews(
  held: JobsPlan['jobs'],
  claims: JobsPlan['claims'],
  { now, admin }: { now: Date; admin: string },
): (typeof dataViews.$inferInsert)[] {
  return held.flatMap(({ id: job_id, owner_id }, place) => {
    const claim = claims.find((one) => one.job_id === job_id && !one.ended_at);
    if (!claim) return [];
    const when = (hours: number) => {
      const viewed_at = new Date(now.getTime() - (hours * 60 + place * 7) * MINUTE);
      return { viewed_at, period: new Date(Math.floor(viewed_at.getTime() / HOUR) * HOUR) };
    };
    const bySitter = { viewer_id: claim.sitter_id, viewer_role: 'sitter' as const };
    return [
      { ...bySitter, ...when(3), subject_id: owner_id, kind: 'address' as const, job_id },
      { ...bySitter, ...when(26), subject_id: owner_id, kind: 'pet_health' as const, job_id },
      {
        ...{ subject_id: claim.sitter_id, viewer_id: owner_id, viewer_role: 'owner' as const },
        ...{ ...when(5 + 2 * place), kind: 'email' as const },
      },
      // Staff answered a request of the owner's.
      ...(['request', 'account'] as const).flatMap((kind) =>
        owner_id === admin
          ? []
          : {
              ...{ subject_id: owner_id, viewer_id: admin, viewer_role: 'staff' as const },
              ...{ is_named: true, kind, ...when(50 + 5 * place) },
            },
      ),
    ];
  });
}

import { useConfig } from '~/lib/config.ts';
import { CallLink } from '~/ui/call-link.tsx';
import type { MemberJobDetail, Reader } from './job-summary.ts';

type EmergencyLineProps = { job: MemberJobDetail; reader: Reader };

/** The emergency number while a pet is in somebody's care, if the instance has one. [J4] */
export function EmergencyLine({ job, reader }: EmergencyLineProps) {
  const number = useConfig()?.emergency_number;
  if (!number || job.status !== 'in_progress' || reader === 'other') return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-ink-soft">A person in danger? Call first:</span>
      <CallLink phone={number} />
    </p>
  );
}

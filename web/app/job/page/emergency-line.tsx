import { useConfig } from '~/lib/config.ts';
import { CallLink } from '~/ui/call-link.tsx';

/** The emergency number while a pet is in somebody's care, if the instance has one. [J4] */
export function EmergencyLine() {
  const number = useConfig()?.emergency_number;
  if (!number) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-ink-soft">Someone in danger? Call first:</span>
      <CallLink phone={number} />
    </p>
  );
}

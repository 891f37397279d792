import type { OffersOfJob } from '@kindpal/contract/offer/schema';
import { useQuery } from '@tanstack/react-query';
import { clockText } from '~/job/requirements/requirement-texts.ts';
import { api } from '~/lib/calls/api.ts';
import { counted } from '~/lib/counted.ts';
import { AskedSittersSkeleton } from './asked-sitters-skeleton.tsx';

type AskedSittersProps = { jobId: string; offeredUntil: string | null };

const STATES: Record<OffersOfJob['asked'][number]['state'], string> = {
  waiting: 'no answer yet',
  claimed: 'claimed it',
  declined: 'said no',
  taken: 'someone else was first',
  over: 'no answer',
};

/** For the owner: who was asked first, their answers, and how many are on standby. [J2] */
export function AskedSitters({ jobId, offeredUntil }: AskedSittersProps) {
  const { data, isPending } = useQuery(
    api.offer.getOfJob.queryOptions({ input: { job_id: jobId } }),
  );
  if (isPending) return <AskedSittersSkeleton offeredUntil={offeredUntil} />;
  if (!data || (data.asked.length === 0 && data.waiting === 0)) return null;
  const { asked, waiting } = data;
  return (
    <div className="grid gap-1 text-sm">
      {offeredUntil ? <p>Opens to everyone by {clockText(offeredUntil)}.</p> : null}
      {asked.length > 0 ? (
        <ul aria-label="Asked first" className="grid gap-1">
          {asked.map(({ sitter, state }) => (
            <li key={sitter.id} className="wrap-anywhere">
              <bdi className="font-semibold">{sitter.full_name}</bdi>
              <span className="text-ink-soft">: {STATES[state]}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {waiting > 0 ? (
        <p className="text-ink-soft">{counted(waiting, 'sitter')} in line if it reopens.</p>
      ) : null}
    </div>
  );
}

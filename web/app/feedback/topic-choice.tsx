import type { ChosenTopic } from '@kindpal/contract/feedback/schema';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { Button } from '~/ui/button.tsx';
import { CallLink } from '~/ui/call-link.tsx';
import { EmergencyNumber } from '~/ui/emergency-number.tsx';
import { TOPIC_CHOICES } from './help-topics.ts';
import type { JobAtHand } from './use-job-at-hand.ts';

type TopicChoiceProps = {
  job: JobAtHand;
  onChoose: (topic: ChosenTopic) => void;
  /** Continues without the job. */
  onSkip: () => void;
};

/**
 * A choice of what is wrong with a job, before anything is typed, with advice for an emergency.
 * [F2]
 */
export function TopicChoice({ job, onChoose, onSkip }: TopicChoiceProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => first.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className="grid gap-3">
      <h3 className="text-lg">
        What’s going on with <bdi>{job.pet}</bdi>’s job?
      </h3>
      <ul className="grid gap-2">
        {TOPIC_CHOICES[job.side].map(({ topic, label }, place) => (
          <li key={topic} className="grid">
            <button
              ref={place === 0 ? first : undefined}
              type="button"
              onClick={() => onChoose(topic)}
              className="flex min-h-13 items-center justify-between gap-3 rounded-md border-2 border-line-strong bg-surface px-4 py-2.5 text-left font-semibold hover:border-accent hover:text-accent"
            >
              {label}
              <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      <div className="rounded-md bg-sunken p-3 text-ink-soft text-sm">
        <p>
          <strong className="text-ink">In an emergency, don’t wait for us.</strong> If a person is
          in danger, call <EmergencyNumber />. If a pet is hurt or sick, call the nearest emergency
          vet. We answer within about 24 hours.
        </p>
        {job.hasCare ? <EmergencyCall job={job} /> : null}
      </div>
      <Button variant="quiet" size="sm" className="-ml-4 justify-self-start" onClick={onSkip}>
        It’s not about this job
      </Button>
    </div>
  );
}

/** The emergency number that the pet's owner left, once it is loaded. [F2] */
function EmergencyCall({ job }: Pick<TopicChoiceProps, 'job'>) {
  const { data: care } = useQuery(
    api.job.getPetCare.queryOptions({ input: { job_id: job.id } }),
    queryClient,
  );
  if (!care?.emergency_phone) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <bdi>{care.emergency_contact ?? `For ${job.pet}`}</bdi>
      <CallLink phone={care.emergency_phone} />
    </p>
  );
}

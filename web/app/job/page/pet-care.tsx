import { useQuery } from '@tanstack/react-query';
import { HeartPulse, Phone } from 'lucide-react';
import { api } from '~/lib/calls/api.ts';
import { counted } from '~/lib/counted.ts';
import { DOT } from '~/lib/format.ts';
import { CallLink } from '~/ui/call-link.tsx';
import { Card } from '~/ui/card.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

/**
 * The pet's health and emergency contact. The server sends them to the owner and to the sitter who
 * holds the job.
 */
export function PetCare({ jobId }: { jobId: string }) {
  const query = useQuery(api.job.getPetCare.queryOptions({ input: { job_id: jobId } }));
  const care = query.data;
  if (query.error && !care)
    return <LoadFailed title="Failed to load the care notes" query={query} />;
  return (
    <section aria-labelledby="pet-care" className="grid gap-1.5">
      <h2 id="pet-care" className="text-xl">
        Health and emergencies
      </h2>
      {care ? (
        <Card className="grid min-h-32 content-start gap-3">
          <div className="flex items-start gap-3">
            <HeartPulse aria-hidden="true" className="line-icon text-danger" />
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {care.medical_conditions ?? 'No medical conditions listed.'}
            </p>
          </div>
          {care.emergency_contact || care.emergency_phone ? (
            <div className="flex items-start gap-3">
              <Phone aria-hidden="true" className="line-icon text-danger" />
              <div className="grid min-w-0">
                <span dir="auto" className="wrap-anywhere">
                  {care.emergency_contact ?? 'In an emergency'}
                </span>
                {care.emergency_phone ? <CallLink phone={care.emergency_phone} /> : null}
              </div>
            </div>
          ) : null}
          <p className="text-ink-soft text-xs">
            {ageAndWeight(care)}Only the owner and the sitter see this.
          </p>
        </Card>
      ) : (
        <div role="status" aria-label="Loading the care notes">
          <Skeleton className="h-32 rounded-lg" />
        </div>
      )}
    </section>
  );
}

function ageAndWeight({ age, weight }: { age: number | null; weight: number | null }): string {
  const facts = [
    age === null ? '' : `${counted(age, 'year')} old`,
    weight === null ? '' : counted(weight, 'lb'),
  ];
  return facts
    .filter(Boolean)
    .map((fact) => `${fact}${DOT}`)
    .join('');
}

import type { MemberJob } from '@kindpal/contract/job/schema';
import { useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { Skeleton } from '~/ui/skeleton.tsx';
import { askRequirements } from './ask-requirements.ts';
import { RequirementList } from './requirement-list.tsx';
import { requirementTexts } from './requirement-texts.ts';

type CardRequirementsProps = { job: Pick<MemberJob, 'id' | 'owner'> };

/** A job's requirements on a list card, and whether the viewer meets them. [J1] [J5] */
export function CardRequirements({ job: { id, owner } }: CardRequirementsProps) {
  const { data, isPending } = useQuery({
    queryKey: [...api.job.listRequirements.key(), id],
    queryFn: () => askRequirements(id),
  });
  if (isPending) return <Skeleton className="h-4 w-2/3" />;
  const texts = data ? requirementTexts(data, owner.full_name) : [];
  return texts.length > 0 ? <RequirementList texts={texts} className="gap-1 text-xs" /> : null;
}

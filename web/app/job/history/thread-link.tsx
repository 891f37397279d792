import { TextLink } from '~/ui/link.tsx';

const PARAM = 'chat';

/** The claim whose ended thread an address of a job's page shows, or null. */
export function threadInAddress(params: URLSearchParams): string | null {
  return params.get(PARAM);
}

/** Opens the thread of a claim that has ended, on the job's page. [M1] */
export function ThreadLink({ jobId, claimId }: { jobId: string; claimId: string }) {
  return (
    <TextLink
      to={`/jobs/${jobId}?${PARAM}=${claimId}`}
      preventScrollReset
      className="justify-self-start text-sm"
    >
      Read the chat
    </TextLink>
  );
}

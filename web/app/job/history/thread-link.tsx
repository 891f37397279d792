import { TextLink } from '~/ui/link.tsx';

/** Opens the thread of a claim that has ended, where the inbox shows it. [M1] */
export function ThreadLink({ jobId, claimId }: { jobId: string; claimId: string }) {
  return (
    <TextLink to={`/chat/job/${jobId}/${claimId}`} className="justify-self-start text-sm">
      Read the chat
    </TextLink>
  );
}

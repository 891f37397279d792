import { TextLink } from '~/ui/link.tsx';

/** A link to the chat of an ended claim. [M1] */
export function ThreadLink({ jobId, claimId }: { jobId: string; claimId: string }) {
  return (
    <TextLink
      to={`/chat/job/${jobId}/${claimId}`}
      className="touch-area justify-self-start text-sm"
    >
      Read the chat
    </TextLink>
  );
}

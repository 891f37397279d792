import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { InvitedLink } from './invited-link.tsx';
import { MoreCodes } from './more-codes.tsx';

/** The code did its work: thanks, and where more come from. [I2] */
export function UsedInvite() {
  return (
    <div className="grid gap-4">
      <div className="grid justify-items-center gap-3 text-center">
        <div className="w-36">
          <DogOnLead />
        </div>
        <p className="font-display font-semibold text-lg" role="status">
          Your invite code was used successfully!
        </p>
        <p className="text-ink-soft">Somebody you trust is a member now. Thank you.</p>
        <InvitedLink />
      </div>
      <MoreCodes hasUnusedCode={false} />
    </div>
  );
}

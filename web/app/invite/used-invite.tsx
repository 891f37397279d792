import { SeatedDog } from '~/ui/illustrations/animals.tsx';
import { MoreCodes } from './more-codes.tsx';

/** The code did its work: thanks, and where more come from. [I2] */
export function UsedInvite() {
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <svg viewBox="0 0 200 200" className="w-28" aria-hidden="true">
        <SeatedDog />
      </svg>
      <p className="font-display font-semibold text-lg" role="status">
        Your invite code was used successfully!
      </p>
      <p className="text-ink-soft">Somebody you trust is a member now. Thank you.</p>
      <MoreCodes />
    </div>
  );
}

import { Banner } from '~/ui/banner.tsx';
import { MoreCodes } from './more-codes.tsx';

/** The code was switched off by staff; only they can give another. [I1] */
export function DisabledInvite() {
  return (
    <div className="grid gap-4">
      <Banner tone="caution" title="Your invite code was disabled">
        It lets nobody in any more. Ask us for another one.
      </Banner>
      <MoreCodes hasUnusedCode={false} />
    </div>
  );
}

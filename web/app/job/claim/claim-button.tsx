import type { ClaimWarning } from '@kindpal/contract/claim/schema';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { whenIdle } from '~/lib/when-idle.ts';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { Button } from '~/ui/button.tsx';
import { lacksIntroduction } from './introduction.ts';
import { readHello } from './introduction-draft.ts';
import { useClaimJob } from './use-claim-job.ts';

const ConfirmClaim = lazyPart(() =>
  import('./confirm-claim.tsx').then((module) => module.ConfirmClaim),
);
const IntroduceWindow = lazyPart(() =>
  import('./introduce-window.tsx').then((module) => module.IntroduceWindow),
);

type ClaimButtonProps = {
  job: { id: string; owner: { full_name: string } };
  onSettled: () => void;
};

/**
 * Claim This Job. It reacts at once and ignores a second press. Before claiming it may show
 * warnings about the sitter's own calendar, or ask a sitter with an empty profile for an
 * introduction. A first message to the owner that was typed before is shown again, and never sent
 * without another submission. [J4] [J5]
 */
export function ClaimButton({ job, onSettled }: ClaimButtonProps) {
  const { claim, isClaiming } = useClaimJob(job.id);
  const [warnings, setWarnings] = useState<ClaimWarning[] | null>(null);
  const [isIntroducing, setIntroducing] = useState(false);
  const { profile, fetchStatus, refetch } = useOwnProfile();
  const [isAsking, setAsking] = useState(false);
  const needsWindow = (known: OwnProfile) =>
    lacksIntroduction(known) || readHello(sessionStorage, { me: known.id, jobId: job.id }) !== '';
  const fetchWindow = profile && needsWindow(profile) ? IntroduceWindow.prefetch : undefined;
  useEffect(() => whenIdle(ConfirmClaim.prefetch), []);

  /**
   * A press before the profile has loaded waits for it; without a network the claim itself shows
   * the error.
   */
  async function start() {
    let known = profile;
    if (!known && fetchStatus === 'fetching') {
      setAsking(true);
      const { data } = await refetch({ cancelRefetch: false });
      setAsking(false);
      if (data?.view === 'self') known = data;
    }
    if (known && needsWindow(known)) setIntroducing(true);
    else await press([], {});
  }
  async function press(...given: Parameters<typeof claim>) {
    const asked = await claim(...given);
    // The dialog keeps the focus until it is unmounted.
    flushSync(() => setWarnings(asked));
    if (asked === null) onSettled();
  }
  return (
    <>
      <Button
        className="lg:grow"
        busy={isClaiming || isAsking}
        busyLabel="Claiming..."
        onPointerEnter={fetchWindow}
        onFocus={fetchWindow}
        onClick={() => void start()}
      >
        Claim This Job
      </Button>
      {isIntroducing && profile ? (
        <Suspense>
          <IntroduceWindow
            profile={profile}
            jobId={job.id}
            owner={job.owner.full_name}
            onClose={() => setIntroducing(false)}
            onClaim={(beside) => {
              setIntroducing(false);
              void press([], beside);
            }}
          />
        </Suspense>
      ) : null}
      {warnings ? (
        <Suspense>
          <ConfirmClaim
            warnings={warnings}
            busy={isClaiming}
            onClose={() => setWarnings(null)}
            onConfirm={() => void press(warnings)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

import type { JobEvent } from '@kindpal/contract/job/history';
import { type RefObject, Suspense, useRef } from 'react';
import { createPortal } from 'react-dom';
import { BlockedJobPart } from '~/block/blocked-job-part.tsx';
import { hasLostFocus } from '~/lib/kept-focus.ts';
import { useStore } from '~/lib/store.ts';
import { useIsWide } from '~/lib/use-is-wide.ts';
import { justClaimed } from '~/notification/push/push.ts';
import { PushOfferPart } from '~/notification/push/push-offer-part.ts';
import { AskedSittersPart } from '~/offer/asked-sitters-part.tsx';
import { JobOffer } from '~/offer/job-offer.tsx';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { Place, useMovable } from '~/ui/movable.tsx';
import {
  isPayDue,
  type JobSummary,
  type JobViewer,
  type MemberJobDetail,
  summarizeJob,
} from '../job-summary.ts';
import { JobRequirements } from '../requirements/job-requirements.tsx';
import { ActionBar } from './action-bar.tsx';
import { EmergencyPart } from './emergency-part.tsx';
import { Payout } from './payout.tsx';
import { isOnlyMenu, StatusActions } from './status-actions.tsx';

type StatusPanelProps = {
  job: MemberJobDetail;
  viewer: JobViewer;
  /** The newest entry of the job's history, once it is loaded. */
  latest: JobEvent | undefined;
};

/**
 * The state of the job and the next actions. On a phone the buttons and the pay are in the bar at
 * the bottom; the text stays in the page. [J4] [J5] [J9]
 */
export function StatusPanel({ job, viewer, latest }: StatusPanelProps) {
  const summary = summarizeJob(job, viewer, latest);
  const isWide = useIsWide();
  const isInBar = !isWide && hasStepsForBar(summary);
  const claimed = useStore(justClaimed);
  const heading = useRef<HTMLHeadingElement>(null);
  const actions = useMovable();
  return (
    <Card as="section" aria-label="Where this job stands" className="relative grid gap-4">
      <div
        className={cx('grid gap-0.5', isWide && isOnlyMenu(summary) && 'pr-12')}
        aria-live="polite"
      >
        <h2 ref={heading} tabIndex={-1} className="wrap-anywhere text-lg outline-none">
          {summary.heading}
        </h2>
        <p className="wrap-anywhere text-ink-soft text-sm">{summary.text}</p>
      </div>
      <JobRequirements job={job} />
      {viewer === 'other' ? <JobOffer jobId={job.id} isGone={isTaken(job)} /> : null}
      {isPayDue(job) && job.payout ? <Payout payout={job.payout} /> : null}
      {isInBar ? (
        <ActionBar job={job}>
          <Place of={actions} />
        </ActionBar>
      ) : (
        <Place of={actions} />
      )}
      {/* Below the buttons: what comes late must not move a button that is about to be pressed. */}
      {isUnderWay(job, viewer) ? <BlockedJobPart jobId={job.id} /> : null}
      {job.is_mine && !job.is_held ? (
        <AskedSittersPart jobId={job.id} offeredUntil={job.offered_until} />
      ) : null}
      <EmergencyPart job={job} viewer={viewer} />
      {claimed === job.id ? (
        <Suspense fallback={null}>
          <PushOfferPart text="Get notified on this device when the owner writes, and before the job starts." />
        </Suspense>
      ) : null}
      {createPortal(
        <StatusActions
          job={job}
          viewer={viewer}
          summary={summary}
          isCompact={isInBar}
          onDone={() => focusOn(heading)}
        />,
        actions,
      )}
    </Card>
  );
}

/** Whether the viewer is a participant of a claimed or running job. */
const isUnderWay = ({ status }: MemberJobDetail, viewer: JobViewer) =>
  (viewer === 'owner' || viewer === 'claimant') &&
  (status === 'claimed' || status === 'in_progress');

/** Whether another sitter got the job that the viewer has open; staff see who it is. */
const isTaken = ({ status, claim }: MemberJobDetail) => status === 'claimed' && claim === null;

/** Without a next step and a menu there is no bar: other steps stay in the page. */
function hasStepsForBar({ primary, later }: JobSummary): boolean {
  return primary !== undefined || later.length > 0;
}

/**
 * For screen readers, after an action whose button has disappeared with its focus. If the viewer
 * has gone on, to a menu or the chat, the focus stays there: a menu closes when it loses it.
 */
function focusOn(heading: RefObject<HTMLHeadingElement | null>): void {
  const focus = () => {
    if (hasLostFocus()) heading.current?.focus({ preventScroll: true });
  };
  // A dialog has just closed; without one, the button stays until the answer is rendered.
  focus();
  setTimeout(focus);
}

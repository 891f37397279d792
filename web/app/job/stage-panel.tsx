import type { JobEvent } from '@kindpal/contract/job/history';
import { MoreHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ClaimButton } from '~/claim/claim-button.tsx';
import { formatDateTime } from '~/lib/format.ts';
import { useLast } from '~/lib/use-last.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { Menu, MenuItem } from '~/ui/dropdown-menu.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { isJobMove, type JobMove, moveTexts } from './job-action-texts.ts';
import { jobStage, type MemberJobDetail, type Reader } from './job-stage.ts';
import { MoveDialog } from './move-dialog.tsx';
import { useMoveJob } from './use-move-job.ts';

type StagePanelProps = {
  job: MemberJobDetail;
  reader: Reader;
  /** The newest entry of the job's history, once it is known. */
  latest: JobEvent | undefined;
};

/**
 * How things stand and what to do next. Where there is something to do it stays at hand above the
 * lower edge of the screen, and once that is done, or lost to another, it says so in the same
 * place. [J4] [J5] [J9]
 */
export function StagePanel({ job, reader, latest }: StagePanelProps) {
  const stage = jobStage(job, reader, latest);
  // Asked again at every render: the dialog says what is true when it opens.
  const isOver = Date.parse(job.end_date) <= Date.now();
  const { move, moving } = useMoveJob(job.id, reader);
  const [asked, setAsked] = useState<JobMove | null>(null);
  const isAtHand = useLast(stage.primary ? true : null) ?? false;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus({ preventScroll: true });

  async function run(action: JobMove, reason?: string) {
    const isDone = await move(action, reason);
    if (!isDone) return;
    // The dialog holds on to the focus until it is gone.
    flushSync(() => setAsked(null));
    focusHeading();
  }
  function press(action: JobMove) {
    if (moveTexts(action, reader).ask) setAsked(action);
    else void run(action);
  }

  return (
    <Card
      as="section"
      aria-label="Where this job stands"
      className={cx(
        'flex flex-wrap items-center gap-x-5 gap-y-3',
        isAtHand &&
          'sticky bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 border-accent! bg-raised! shadow-2!',
      )}
      data-keep-clear={isAtHand ? '' : undefined}
    >
      <div className="grid min-w-36 flex-1 gap-0.5" aria-live="polite">
        <h2 ref={heading} tabIndex={-1} className="wrap-anywhere text-lg outline-none">
          {stage.heading}
        </h2>
        <p className={cx('wrap-anywhere text-ink-soft text-sm', isAtHand && 'line-clamp-4')}>
          {stage.text}
          {stage.until ? ` on ${formatDateTime(stage.until)}.` : null}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {stage.primary === 'claim' ? <ClaimButton jobId={job.id} onSettled={focusHeading} /> : null}
        {stage.primary && isJobMove(stage.primary) ? (
          <MoveButton move={stage.primary} reader={reader} moving={moving} onPress={press} />
        ) : null}
        <OtherMoves
          moves={stage.secondary.filter(isJobMove)}
          reader={reader}
          hasPrimary={stage.primary !== undefined}
          onPress={press}
        />
      </div>
      <MoveDialog
        texts={asked ? moveTexts(asked, reader) : null}
        isOver={isOver}
        busy={moving !== null}
        onClose={() => setAsked(null)}
        onConfirm={(reason) => asked && void run(asked, reason)}
      />
    </Card>
  );
}

type MoveButtonProps = {
  move: JobMove;
  reader: Reader;
  moving: JobMove | null;
  onPress: (move: JobMove) => void;
};

function MoveButton({ move, reader, moving, onPress }: MoveButtonProps) {
  const texts = moveTexts(move, reader);
  return (
    <Button busy={moving === move} busyLabel={texts.busyLabel} onClick={() => onPress(move)}>
      {texts.label}
    </Button>
  );
}

type OtherMovesProps = {
  moves: JobMove[];
  reader: Reader;
  hasPrimary: boolean;
  onPress: (move: JobMove) => void;
};

/** Beside a step forward they wait in a menu; alone, one of them is a plain button. */
function OtherMoves({ moves, reader, hasPrimary, onPress }: OtherMovesProps) {
  const [only] = moves;
  if (only === undefined) return null;
  if (moves.length === 1 && !hasPrimary) {
    return (
      <Button variant="danger-quiet" className="-mx-5" onClick={() => onPress(only)}>
        {moveTexts(only, reader).label}
      </Button>
    );
  }
  return (
    <Menu
      trigger={
        <IconButton label="More" className="border-2 border-line-strong">
          <MoreHorizontal aria-hidden="true" />
        </IconButton>
      }
    >
      {moves.map((move) => (
        <MenuItem key={move} danger onSelect={() => onPress(move)}>
          {moveTexts(move, reader).label}
        </MenuItem>
      ))}
    </Menu>
  );
}

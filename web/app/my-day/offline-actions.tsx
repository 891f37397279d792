import { START_EARLY_MS } from '@kindpal/contract/job/rules';
import { Check, Play, SendHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageLimit } from '~/chat/message-limit.ts';
import { askBefore, type MoveAsk } from '~/job/moves/job-action-texts.ts';
import { loadCode } from '~/lib/loading/load-code.ts';
import { useStore } from '~/lib/store.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { addAction, type NewAction } from './action-queue.ts';
import type { DayJob } from './day.ts';
import { queueStore } from './queue-store.ts';
import { showQueue } from './show-queue.ts';
import type { DayMessage } from './use-day-message.ts';

type OfflineActionsProps = {
  job: DayJob;
  memberId: string;
  message: DayMessage;
  /** The question that is open: the parent shows these actions until it is answered. */
  asked: AskedMove | null;
  onAsk: (asked: AskedMove | null) => void;
  /** Whether the stored day is current: the job's other actions are then on its page. */
  isCurrent: boolean;
};
type What = { kind: 'message'; client_id: string; content: string } | { kind: 'move'; move: Move };
type Move = 'start' | 'complete';
export type AskedMove = { move: Move; ask: MoveAsk };

/** Actions on a job that work offline: they are sent when there is a network. */
export function OfflineActions(props: OfflineActionsProps) {
  const { job, memberId, message, asked, onAsk, isCurrent } = props;
  const { text, setText } = message;
  const [isFull, setFull] = useState(false);
  const content = text.trim();
  const { isTooLong, field } = messageLimit(text);
  const cannotSend = content === '' || isTooLong;
  useUnsaved(content !== '', { keepsDraft: true });
  const move = useNextMove(job);

  // A second press comes before the first action is stored, and the page shows it.
  const storing = useRef(new Set<What['kind']>());

  async function queue(what: What): Promise<void> {
    if (storing.current.has(what.kind)) return;
    storing.current.add(what.kind);
    const { id: job_id, claim_id, title } = job;
    const action: NewAction = { job_id, claim_id, title, created_at: Date.now(), ...what };
    try {
      await addAction(memberId, action);
      if (what.kind === 'message') setText('');
      setFull(false);
    } catch {
      setFull(true);
    }
    await showQueue(memberId).finally(() => storing.current.delete(what.kind));
    if (isCurrent) void loadCode(() => import('./send-queue.ts')).then((code) => code.sendQueue());
  }
  return (
    <div className="grid gap-3">
      <form
        className="grid justify-items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!cannotSend) void queue({ kind: 'message', client_id: crypto.randomUUID(), content });
        }}
      >
        <Field
          label={`Message to ${job.other.full_name}`}
          className="w-full"
          {...field}
          error={isFull ? 'There’s no room on this device to keep it.' : field.error}
        >
          <Textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="outline"
          size="sm"
          disabled={cannotSend}
          icon={<SendHorizontal aria-hidden="true" className="size-5" />}
        >
          {isCurrent ? 'Send' : 'Send when online'}
        </Button>
      </form>
      <MoveButton
        job={job}
        move={isCurrent ? null : move}
        asked={asked}
        onAsk={onAsk}
        onMove={(one) => void queue({ kind: 'move', move: one })}
      />
    </div>
  );
}

type MoveButtonProps = Pick<OfflineActionsProps, 'job' | 'asked' | 'onAsk'> & {
  move: Move | null;
  onMove: (move: Move) => void;
};

const LABELS = { start: 'Start when online', complete: 'Mark as done when online' } as const;

/**
 * Asks first if it is early, as the job's page does: the second tap of a double tap on Start would
 * press the button that replaces it. A question stays while another action becomes the next one.
 * [J9]
 */
function MoveButton({ job, move, asked, onAsk, onMove }: MoveButtonProps) {
  function press(one: Move) {
    const ask = askBefore(one, { viewer: 'claimant', job, now: Date.now() });
    if (ask) onAsk({ move: one, ask });
    else onMove(one);
  }
  return (
    <>
      {move ? (
        <Button
          // What replaces Start must not take the second press of a double click on it.
          key={move}
          variant="secondary"
          size="sm"
          className="no-double-press justify-self-start"
          icon={move === 'start' ? <Play {...icon} /> : <Check {...icon} />}
          onClick={() => press(move)}
        >
          {LABELS[move]}
        </Button>
      ) : null}
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || onAsk(null)}
          title={asked.ask.title}
          description={asked.ask.description}
          confirmLabel={LABELS[asked.move]}
          cancelLabel={asked.ask.keep}
          onConfirm={() => {
            onAsk(null);
            onMove(asked.move);
          }}
        />
      ) : null}
    </>
  );
}

const icon = { 'aria-hidden': true, className: 'size-5' } as const;

/**
 * The sitter's next action, based on stored data and waiting actions; null if it is not time yet.
 */
function useNextMove({ id, as, status, start_date }: DayJob): Move | null {
  const queued = useStore(queueStore).filter(
    (action) => action.job_id === id && action.kind === 'move' && action.refusal === null,
  );
  const has = (move: Move) =>
    queued.some((action) => action.kind === 'move' && action.move === move);
  if (as !== 'sitter' || has('complete')) return null;
  if (status === 'in_progress' || has('start')) return 'complete';
  return Date.now() >= Date.parse(start_date) - START_EARLY_MS ? 'start' : null;
}

import { cutFeedback, FEEDBACK_MAX, feedbackLabel } from '@kindpal/contract/feedback/rules';
import type { StaffFeedback } from '@kindpal/contract/feedback/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useUnsaved } from '~/lib/unsaved.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Select } from '~/ui/select.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { keepAnswerDraft, readAnswerDraft } from './answer-draft.ts';
import { answersFor } from './canned-answers.ts';
import { useUpdateFeedback } from './use-feedback-list.ts';

/** Appends a canned answer to what was already typed. */
export function addAnswer(typed: string, answer: string): string {
  return typed.trim() === '' ? answer : `${typed.trimEnd()}\n\n${answer}`;
}

/** The typed answer, kept as a draft of this request, and its field, which gets the focus. */
function useKeptAnswer(id: string) {
  const [text, setText] = useState(() => readAnswerDraft(sessionStorage, id));
  const box = useRef<HTMLTextAreaElement>(null);
  useUnsaved(text !== '', { keepsDraft: true });
  useEffect(() => {
    const { current } = box;
    current?.focus();
    // A draft continues at its end.
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  function write(next: string) {
    setText(next);
    keepAnswerDraft(sessionStorage, id, next);
  }
  return { text, write, box };
}

type AnswerFormProps = {
  /** The request as the author of the answer saw it; the answer is sent for this version of it. */
  seen: StaffFeedback;
  latest: StaffFeedback;
  isListed: boolean;
  onSee: (row: StaffFeedback | null) => void;
};

/** A form for an answer, optionally based on a canned one; typed text survives every error. [F4] */
export function AnswerForm({ seen, latest, isListed, onSee }: AnswerFormProps) {
  const { id } = latest;
  const { text, write, box } = useKeptAnswer(id);
  const [hasTried, setTried] = useState(false);
  const isEmpty = cutFeedback(text) === '';
  const update = useUpdateFeedback();

  function send(event: FormEvent) {
    event.preventDefault();
    if (update.isPending) return;
    if (isEmpty) {
      setTried(true);
      return box.current?.focus();
    }
    update.mutate(
      { id, version: seen.version, admin_response: text },
      {
        onSuccess: () => {
          write('');
          onSee(null);
        },
      },
    );
  }

  return (
    <form
      noValidate
      className="grid gap-3 border-line border-t pt-4"
      onSubmit={send}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Escape' && !nativeEvent.isComposing && !update.isPending) onSee(null);
      }}
    >
      {latest.version === seen.version ? null : (
        <OthersChange latest={latest} onSeen={() => onSee(latest)} />
      )}
      {isListed ? null : (
        <p className="text-ink-soft text-sm">
          It has left this list; it stays here until you have answered.
        </p>
      )}
      <CannedAnswers
        topic={latest.topic}
        onPick={(answer) => {
          if (answer) write(addAnswer(text, answer));
          box.current?.focus();
        }}
      />
      <Field
        label="Answer"
        error={hasTried && isEmpty ? 'Please write an answer' : undefined}
        counter={{ used: countCharacters(text), max: FEEDBACK_MAX }}
      >
        <Textarea
          ref={box}
          rows={4}
          value={text}
          maxLength={FEEDBACK_MAX}
          onChange={(event) => write(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={update.isPending} busyLabel="Sending...">
          Send answer
        </Button>
        <Button variant="quiet" disabled={update.isPending} onClick={() => onSee(null)}>
          Close
        </Button>
      </div>
    </form>
  );
}

type CannedAnswersProps = {
  topic: StaffFeedback['topic'];
  /** Undefined for none of them. */
  onPick: (answer: string | undefined) => void;
};

/** Canned answers for requests about this topic. [F4] */
function CannedAnswers({ topic, onPick }: CannedAnswersProps) {
  const answers = answersFor(topic);
  return (
    <Field label="Start from" className="max-w-sm">
      <Select
        value=""
        onChange={({ target }) => onPick(answers.find(({ label }) => label === target.value)?.text)}
      >
        <option value="">A ready-made answer…</option>
        {answers.map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
      </Select>
    </Field>
  );
}

/** Shows what another person changed while this answer was being written. */
function OthersChange({ latest, onSeen }: { latest: StaffFeedback; onSeen: () => void }) {
  const { status, admin_response, responder } = latest;
  return (
    <Banner
      tone="caution"
      title="Someone else changed this in the meantime. Please check again."
      action={
        <Button size="sm" variant="outline" onClick={onSeen}>
          Got it
        </Button>
      }
    >
      <p>It is now: {feedbackLabel(status)}.</p>
      {admin_response ? (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {responder ?? 'Someone'} answered: “<bdi>{admin_response}</bdi>”
        </p>
      ) : null}
    </Banner>
  );
}

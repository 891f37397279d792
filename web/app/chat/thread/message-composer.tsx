import { SendHorizontal } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useUnsaved } from '~/lib/unsaved.ts';
import { Field } from '~/ui/field.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { messageLimit } from '../message-limit.ts';

type MessageComposerProps = {
  label: string;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
};

/** Whether an input method (IME) is composing text: then Enter confirms it and must not send. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

/**
 * The text box of a chat: Enter sends, Shift+Enter starts a new line; text of only spaces is not
 * sent. [M1]
 */
export function MessageComposer({ label, text, onText, onSend }: MessageComposerProps) {
  const isEmpty = text.trim() === '';
  const { isTooLong, field } = messageLimit(text);
  useUnsaved(!isEmpty, { keepsDraft: true });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    if (!isTooLong) onSend();
  }
  return (
    <form
      className="flex items-start gap-1.5 border-line border-t p-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooLong) onSend();
      }}
    >
      <Field label={label} hideLabel className="min-w-0 flex-1" {...field}>
        <Textarea
          rows={1}
          value={text}
          enterKeyHint="send"
          placeholder="Write a message"
          className="max-h-36! resize-none!"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <IconButton
        type="submit"
        label="Send message"
        tone="filled"
        className="size-12"
        disabled={isEmpty || isTooLong}
        // Keeps the focus in the text box. Otherwise a phone shows its bottom bar again, and the
        // button moves away before the finger is lifted.
        onMouseDown={(event) => event.preventDefault()}
      >
        <SendHorizontal aria-hidden="true" />
      </IconButton>
    </form>
  );
}

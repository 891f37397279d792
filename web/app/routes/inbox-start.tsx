import { MessagesSquare } from 'lucide-react';
import { panelHeight } from '~/chat/thread/thread-panel.tsx';
import { Card } from '~/ui/card.tsx';

/** Next to the list, if there is room: no thread is open yet. */
export default function InboxStart() {
  return (
    <Card
      className={`grid content-center justify-items-center gap-3 text-center text-ink-soft ${panelHeight}`}
    >
      <span className="grid size-16 place-items-center rounded-full bg-sunken text-accent">
        <MessagesSquare aria-hidden="true" className="size-7" />
      </span>
      <p>Choose a chat to read it here.</p>
    </Card>
  );
}

import { panelHeight } from '~/chat/thread-panel.tsx';
import { Card } from '~/ui/card.tsx';

/** Beside the list, where there is room: no thread is open yet. */
export default function InboxStart() {
  return (
    <Card className={`grid place-items-center text-center text-ink-soft ${panelHeight}`}>
      <p>Choose a chat to read it here.</p>
    </Card>
  );
}

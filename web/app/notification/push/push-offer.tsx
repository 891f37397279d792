import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { dismissPushOffer, isPushOffered } from './push.ts';
import { usePush } from './use-push.ts';

/**
 * Offers notifications on this device once, after a claim or a post. The browser asks only after a
 * press.
 */
export function PushOffer({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(isPushOffered);
  return isOpen ? <Offer text={text} onClose={() => setOpen(false)} /> : null;
}

function Offer({ text, onClose }: { text: string; onClose: () => void }) {
  const { isAsking, turnOn } = usePush();
  return (
    <Card as="section" aria-label="Notifications on this device" className="grid gap-3">
      <p className="flex items-start gap-3">
        <BellRing aria-hidden="true" className="line-icon text-accent" />
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          busy={isAsking}
          onClick={() => void turnOn().then(onClose)}
        >
          Turn on notifications
        </Button>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            dismissPushOffer();
            onClose();
          }}
        >
          Not now
        </Button>
      </div>
    </Card>
  );
}

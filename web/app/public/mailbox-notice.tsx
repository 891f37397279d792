import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '~/ui/button.tsx';

type MailboxNoticeProps = { email: string; onStartOver: () => void; children: ReactNode };

/** Replaces a form once its email is sent; announced at once. */
export function MailboxNotice({ email, onStartOver, children }: MailboxNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={notice} tabIndex={-1} role="status" className="grid justify-items-start gap-1">
      <p className="font-bold font-display text-lg">Check your mailbox</p>
      <p className="text-ink-soft text-sm">
        An email to <strong className="break-all">{email}</strong> is on its way. {children}
      </p>
      <p className="text-ink-soft text-xs">
        Nothing there? Check your spam folder. Nothing is sent to an address we already know.
      </p>
      <Button variant="quiet" size="sm" className="-ml-4" onClick={onStartOver}>
        Use another address
      </Button>
    </div>
  );
}

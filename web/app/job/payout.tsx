import { Check, Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import type { MemberJobDetail } from './job-stage.ts';

type PayoutProps = { payout: NonNullable<MemberJobDetail['payout']> };

/** How to pay the sitter. The server sends it to the owner of the job and to nobody else. [J8] */
export function Payout({ payout }: PayoutProps) {
  if (!payout.handle && payout.links.length === 0) {
    return (
      <p className="border-line border-t pt-3 text-ink-soft text-sm">
        Your sitter has not added a way to be paid yet. Ask in the chat.
      </p>
    );
  }
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <h3 className="font-semibold text-sm">How to pay your sitter</h3>
      {payout.handle ? <Handle handle={payout.handle} /> : null}
      {payout.links.map((link) => (
        <a
          key={link.url}
          href={link.url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-2 break-all font-semibold text-accent underline-offset-4 hover:underline"
        >
          {link.service}
          <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      ))}
    </div>
  );
}

function Handle({ handle }: { handle: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(handle);
      setCopied(true);
      notify.outcome({ title: 'Copied!', description: handle });
    } catch {
      notify.outcome({ title: 'Error', description: 'Could not copy. Please copy it by hand.' });
    }
  }
  return (
    <div className="flex items-center justify-between gap-3 rounded-md bg-sunken py-1 pr-1 pl-3.5">
      <span className="min-w-0 select-all break-all font-semibold">{handle}</span>
      <Button
        size="sm"
        variant="quiet"
        icon={
          copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )
        }
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  );
}

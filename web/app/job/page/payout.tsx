import { Check, Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '~/lib/copy-text.ts';
import { Button } from '~/ui/button.tsx';
import type { MemberJobDetail } from '../job-summary.ts';

type Payout = NonNullable<MemberJobDetail['payout']>;
type Way = { service: string; handle: string; url: string | null };

/** How to pay the sitter. The server sends this only to the owner of the job. [J8] */
export function Payout({ payout }: { payout: Payout }) {
  const ways = waysToPay(payout);
  if (ways.length === 0) {
    return (
      <p className="border-line border-t pt-3 text-ink-soft text-sm">
        Your sitter hasn’t added a way to be paid yet. Ask in the chat.
      </p>
    );
  }
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <h3 className="font-semibold text-sm">How to pay your sitter</h3>
      <ul className="grid gap-2">
        {ways.map((way) => (
          <WayToPay key={`${way.service} ${way.handle}`} way={way} />
        ))}
      </ul>
    </div>
  );
}

/** A handle without a matching link comes first: an old profile may have only a handle. */
function waysToPay({ handle, links }: Payout): Way[] {
  const ways = links.map(({ service, url, username }) => ({
    service,
    url,
    handle: username ?? url,
  }));
  const isNamed = !handle || ways.some((way) => way.handle.endsWith(handle));
  return isNamed ? ways : [{ service: 'Cash App', handle, url: null }, ...ways];
}

function WayToPay({ way: { service, handle, url } }: { way: Way }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 rounded-md bg-sunken py-1 pr-1 pl-3.5">
      <span className="min-w-0 grow basis-[9rem] py-1.5">
        <span className="block text-ink-soft text-xs">{service}</span>
        <span className="select-all break-words font-semibold">
          {handle.replace(/^https:\/\/(www\.)?/, '')}
        </span>
      </span>
      <CopyHandle service={service} handle={handle} />
      {url ? (
        <span className="basis-full">
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent text-sm underline-offset-4 hover:underline"
          >
            Open {service}
            <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </span>
      ) : null}
    </li>
  );
}

function CopyHandle({ service, handle }: Pick<Way, 'service' | 'handle'>) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`Copy ${service} handle`}
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={async () => setCopied(await copyText(handle))}
    >
      Copy
    </Button>
  );
}

import { Check, Copy, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '~/lib/copy-text.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import type { MemberJobDetail } from '../job-summary.ts';
import { addressNotice } from './address-notice.ts';

/** The street address, if the server sent it. [J4] */
export function JobAddress({ job }: { job: MemberJobDetail }) {
  const notice = addressNotice(job);
  if (!notice) return null;
  const { address, mapUrl, text } = notice;
  return (
    <section aria-labelledby="job-address" className="grid gap-1.5">
      <h2 id="job-address" className="text-xl">
        Address
      </h2>
      {address && mapUrl ? (
        <Card className="grid gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <bdi className="wrap-anywhere min-w-0 select-all font-semibold">{address}</bdi>
            <div className="-mx-3 flex flex-wrap items-center">
              <CopyAddress address={address} />
              <MapLink url={mapUrl} />
            </div>
          </div>
          <p className="text-ink-soft text-xs">{text}</p>
        </Card>
      ) : (
        <p className="text-ink-soft">{text}</p>
      )}
    </section>
  );
}

function CopyAddress({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label="Copy address"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={async () => setCopied(await copyText(address))}
    >
      Copy
    </Button>
  );
}

function MapLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-2 px-3 font-semibold text-accent text-sm underline-offset-4 hover:underline"
    >
      Open in maps
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

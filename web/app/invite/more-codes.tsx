import type { InviteRequest } from '@kindpal/contract/invite/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { useConfig } from '~/lib/config.ts';
import { formatRelative } from '~/lib/format.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { RequestForm } from './request-form.tsx';
import { requestOffer } from './request-state.ts';

/** The mail link to request more codes. [I1] */
function moreCodesAddress(supportEmail: string): string {
  const subject = encodeURIComponent('Request for Additional Invite Codes');
  return `mailto:${supportEmail}?subject=${subject}`;
}

/** Each member has one code; more are requested here or by email, and granted by staff. [I1] */
export function MoreCodes({ hasUnusedCode }: { hasUnusedCode: boolean }) {
  const query = useQuery(api.invite.findMyRequest.queryOptions({ staleTime: 0 }));
  const { data: request, isPending } = query;
  const [isAsking, setAsking] = useState(false);
  const offer = requestOffer(request, hasUnusedCode);
  const canAsk = !isPending && (offer === 'ask' || offer === 'refused');
  return (
    <section aria-label="More codes" className="grid gap-3 border-line border-t pt-4 text-left">
      {request && offer !== 'ask' ? <RequestNews request={request} /> : null}
      {isAsking && canAsk ? (
        <RequestForm onSent={() => setAsking(false)} onCancel={() => setAsking(false)} />
      ) : (
        <div className="grid gap-1">
          <MailSupport />
          <div className="min-h-11">
            {canAsk ? (
              <Button variant="quiet" size="sm" className="-ml-4" onClick={() => setAsking(true)}>
                {offer === 'refused' ? 'Ask again here' : 'Or ask for one here'}
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </section>
  );
}

function RequestNews({ request }: { request: InviteRequest }) {
  const { status, decision_reason, created_at } = request;
  if (status === 'pending') {
    return (
      <Banner title="You asked for another code">
        Sent {formatRelative(created_at)}. We answer within about 24 hours, here and by email.
      </Banner>
    );
  }
  return status === 'granted' ? (
    <Banner title="You were given another code">
      <p dir="auto">{decision_reason}</p>
    </Banner>
  ) : (
    <Banner tone="caution" title="Your request was not granted">
      <p dir="auto">{decision_reason}</p>
    </Banner>
  );
}

function MailSupport() {
  const support = useConfig()?.support_email;
  return (
    <p className="text-ink-soft text-sm">
      Need more codes?{' '}
      {support ? (
        <a
          href={moreCodesAddress(support)}
          className="inline-block font-semibold text-accent underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          Contact support at {support}
        </a>
      ) : (
        'Contact support.'
      )}
    </p>
  );
}

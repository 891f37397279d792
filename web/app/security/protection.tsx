import type { SecurityOverview } from '@kindpal/contract/security/schema';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { formatDay } from '~/lib/format.ts';
import { EmailAddress } from '~/ui/email-address.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

type Overview = Pick<
  SecurityOverview,
  'has_password' | 'password_changed_at' | 'is_email_confirmed'
>;

/** What most members will see: while loading it is invisible, for its height. */
const LIKELY = { has_password: true, password_changed_at: new Date(0).toISOString() };

/** What protects the member's account, and what is missing. [U6] */
export function Protection() {
  const { email_verified } = useUser();
  const query = useQuery(api.security.getOverview.queryOptions());
  const { data } = query;
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <div role="status" aria-label="Loading: what protects your account" className="relative">
          <Skeleton className="absolute inset-0" />
          <div className="invisible">
            <Items data={{ ...LIKELY, is_email_confirmed: email_verified }} />
          </div>
        </div>
      </OfflineWait>
    );
  }
  if (!data) return <LoadFailed title="This didn’t load" query={query} />;
  return <Items data={data} />;
}

function Items({ data }: { data: Overview }) {
  const { email, factors, identities } = useUser();
  const isConnected = identities.some(({ provider }) => provider !== 'email');
  const isProtected = factors.some(({ status }) => status === 'verified');
  return (
    <ul className="grid gap-4">
      <Item isOn={data.has_password} title={data.has_password ? 'Password' : 'No password'}>
        {data.has_password && data.password_changed_at
          ? `Last changed ${formatDay(data.password_changed_at)}.`
          : `You sign in with codes we email you${isConnected ? ' or with a connected account' : ''}. Use “Forgot Password?” on the sign-in page to choose a password.`}
      </Item>
      <Item
        isOn={data.is_email_confirmed}
        title={data.is_email_confirmed ? 'Confirmed email' : 'Email not confirmed'}
      >
        <bdi className="wrap-anywhere">
          <EmailAddress email={email} />
        </bdi>
        {data.is_email_confirmed
          ? ' can recover your account.'
          : ' isn’t confirmed. Sign in once with a code we email you to confirm it.'}{' '}
        <Link to="/edit-profile#contact" className="underline">
          Change email
        </Link>
      </Item>
      <Item isOn={isProtected} title={isProtected ? 'Second factor' : 'No second factor'}>
        {isProtected
          ? 'A stolen password isn’t enough to sign in.'
          : `${data.has_password ? 'Your password alone' : 'A code we email you'} is enough to sign in. Set up an authenticator app below.`}
      </Item>
    </ul>
  );
}

type ItemProps = { isOn: boolean; title: string; children: ReactNode };

/** One kind of protection, enabled or missing; the text says which. */
export function Item({ isOn, title, children }: ItemProps) {
  const Icon = isOn ? CircleCheck : TriangleAlert;
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className={`line-icon ${isOn ? 'text-positive' : 'text-caution'}`} />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft text-sm">{children}</p>
      </div>
    </li>
  );
}

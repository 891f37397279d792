import { useQuery } from '@tanstack/react-query';
import { useUser } from '~/account/session/use-session.ts';
import { HOME_PATH } from '~/account/sign-in/return-path.ts';
import { api } from '~/lib/calls/api.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { SetUpForm } from '~/staff/set-up-form.tsx';
import { SuperAdmins, useSuperAdmins } from '~/staff/settings/super-admins.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { KeyOnTag } from '~/ui/illustrations/key-on-tag.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { PageSpinner } from '~/ui/spinner.tsx';

export const meta = () => pageMeta('Super admin setup');

/** The first super admin sets themselves up; later ones are appointed by a super admin. [S5] */
export default function SuperAdminSetupPage() {
  const { app_role, needs_factor } = useUser();
  if (app_role !== 'super_admin') return <FirstSetUp />;
  return needs_factor ? <FactorFirst /> : <Appointing />;
}

/** The same list and form as in the admin settings. */
function Appointing() {
  const admins = useSuperAdmins();
  return (
    <div className="page grid gap-6 py-8 sm:py-12">
      <header className="mx-auto grid max-w-lg gap-2 text-center">
        <h1 className="text-3xl">Super admin setup</h1>
        <p className="text-ink-soft">Only a super admin can appoint another.</p>
      </header>
      <div className="mx-auto w-full max-w-lg">
        {admins.isPending ? <Skeleton className="h-96" /> : <SuperAdmins query={admins} />}
      </div>
    </div>
  );
}

function FactorFirst() {
  return (
    <EmptyState
      className="px-4"
      headingLevel={1}
      illustration={<KeyOnTag />}
      title="Super admin setup needs your second factor"
      action={<ButtonLink to="/security#second-factors">Open Security</ButtonLink>}
    >
      <p>
        Staff need a second factor. Once you’ve signed in with one, you can appoint others here.
      </p>
    </EmptyState>
  );
}

function FirstSetUp() {
  const exists = useQuery(api.staff.superAdminExists.queryOptions({ staleTime: 0 }));
  if (exists.data === undefined) {
    if (!exists.error) return <PageSpinner />;
    return (
      <EmptyState
        className="px-4"
        headingLevel={1}
        illustration={<LostConnection />}
        title="Setup can’t be shown"
        action={<Button onClick={() => void exists.refetch()}>Try again</Button>}
      >
        <p role="alert">{errorText(exists.error)}</p>
      </EmptyState>
    );
  }
  if (exists.data) {
    return (
      <EmptyState
        className="px-4"
        headingLevel={1}
        illustration={<KeyOnTag />}
        title="Super admin setup is closed"
        action={<ButtonLink to={HOME_PATH}>Back to Dashboard</ButtonLink>}
      >
        <p>This community already has a super admin. Only a super admin can appoint another.</p>
      </EmptyState>
    );
  }
  return (
    <div className="page grid gap-6 py-8 sm:py-12">
      <header className="mx-auto grid max-w-lg gap-2 text-center">
        <h1 className="text-3xl">Super admin setup</h1>
        <p className="text-ink-soft">
          This community has no super admin yet. Use the setup token to become one.
        </p>
      </header>
      <Card inset="lg" className="mx-auto w-full max-w-lg">
        <SetUpForm />
      </Card>
    </div>
  );
}

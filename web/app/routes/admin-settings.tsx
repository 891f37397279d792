import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { FirstPosts, usePostReview } from '~/staff/settings/first-posts.tsx';
import { InstanceSettings, useInstanceSettings } from '~/staff/settings/instance-settings.tsx';
import { SignInDomains, useSignInProviders } from '~/staff/settings/sign-in-domains.tsx';
import { SuperAdmins, useSuperAdmins } from '~/staff/settings/super-admins.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

export const meta = () => pageMeta('Settings');

export default function AdminSettingsPage() {
  const admins = useSuperAdmins();
  const review = usePostReview();
  const providers = useSignInProviders();
  const settings = useInstanceSettings();
  // All at once: a list that arrives later would push down what is below it.
  const isLoading = [admins, review, providers, settings].some(({ isPending }) => isPending);
  return (
    <AdminPage
      title="Settings"
      lead="Change super admins, the review of first jobs and email domains here. Everything else is set in the server’s environment."
    >
      {isLoading ? (
        <Skeleton className="h-96" />
      ) : (
        <>
          <SuperAdmins query={admins} />
          <FirstPosts query={review} />
          <SignInDomains query={providers} />
          <InstanceSettings query={settings} />
        </>
      )}
    </AdminPage>
  );
}

import type { OwnProfile } from '@kindpal/contract/member/schema';
import { ShieldCheck, UserRound } from 'lucide-react';
import { useUser } from '~/account/session/use-session.ts';
import { AvailabilityEditor } from '~/availability/availability-editor.tsx';
import { BlockedMembers } from '~/block/blocked-members.tsx';
import { FavoriteMembers } from '~/favorite/favorite-members.tsx';
import { OwnIdentity } from '~/identity/own-identity.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { ContactForm } from '~/member/contact-form.tsx';
import { ProfileForm } from '~/member/profile-form.tsx';
import { ProfilePhoto } from '~/member/profile-photo.tsx';
import { RecordNoteForm } from '~/member/record-note-form.tsx';
import { ServicesForm } from '~/member/services-form.tsx';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { PaymentMethods } from '~/payment/payment-methods.tsx';
import { PaymentPreferenceForm } from '~/payment/payment-preference-form.tsx';
import { Pets } from '~/pet/pets.tsx';
import { PrivacySettings } from '~/privacy/privacy-settings.tsx';
import { BackLink } from '~/ui/back-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { PageSection } from '~/ui/page-section.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { HomeAccessForm } from '~/vault/home-access-form.tsx';

export const meta = () => pageMeta('Edit Profile');

type FormsProps = { profile: OwnProfile };

/** The specification's five sections, and pets, each with its own form. [R3] */
function Forms({ profile }: FormsProps) {
  return (
    <>
      <PageSection title="Profile Information" anchor="profile">
        <div className="grid gap-6">
          <ProfilePhoto profile={profile} />
          <ProfileForm profile={profile} />
        </div>
      </PageSection>
      <PageSection title="Contact Information" anchor="contact">
        <ContactForm profile={profile} />
      </PageSection>
      {profile.role !== 'pet_owner' ? (
        <>
          <PageSection title="Services" anchor="services">
            <ServicesForm profile={profile} />
          </PageSection>
          <PageSection title="Payment Preference" anchor="payment-preference">
            <PaymentPreferenceForm profile={profile} />
          </PageSection>
        </>
      ) : null}
      {profile.reliability.length > 0 ? (
        <PageSection title="Your track record" anchor="record">
          <RecordNoteForm profile={profile} />
        </PageSection>
      ) : null}
      <PageSection title="Payment Methods" anchor="payment-methods">
        <PaymentMethods profile={profile} />
      </PageSection>
      <PageSection title="Availability" anchor="availability">
        <AvailabilityEditor profile={profile} />
      </PageSection>
      {profile.role !== 'pet_sitter' ? (
        <>
          <PageSection title="Pets" anchor="pets">
            <Pets />
          </PageSection>
          <PageSection title="Home access" anchor="home-access">
            <HomeAccessForm />
          </PageSection>
        </>
      ) : null}
    </>
  );
}

/** Shown when the profile can't be loaded: the rest of the page works. */
function NoForms({ query }: { query: ReturnType<typeof useOwnProfile> }) {
  return (
    <>
      <LoadFailed title="Failed to load profile data" query={query} />
      <PageSection title="Availability" anchor="availability">
        <p className="text-ink-soft">Failed to load availability data.</p>
      </PageSection>
    </>
  );
}

function FormsSkeleton() {
  return (
    <PageSection title="Profile Information">
      <div role="status" aria-label="Loading your profile" data-loading="">
        <Skeleton className="h-96" />
      </div>
    </PageSection>
  );
}

export default function EditProfilePage() {
  const me = useUser();
  const query = useOwnProfile();
  const { profile, error } = query;
  return (
    // Sections below a form that is still loading stay hidden, so that nothing moves.
    <div className="page grid max-w-3xl gap-6 py-4 md:py-6 [&>:has([data-loading])~*]:hidden">
      <header className="grid justify-items-start gap-2">
        <BackLink to="/dashboard">Back to Dashboard</BackLink>
        <div className="flex w-full flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl">Edit Profile</h1>
          <ButtonLink
            to={`/profile/${me.id}`}
            variant="outline"
            size="sm"
            icon={<UserRound size={18} />}
          >
            View as others see it
          </ButtonLink>
        </div>
      </header>
      {profile ? (
        <Forms profile={profile} />
      ) : error ? (
        <NoForms query={query} />
      ) : (
        <FormsSkeleton />
      )}
      <PageSection title="Security">
        <div className="grid justify-items-start gap-4">
          <p className="text-ink-soft">
            Your password, your devices, recent activity and your data.
          </p>
          <ButtonLink to="/security" variant="outline" icon={<ShieldCheck size={18} />}>
            Open Security
          </ButtonLink>
        </div>
      </PageSection>
      <PageSection title="Favorites" anchor="favorites">
        <FavoriteMembers />
      </PageSection>
      <PageSection title="Identity check" anchor="identity">
        <OwnIdentity />
      </PageSection>
      <PageSection title="Privacy" anchor="privacy">
        <PrivacySettings />
      </PageSection>
      <PageSection title="Blocked members" anchor="blocked">
        <BlockedMembers />
      </PageSection>
    </div>
  );
}

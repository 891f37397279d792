import type { OwnProfile } from '@kindpal/contract/member/schema';
import { UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { ChangePassword } from '~/account/new-password-form.tsx';
import { OtherDevices } from '~/account/other-devices.tsx';
import { useUser } from '~/account/use-session.ts';
import { AvailabilityEditor } from '~/availability/availability-editor.tsx';
import { BlockedMembers } from '~/block/blocked-members.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { ContactForm } from '~/member/contact-form.tsx';
import { ProfileForm } from '~/member/profile-form.tsx';
import { ProfilePhoto } from '~/member/profile-photo.tsx';
import { ServicesForm } from '~/member/services-form.tsx';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { PaymentMethods } from '~/payment/payment-methods.tsx';
import { PaymentPreferenceForm } from '~/payment/payment-preference-form.tsx';
import { Pets } from '~/pet/pets.tsx';
import { BackLink } from '~/ui/back-link.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

export const meta = () => pageMeta('Edit profile');

type SectionProps = {
  title: string;
  /** What an address ends in that leads here. */
  anchor?: string;
  children: ReactNode;
};

function Section({ title, anchor, children }: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // What stands above comes only with the profile: until then there is no place to go to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press on such a link leads here again
  useEffect(() => {
    if (!anchor || hash !== `#${anchor}`) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView();
  }, [anchor, hash, key]);
  return (
    <Card as="section" inset="lg" id={anchor} aria-labelledby={id}>
      <h2
        ref={heading}
        id={id}
        tabIndex={anchor ? -1 : undefined}
        className="mb-5 text-xl outline-none"
      >
        {title}
      </h2>
      {children}
    </Card>
  );
}

type FormsProps = { profile: OwnProfile };

/** The specification's five sections, and pets, each a form of its own. [R3] */
function Forms({ profile }: FormsProps) {
  return (
    <>
      <Section title="Profile Information" anchor="profile">
        <div className="grid gap-6">
          <ProfilePhoto profile={profile} />
          <ProfileForm profile={profile} />
        </div>
      </Section>
      <Section title="Contact Information" anchor="contact">
        <ContactForm profile={profile} />
      </Section>
      {profile.role !== 'pet_owner' ? (
        <>
          <Section title="Services" anchor="services">
            <ServicesForm profile={profile} />
          </Section>
          <Section title="Payment Preference" anchor="payment-preference">
            <PaymentPreferenceForm profile={profile} />
          </Section>
        </>
      ) : null}
      <Section title="Payment Methods" anchor="payment-methods">
        <PaymentMethods profile={profile} />
      </Section>
      <Section title="Availability" anchor="availability">
        <AvailabilityEditor profile={profile} />
      </Section>
      {profile.role !== 'pet_sitter' ? (
        <Section title="Pets" anchor="pets">
          <Pets />
        </Section>
      ) : null}
    </>
  );
}

/** What stands there while the profile cannot be had: the rest of the page goes on. */
function NoForms({ query }: { query: ReturnType<typeof useOwnProfile> }) {
  return (
    <>
      <LoadFailed title="Failed to load profile data" query={query} />
      <Section title="Availability" anchor="availability">
        <p className="text-ink-soft">Failed to load availability data.</p>
      </Section>
    </>
  );
}

function FormsSoon() {
  return (
    <Section title="Profile Information">
      <div role="status" aria-label="Loading your profile" data-loading="">
        <Skeleton className="h-96" />
      </div>
    </Section>
  );
}

export default function EditProfilePage() {
  const me = useUser();
  const query = useOwnProfile();
  const { profile, error } = query;
  return (
    // What stands below a form that is still loading waits for it, so that nothing jumps.
    <div className="page grid max-w-3xl gap-6 py-6 sm:py-10 [&>:has([data-loading])~*]:hidden">
      <header className="grid gap-4">
        <h1 className="text-3xl">Edit Profile</h1>
        <div className="flex flex-wrap gap-3">
          <BackLink to="/dashboard">Back to Dashboard</BackLink>
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
      {profile ? <Forms profile={profile} /> : error ? <NoForms query={query} /> : <FormsSoon />}
      <Section title="Password">
        <ChangePassword />
      </Section>
      <Section title="Devices">
        <OtherDevices />
      </Section>
      <Section title="Blocked members" anchor="blocked">
        <BlockedMembers />
      </Section>
    </div>
  );
}

import { ArrowLeft, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { ChangePassword } from '~/account/change-password.tsx';
import { OtherDevices } from '~/account/other-devices.tsx';
import { useUser } from '~/account/use-session.ts';
import { AvailabilityEditor } from '~/availability/availability-editor.tsx';
import { errorText } from '~/lib/error-text.ts';
import { pageMeta } from '~/lib/page-meta.ts';
import { ContactForm } from '~/member/contact-form.tsx';
import { ProfileForm } from '~/member/profile-form.tsx';
import { ProfilePhoto } from '~/member/profile-photo.tsx';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { PaymentMethods } from '~/payment/payment-methods.tsx';
import { PaymentPreferenceForm } from '~/payment/payment-preference-form.tsx';
import { Pets } from '~/pet/pets.tsx';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { ButtonLink } from '~/ui/link.tsx';
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

function FormSoon() {
  return (
    <div role="status" aria-label="Loading your profile" data-loading="">
      <Skeleton className="h-96" />
    </div>
  );
}

export default function EditProfilePage() {
  const me = useUser();
  const { profile, error, refetch, isFetching } = useOwnProfile();
  return (
    // What stands below a form that is still loading waits for it, so that nothing jumps.
    <div className="page grid max-w-3xl gap-6 py-6 sm:py-10 [&>:has([data-loading])~*]:hidden">
      <header className="grid gap-4">
        <h1 className="text-3xl">Edit Profile</h1>
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            to="/dashboard"
            variant="quiet"
            size="sm"
            className="-ml-4"
            icon={<ArrowLeft size={18} />}
          >
            Back to Dashboard
          </ButtonLink>
          <ButtonLink
            to={`/profile/${me.id}`}
            variant="outline"
            size="sm"
            icon={<UserRound size={18} />}
          >
            View Public Profile
          </ButtonLink>
        </div>
      </header>
      {error && !profile ? (
        <Banner
          tone="danger"
          title="Failed to load profile data"
          action={
            <Button size="sm" variant="outline" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {errorText(error)}
        </Banner>
      ) : null}
      {profile || !error ? (
        <Section title="Profile Information" anchor="profile">
          {profile ? (
            <div className="grid gap-6">
              <ProfilePhoto profile={profile} />
              <ProfileForm profile={profile} />
            </div>
          ) : (
            <FormSoon />
          )}
        </Section>
      ) : null}
      {profile ? (
        <Section title="Contact Information" anchor="contact">
          <ContactForm profile={profile} />
        </Section>
      ) : null}
      {profile && profile.role !== 'pet_owner' ? (
        <Section title="Payment Preference" anchor="payment-preference">
          <PaymentPreferenceForm profile={profile} />
        </Section>
      ) : null}
      {profile ? (
        <Section title="Payment Methods" anchor="payment-methods">
          <PaymentMethods profile={profile} />
        </Section>
      ) : null}
      {profile ? (
        <Section title="Availability" anchor="availability">
          <AvailabilityEditor profile={profile} />
        </Section>
      ) : null}
      {error && !profile ? (
        <Section title="Availability" anchor="availability">
          <p className="text-ink-soft">Failed to load availability data.</p>
        </Section>
      ) : null}
      {profile && profile.role !== 'pet_sitter' ? (
        <Section title="Pets" anchor="pets">
          <Pets />
        </Section>
      ) : null}
      <Section title="Password">
        <ChangePassword />
      </Section>
      <Section title="Devices">
        <OtherDevices />
      </Section>
    </div>
  );
}

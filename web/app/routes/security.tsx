import { ChangePassword } from '~/account/password/new-password-form.tsx';
import { DeleteAccount } from '~/deletion/delete-account.tsx';
import { SecondFactors } from '~/factor/second-factors.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { Passkeys } from '~/passkey/passkeys.tsx';
import { PhoneNumber } from '~/phone/phone-number.tsx';
import { DataArchive } from '~/security/data-archive.tsx';
import { Devices } from '~/security/devices.tsx';
import { Protection } from '~/security/protection.tsx';
import { SecurityEvents } from '~/security/security-events.tsx';
import { Identities } from '~/sso/identities.tsx';
import { BackLink } from '~/ui/back-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { PageSection } from '~/ui/page-section.tsx';

export const meta = () => pageMeta('Security');

export default function SecurityPage() {
  return (
    <div className="page grid max-w-3xl gap-6 py-4 md:py-6">
      <header className="grid justify-items-start gap-1">
        <BackLink to="/edit-profile">Profile Settings</BackLink>
        <h1 className="text-3xl">Security</h1>
      </header>
      <PageSection title="Account protection">
        <Protection />
      </PageSection>
      <PageSection title="Password" anchor="password">
        <ChangePassword variant="outline" />
      </PageSection>
      <PageSection title="Passkeys" anchor="passkeys">
        <Passkeys />
      </PageSection>
      <PhoneNumber />
      <Identities />
      <PageSection title="Two-factor authentication" anchor="second-factors">
        <SecondFactors />
      </PageSection>
      <PageSection title="Devices" anchor="devices">
        <Devices />
      </PageSection>
      <PageSection title="Recent activity" anchor="events">
        <SecurityEvents />
      </PageSection>
      <PageSection title="Your data" anchor="data">
        <div className="mb-4 grid justify-items-start gap-2 border-line border-b pb-4">
          <p className="text-ink-soft">
            See who viewed your address, home access, email or your pet’s health notes.
          </p>
          <ButtonLink variant="outline" to="/security/views">
            Who viewed your data
          </ButtonLink>
        </div>
        <DataArchive />
      </PageSection>
      <PageSection title="Delete your account" anchor="delete">
        <DeleteAccount />
      </PageSection>
    </div>
  );
}

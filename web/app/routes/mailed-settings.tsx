import { pageMeta } from '~/lib/page-meta.ts';
import { MailedSettings } from '~/notification/settings/mailed-settings.tsx';

export const meta = () => pageMeta('Email settings');

export default function MailedSettingsPage() {
  return (
    <div className="page grid max-w-2xl gap-6 py-6 sm:py-10">
      <header className="grid gap-1">
        <h1 className="text-3xl">Email settings</h1>
        <p className="text-ink-soft">Emails about your account’s security are always sent.</p>
      </header>
      <MailedSettings />
    </div>
  );
}

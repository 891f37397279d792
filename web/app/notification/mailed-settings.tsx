import type { mailedSettingsSchema } from '@kindpal/contract/notification/schema';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { client } from '~/lib/client.ts';
import { errorText, hasCode } from '~/lib/error-text.ts';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';
import { Switch } from '~/ui/switch.tsx';
import type { SettingsChange } from './settings-change.ts';

type Mailed = z.infer<typeof mailedSettingsSchema>;
type Off = NonNullable<SettingsChange['email_off']>;

/** Which emails come, for a person with the link of one: no session, and nothing else is shown. */
export function MailedSettings() {
  const token = useSearchParams()[0].get('token') ?? '';
  const { settings, failure, isExpired, change } = useMailedSettings(token);
  if (isExpired) return <Expired />;
  if (!settings) {
    return failure ? (
      <p role="alert" className="font-medium text-danger">
        {failure}
      </p>
    ) : (
      <PartSpinner label="Loading your email settings" />
    );
  }
  return (
    <Card as="section" aria-label="Emails" className="grid gap-4">
      {settings.groups.map(({ group, label, hint, email }) => (
        <Switch
          key={group}
          label={label}
          hint={hint}
          checked={email}
          onChange={({ target }) => {
            const off = settings.groups
              .filter((one) => (one.group === group ? !target.checked : !one.email))
              .map((one) => one.group);
            change(off as Off);
          }}
        />
      ))}
      <p role="status" className="text-ink-soft text-sm">
        {failure || 'Each change is saved at once.'}
      </p>
    </Card>
  );
}

function useMailedSettings(token: string) {
  const [settings, setSettings] = useState<Mailed | null>(null);
  const [failure, setFailure] = useState('');
  const [isExpired, setExpired] = useState(token === '');

  function take(answer: Promise<Mailed>, before: Mailed | null = null): void {
    answer.then(
      (found) => {
        setSettings(found);
        setFailure('');
      },
      (error: unknown) => {
        if (hasCode(error, 'LINK_EXPIRED') || hasCode(error, 'INVALID_INPUT')) setExpired(true);
        else {
          setFailure(errorText(error));
          setSettings(before);
        }
      },
    );
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once for each link.
  useEffect(() => {
    if (token) take(client.notification.getMailedSettings({ token }));
  }, [token]);
  function change(email_off: Off): void {
    const isOn = (group: string) => !email_off.some((off) => off === group);
    setSettings(
      (shown) =>
        shown && { groups: shown.groups.map((one) => ({ ...one, email: isOn(one.group) })) },
    );
    take(client.notification.updateMailedSettings({ token, email_off }), settings);
  }
  return { settings, failure, isExpired, change };
}

function Expired() {
  return (
    <EmptyState
      headingLevel={2}
      illustration={<LostConnection />}
      title="This link no longer works"
      action={<ButtonLink to="/notifications/settings">Notification Settings</ButtonLink>}
    >
      It’s incomplete or turned off. Sign in to choose which emails come.
    </EmptyState>
  );
}

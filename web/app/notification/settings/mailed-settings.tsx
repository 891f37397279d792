import type { MailedSettings as Settings } from '@kindpal/contract/notification/schema';
import { useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { client } from '~/lib/calls/client.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';
import { Switch } from '~/ui/switch.tsx';
import { emailsOf, type MailedChange } from './mailed-emails.ts';
import { applyToEmails } from './settings-change.ts';
import { SingleEmails, SingleEmailsButton } from './single-emails.tsx';
import { StopEmails } from './stop-emails.tsx';

/**
 * Switches off the emails that a link is about, and shows which others are sent. It needs the link
 * but no session, and shows nothing else.
 */
export function MailedSettings() {
  const [params] = useSearchParams();
  const { settings, failure, isExpired, change } = useMailedSettings(params.get('token') ?? '');
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
  const emails = emailsOf(settings, { type: params.get('type'), group: params.get('group') });
  return (
    <>
      {emails ? <StopEmails emails={emails} onChange={change} /> : null}
      <Card as="section" aria-labelledby="emails" className="grid gap-2">
        <h2 id="emails" className="text-xl">
          Which emails do you want?
        </h2>
        <div className="divide-y divide-line">
          {settings.groups.map((group) => (
            <Group key={group.group} group={group} settings={settings} onChange={change} />
          ))}
        </div>
        <p role="status" className="text-ink-soft text-sm">
          {failure || 'Changes are saved right away.'}
        </p>
      </Card>
    </>
  );
}

type GroupProps = {
  group: Settings['groups'][number];
  settings: Settings;
  onChange: (change: MailedChange) => void;
};

function Group({ group, settings, onChange }: GroupProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="py-3">
      <Switch
        label={group.label}
        hint={group.hint}
        checked={group.email}
        onChange={({ target }) => {
          const off = settings.groups
            .filter((one) => (one === group ? !target.checked : !one.email))
            .map((one) => one.group);
          onChange({ email_off: off as MailedChange['email_off'] });
        }}
      />
      {group.types.length > 0 ? (
        <SingleEmailsButton
          group={group}
          controls={id}
          isOpen={isOpen}
          onPress={() => setOpen(!isOpen)}
        />
      ) : null}
      <div id={id}>{isOpen ? <SingleEmails group={group} onChange={onChange} /> : null}</div>
    </div>
  );
}

function useMailedSettings(token: string) {
  const [settings, setSettings] = useState<Settings | null>(null);
  const [failure, setFailure] = useState('');
  const [isExpired, setExpired] = useState(token === '');

  function take(answer: Promise<Settings>, before: Settings | null = null): void {
    answer.then(
      (found) => {
        setSettings(found);
        setFailure('');
      },
      (error: unknown) => {
        if (hasCode(error, 'LINK_EXPIRED', 'INVALID_INPUT')) setExpired(true);
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
  function change(wanted: MailedChange): void {
    setSettings((now) => now && { groups: now.groups.map((one) => applyToEmails(one, wanted)) });
    take(client.notification.updateMailedSettings({ token, ...wanted }), settings);
  }
  return { settings, failure, isExpired, change };
}

function Expired() {
  return (
    <EmptyState
      headingLevel={2}
      illustration={<LostConnection />}
      title="This link doesn’t work"
      action={<ButtonLink to="/notifications/settings">Notification Settings</ButtonLink>}
    >
      It’s incomplete or turned off. Sign in to choose which emails you get.
    </EmptyState>
  );
}

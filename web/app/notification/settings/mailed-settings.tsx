import type { MailedSettings as Settings } from '@kindpal/contract/notification/schema';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { useSavedAtOnce } from '~/lib/use-saved-at-once.ts';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
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
  const token = params.get('token') ?? '';
  const { query, shown, change } = useSavedAtOnce({
    read: api.notification.getMailedSettings.queryOptions({
      input: { token },
      enabled: token !== '',
    }),
    save: api.notification.updateMailedSettings.mutationOptions(),
    apply: ({ groups }: Settings, wanted: MailedChange) => ({
      groups: groups.map((one) => applyToEmails(one, wanted)),
    }),
  });
  if (token === '' || hasCode(query.error, 'LINK_EXPIRED', 'INVALID_INPUT')) return <Expired />;
  if (!shown) {
    return query.isError ? (
      <LoadFailed title="Your email settings didn’t load" query={query} />
    ) : (
      <OfflineWait query={query}>
        <PartSpinner label="Loading your email settings" />
      </OfflineWait>
    );
  }
  const onChange = (wanted: MailedChange) => change({ token, ...wanted });
  const emails = emailsOf(shown, { type: params.get('type'), group: params.get('group') });
  return (
    <>
      {emails ? <StopEmails emails={emails} onChange={onChange} /> : null}
      <Card as="section" aria-labelledby="emails" className="grid gap-2">
        <h2 id="emails" className="text-xl">
          Which emails do you want?
        </h2>
        <div className="divide-y divide-line">
          {shown.groups.map((group) => (
            <Group key={group.group} group={group} settings={shown} onChange={onChange} />
          ))}
        </div>
        <p className="text-ink-soft text-sm">Changes are saved right away.</p>
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

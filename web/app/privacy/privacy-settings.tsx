import type { FirstContact } from '@kindpal/contract/privacy/schema';
import { api } from '~/lib/calls/api.ts';
import { useSavedAtOnce } from '~/lib/use-saved-at-once.ts';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { Switch } from '~/ui/switch.tsx';

const FIRST_CONTACT: { value: FirstContact; label: string; description: string }[] = [
  {
    value: 'everyone',
    label: 'Everyone',
    description: 'A stranger has three messages until you reply. They appear under Requests.',
  },
  {
    value: 'known',
    label: 'People I know',
    description: 'Members you had a job with, invited, or were invited by.',
  },
  {
    value: 'nobody',
    label: 'No one',
    description: 'You write first. Chats about jobs stay open.',
  },
];

/**
 * Who may write to the member first, and whether trust paths show their name; saved at once. [M3]
 */
export function PrivacySettings() {
  const { query, shown, change } = useSavedAtOnce({
    read: api.privacy.getSettings.queryOptions(),
    save: api.privacy.updateSettings.mutationOptions(),
    apply: (now, wanted) => ({ ...now, ...wanted }),
  });
  if (query.isError && !query.data) {
    return <LoadFailed title="Your settings didn’t load" query={query} />;
  }
  if (!shown) {
    return (
      <OfflineWait query={query}>
        <Skeleton className="h-56" />
      </OfflineWait>
    );
  }
  return (
    <div className="grid gap-5">
      <RadioCards
        legend="Who can message you first?"
        options={FIRST_CONTACT}
        value={shown.first_contact}
        onChange={({ target }) => change({ first_contact: target.value as FirstContact })}
      />
      <Switch
        label="Name me between members I know"
        hint="Profiles show how two members know each other, by invites and finished jobs. Otherwise you are “a member” there."
        checked={shown.named_in_paths}
        onChange={({ target }) => change({ named_in_paths: target.checked })}
      />
    </div>
  );
}

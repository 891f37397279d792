import type { FirstContact } from '@kindpal/contract/privacy/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { queryClient } from '~/lib/query-client.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { Switch } from '~/ui/switch.tsx';

const settingsQuery = api.privacy.getSettings.queryOptions();
const key = settingsQuery.queryKey;

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
    label: 'Nobody',
    description: 'You write first. Chats about jobs stay open.',
  },
];

/** Who may write to the member first, and whether paths name them; saved at once. [M3] */
export function PrivacySettings() {
  const query = useQuery(settingsQuery);
  const change = useMutation(
    api.privacy.updateSettings.mutationOptions({
      scope: { id: 'privacy-settings' },
      onMutate: (change) => {
        queryClient.setQueryData(key, (shown) => shown && { ...shown, ...change });
      },
      onSuccess: (saved) => queryClient.setQueryData(key, saved),
      onError: (error) => {
        notifyFailure(error);
        void queryClient.invalidateQueries({ queryKey: key });
      },
    }),
  );
  if (query.isError) return <LoadFailed title="Your settings didn’t load" query={query} />;
  if (query.isPending) {
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
        value={query.data.first_contact}
        onChange={({ target }) => change.mutate({ first_contact: target.value as FirstContact })}
      />
      <Switch
        label="Name me between members I know"
        hint="Profiles show how two members know each other, by invites and finished jobs. Otherwise you are “a member” there."
        checked={query.data.named_in_paths}
        onChange={({ target }) => change.mutate({ named_in_paths: target.checked })}
      />
    </div>
  );
}

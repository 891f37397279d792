import type { Invite } from '@kindpal/contract/invite/schema';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { isUnreachable } from '~/lib/calls/reachability.ts';
import { notify } from '~/notify/notify.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { KeyOnTag } from '~/ui/illustrations/key-on-tag.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { InvitedLink } from './invited-link.tsx';
import { MoreCodes } from './more-codes.tsx';
import { UnusedInvite } from './unused-invite.tsx';

const invites = api.invite.getMine;

/**
 * Loads the invite. Having none is a normal answer (PGRST116); any other failure is only logged.
 * [I2]
 */
function useInvite() {
  const query = useQuery(invites.queryOptions({ input: {}, staleTime: 0 }));
  const isNone = hasCode(query.error, 'NOT_FOUND');
  const failure = isNone ? null : query.error;
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: A§8 asks for a failed invite lookup to be logged only.
    if (failure) console.error('The invite could not be looked up', failure);
  }, [failure]);
  return { query, failure, invite: isNone ? undefined : query.data };
}

function GenerateInvite() {
  const generate = useMutation(
    api.invite.generate.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: invites.key() });
        notify.outcome({
          title: 'Invite code generated!',
          description: 'Share this code with someone to invite them to the product.',
        });
      },
      onError: (error) => {
        const explains = isUnreachable(error) || hasCode(error, 'EMAIL_NOT_CONFIRMED');
        const description = explains
          ? errorText(error)
          : 'Failed to generate invite code. Please try again.';
        notify.outcome({ title: 'Error', description, variant: 'destructive', error });
      },
    }),
  );
  return (
    <div className="grid justify-items-center gap-4 py-2 text-center">
      <div className="w-40">
        <KeyOnTag />
      </div>
      <p className="text-ink-soft">
        Your code lets one neighbor join. Give it to someone you’d trust with your keys.
      </p>
      <Button
        wide
        busy={generate.isPending}
        busyLabel="Generating..."
        onClick={() => generate.mutate({})}
      >
        Generate Invite Code
      </Button>
    </div>
  );
}

function InviteState({ invite }: { invite: Invite | undefined }) {
  if (!invite) return <GenerateInvite />;
  if (invite.used_at) return <UsedInvite />;
  return invite.is_active ? <UnusedInvite code={invite.code} /> : <DisabledInvite />;
}

function Panel({ loading }: { loading: ReactNode }) {
  const { query, failure, invite } = useInvite();
  if (query.isPending) return loading;
  // Without an answer it is unknown whether there is a code.
  if (failure) return <LoadFailed title="Your invite couldn’t be loaded" query={query} />;
  return (
    // As high as the loaded content, so that nothing moves when a code is generated.
    <div className="grid min-h-83 content-center">
      <InviteState invite={invite} />
    </div>
  );
}

/** Provides its own query cache, because the top bar is also on pages without data. */
export function InvitePanel({ loading }: { loading: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Panel loading={loading} />
    </QueryClientProvider>
  );
}

/** Shown if staff disabled the code; only they can grant another one. [I1] */
function DisabledInvite() {
  return (
    <div className="grid gap-4">
      <Banner tone="caution" title="Your invite code was disabled">
        It no longer works. Ask us for another one.
      </Banner>
      <MoreCodes hasUnusedCode={false} />
    </div>
  );
}

/** Shown after the code was used: thanks, and how to get more. [I2] */
function UsedInvite() {
  return (
    <div className="grid gap-4">
      <div className="grid justify-items-center gap-3 text-center">
        <div className="w-36">
          <DogOnLead />
        </div>
        <p className="font-display font-semibold text-lg" role="status">
          Your invite code was used successfully!
        </p>
        <p className="text-ink-soft">Someone you trust is now a member. Thank you.</p>
        <InvitedLink />
      </div>
      <MoreCodes hasUnusedCode={false} />
    </div>
  );
}

import { ARCHIVE_ADDRESS, ARCHIVE_DAYS } from '@kindpal/contract/archive/contract';
import type { SuspendedAccount as Account } from '@kindpal/contract/moderation/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { WhatGoes } from '~/deletion/what-goes.tsx';
import { codeRefusal } from '~/factor/code-refusal.ts';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { startDownload } from '~/lib/download-file.ts';
import { formatDate } from '~/lib/format.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { archiveInterval, CopyOfData } from '~/security/copy-of-data.tsx';
import { sizeText } from '~/security/size-text.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Field } from '~/ui/field.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { PageSection } from '~/ui/page-section.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';
import { TextInput } from '~/ui/text-input.tsx';

const optionsOf = (token: string) =>
  api.moderation.manageAccount.queryOptions({ input: { token }, enabled: token !== '' });

/** What a suspended member can do with the emailed link: get their data, and leave. [X1] */
export function SuspendedAccount() {
  const given = useSearchParams()[0].get('token') ?? '';
  const [proved, setProved] = useState<string | null>(null);
  const token = proved ?? given;
  const query = useQuery({
    ...optionsOf(token),
    refetchInterval: ({ state }) => archiveInterval(state.data?.archive),
  });
  const act = useMutation(
    api.moderation.manageAccount.mutationOptions({
      onSuccess: (account) => queryClient.setQueryData(optionsOf(token).queryKey, account),
      onError: (error) => notifyFailure(error),
    }),
  );
  const { error, data } = query;
  const isBad = hasCode(error, 'LINK_EXPIRED', 'INVALID_INPUT');
  if (token === '' || isBad) return <BadLink />;
  if (hasCode(error, 'INSUFFICIENT_AAL')) return <FactorStep token={given} onProved={setProved} />;
  if (!data) {
    return query.isError ? (
      <LoadFailed title="This didn’t load" query={query} />
    ) : (
      <PartSpinner label="Loading your account" />
    );
  }
  const parts = { account: data, act: (action: Action) => act.mutate({ token, action }) };
  const busy = act.isPending ? act.variables.action : undefined;
  return (
    <>
      <Heading isReached={proved !== null} />
      <PageSection title="Your data">
        <YourData {...parts} busy={busy} />
      </PageSection>
      <PageSection title="Delete your account">
        <Leaving {...parts} busy={busy} />
      </PageSection>
    </>
  );
}

/** After the code, its form is gone, so the focus moves to the heading of what it opened. */
function Heading({ isReached }: { isReached: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isReached) heading.current?.focus({ preventScroll: true });
  }, [isReached]);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
      Your data and your account
    </h1>
  );
}

type Action = 'request_copy' | 'request_deletion' | 'withdraw_deletion';
type PartProps = {
  account: Account;
  act: (action: Action) => void;
  /** The action that is running. */
  busy: string | undefined;
};

function YourData({ account: { token, archive }, act, busy }: PartProps) {
  const download = useMutation(
    // The link may have expired since the page was opened: then the error is shown here.
    api.moderation.manageAccount.mutationOptions({
      onSuccess: () =>
        startDownload(`${ARCHIVE_ADDRESS}?${new URLSearchParams({ token })}`, 'your data'),
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <CopyOfData
      data={archive}
      download={
        <Button
          icon={<Download aria-hidden="true" className="size-5" />}
          busy={download.isPending}
          onClick={() => download.mutate({ token })}
        >
          Download your data ({sizeText(archive.bytes ?? 0)})
        </Button>
      }
      ask={
        <div className="grid justify-items-start gap-2">
          <Button
            variant="outline"
            busy={busy === 'request_copy'}
            onClick={() => act('request_copy')}
          >
            Request a copy of your data
          </Button>
          <p className="text-ink-soft text-sm">You can download it for {ARCHIVE_DAYS} days.</p>
        </div>
      }
    />
  );
}

function Leaving({ account: { deletion }, act, busy }: PartProps) {
  const [isAsked, setAsked] = useState(false);
  if (deletion.due_at) {
    return (
      <Banner
        tone="caution"
        title={`Your account will be deleted on ${formatDate(deletion.due_at)}`}
        action={
          <Button
            size="sm"
            busy={busy === 'withdraw_deletion'}
            onClick={() => act('withdraw_deletion')}
          >
            Keep my account
          </Button>
        }
      >
        After that, it can’t be restored.
      </Banner>
    );
  }
  const running = deletion.running_jobs.map(({ title }) => title).join(', ');
  return (
    <div className="grid gap-4">
      <WhatGoes />
      {running ? (
        <p role="status" className="font-medium wrap-anywhere">
          A job is in progress. You can delete your account once it’s done: {running}
        </p>
      ) : (
        <Button
          variant="outline"
          className="justify-self-start border-danger! text-danger!"
          busy={busy === 'request_deletion'}
          onClick={() => setAsked(true)}
        >
          Delete my account
        </Button>
      )}
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Delete your account?"
        description="It will be deleted in 14 days. We’ll email you how to keep it."
        confirmLabel="Delete my account"
        tone="danger"
        onConfirm={() => {
          setAsked(false);
          act('request_deletion');
        }}
      />
    </div>
  );
}

type FactorStepProps = { token: string; onProved: (token: string) => void };

/** Asks for the second factor of a protected account. [U13] */
function FactorStep({ token, onProved }: FactorStepProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync: open } = useMutation(api.moderation.manageAccount.mutationOptions());
  const text = useMutation(
    api.moderation.textAccountCode.mutationOptions({
      onSuccess: () => form.setFocus('code'),
      onError: (error) => showFormError(error, form),
    }),
  );

  async function enter({ code }: { code: string }) {
    try {
      const account = await open({ token, code });
      queryClient.setQueryData(optionsOf(account.token).queryKey, account);
      onProved(account.token);
    } catch (error) {
      const message = codeRefusal(error);
      if (!message) return showFormError(error, form);
      form.setError('code', { message }, { shouldFocus: true });
    }
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(enter)}>
      <header className="grid gap-1">
        <h1 className="text-3xl">Confirm it’s you</h1>
        <p className="text-ink-soft">A second factor protects your account.</p>
      </header>
      <Field
        label="Code from your app or phone, or a recovery code"
        hint={text.isSuccess ? 'We texted you a code. It works for 5 minutes.' : undefined}
        error={errors.code?.message}
      >
        <TextInput
          autoFocus
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          {...form.register('code', { required: 'Enter a code' })}
        />
      </Field>
      <Button
        variant="quiet"
        size="sm"
        className="-mx-4 justify-self-start"
        busy={text.isPending}
        onClick={() => text.mutate({ token })}
      >
        {text.isSuccess ? 'Text it again' : 'Text a code to my phone'}
      </Button>
      <p className="text-sm">
        Have none of these? <TextLink to="/contact#second-factor">Contact us</TextLink>
      </p>
      <div>
        <Button type="submit" busy={isSubmitting} busyLabel="Checking...">
          Continue
        </Button>
      </div>
    </form>
  );
}

function BadLink() {
  return (
    <EmptyState
      headingLevel={1}
      illustration={<LostConnection />}
      title="This link doesn’t work"
      action={<ButtonLink to="/join?tab=signin">Go to Sign In</ButtonLink>}
    >
      It works for 30 minutes while your account is suspended. For a new one, sign in or open the
      link in the email about your suspension.
    </EmptyState>
  );
}

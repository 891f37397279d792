import { zodResolver } from '@hookform/resolvers/zod';
import { domainFieldSchema, type SignInProvider } from '@kindpal/contract/sso/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useProof } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { rejectedFields, showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { Badge } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Select } from '~/ui/select.tsx';
import { TextInput } from '~/ui/text-input.tsx';

const PROTOCOLS = { oidc: 'OpenID Connect', saml: 'SAML 2.0' } as const;

/** Adds a domain to a provider, or removes it (null), and shows the new state. */
const setDomain = api.sso.setDomain.mutationOptions({
  onSuccess: (providers) =>
    void queryClient.setQueryData(api.sso.listProviders.queryKey(), providers),
});

export const useSignInProviders = () =>
  useQuery(api.sso.listProviders.queryOptions({ staleTime: 0 }));

/** The configured sign-in providers; super admins can add email domains. [U11] [S4] */
export function SignInDomains({ query }: { query: ReturnType<typeof useSignInProviders> }) {
  const providers = query.data;
  const usable = providers?.filter(({ protocol }) => protocol !== null) ?? [];
  return (
    <Card as="section" aria-labelledby="sign-in-providers" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="sign-in-providers" className="text-xl">
          Sign-in providers
        </h2>
        <p className="text-ink-soft text-sm">
          A provider confirms the addresses of its email domains: new members with an invite join
          without a confirmation email. It never gives access to an existing account.
        </p>
      </div>
      {query.isError ? <LoadFailed title="The providers didn’t load" query={query} /> : null}
      {providers?.length === 0 ? (
        <p className="text-sm">
          None. They are listed in <code className="font-semibold">OIDC_PROVIDERS</code> and{' '}
          <code className="font-semibold">SAML_PROVIDERS</code>, in the server’s environment.
        </p>
      ) : null}
      <ul className="divide-y divide-line empty:hidden" aria-label="Sign-in providers">
        {providers?.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {usable.length > 0 ? <AssignForm providers={usable} /> : null}
    </Card>
  );
}

function ProviderRow({ provider }: { provider: SignInProvider }) {
  const { name, protocol, fixed_domains, domains } = provider;
  const isBare = fixed_domains.length + domains.length === 0;
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="wrap-anywhere font-semibold">{name}</bdi>
        <Badge>{protocol ? PROTOCOLS[protocol] : 'No longer in the settings'}</Badge>
      </p>
      {isBare ? <p className="text-ink-soft text-sm">No domains</p> : null}
      <ul className="grid text-sm empty:hidden" aria-label={`Domains of ${name}`}>
        {fixed_domains.map((domain) => (
          <li key={domain} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <bdi className="wrap-anywhere">{domain}</bdi>
            <span className="text-ink-soft">From the settings</span>
          </li>
        ))}
        {domains.map((domain) => (
          <Domain key={domain} domain={domain} provider={name} />
        ))}
      </ul>
    </li>
  );
}

function Domain({ domain, provider }: { domain: string; provider: string }) {
  const [isAsked, setAsked] = useState(false);
  const { mutateAsync, isPending } = useMutation(setDomain);
  const { run, proof } = useProof();

  async function remove(): Promise<void> {
    setAsked(false);
    await run(async () => {
      await mutateAsync({ domain, provider_id: null });
      notify.outcome({ title: 'Domain removed', description: `${provider} lost ${domain}.` });
    });
  }
  return (
    <li className="flex min-h-11 items-center justify-between gap-3">
      <bdi className="wrap-anywhere min-w-0">{domain}</bdi>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Remove ${domain}`}
        busy={isPending}
        onClick={() => setAsked(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={`Remove ${domain}?`}
        description={`${provider} no longer confirms its addresses. Accounts that are connected stay connected.`}
        confirmLabel="Remove domain"
        tone="danger"
        onConfirm={() => void remove()}
      />
      {proof}
    </li>
  );
}

const schema = z.object({ domain: domainFieldSchema, provider_id: z.string() });
type Typed = z.output<typeof schema>;

function AssignForm({ providers }: { providers: SignInProvider[] }) {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { domain: '', provider_id: providers[0]?.id ?? '' },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mutateAsync } = useMutation(setDomain);
  const { run, proof } = useProof();

  async function assign({ domain, provider_id }: Typed): Promise<void> {
    try {
      await mutateAsync({ domain, provider_id });
      notify.outcome({ title: 'Domain assigned', description: 'It applies from now on.' });
      form.reset({ domain: '', provider_id });
    } catch (error) {
      if (hasCode(error, 'SIGN_IN_DOMAIN_TAKEN')) {
        const message = 'This domain belongs to a provider already. Remove it there first.';
        form.setError('domain', { message }, { shouldFocus: true });
      } else if (rejectedFields(error).length > 0) showFormError(error, form);
      else throw error;
    }
  }
  return (
    <>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={form.handleSubmit((typed) => run(() => assign(typed)))}
      >
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <Field label="Email domain" error={errors.domain?.message} hint="Such as acme.example">
            <TextInput
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.register('domain')}
            />
          </Field>
          <Field label="Provider">
            <Select {...form.register('provider_id')}>
              {providers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'outline'}
          className="justify-self-start"
          busy={isSubmitting}
          busyLabel="Assigning..."
        >
          Assign domain
        </Button>
      </form>
      {proof}
    </>
  );
}

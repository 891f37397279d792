import { zodResolver } from '@hookform/resolvers/zod';
import type { StaffUser } from '@kindpal/contract/staff/schema';
import { emailSchema } from '@kindpal/contract/text/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useProof, wasCanceled } from '~/factor/use-proof.tsx';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useChange } from '~/lib/use-change.ts';
import { notify } from '~/notify/notify.ts';
import { RoleDialog } from '~/staff/members/role-dialog.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmailAddress } from '~/ui/email-address.tsx';
import { Field } from '~/ui/field.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { EmailInput } from '~/ui/text-input.tsx';

const SHOWN = 50;
const input = { role: 'super_admin', limit: SHOWN } as const;
const refetchUsers = () =>
  void queryClient.invalidateQueries({ queryKey: api.staff.listUsers.key() });

export const useSuperAdmins = () =>
  useQuery(api.staff.listUsers.queryOptions({ input, staleTime: 0 }));

/**
 * The super admins. Each can appoint others, and remove the role from anybody but themselves. [S5]
 */
export function SuperAdmins({ query }: { query: ReturnType<typeof useSuperAdmins> }) {
  const [opened, setOpened] = useState<StaffUser | null>(null);
  useChange('users', refetchUsers);
  const rows = query.data?.items;
  return (
    <Card as="section" aria-labelledby="super-admins" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="super-admins" className="text-xl">
          Super admins
        </h2>
        <p className="text-ink-soft text-sm">
          They manage roles and system settings. You can’t change your own role.
        </p>
      </div>
      {query.isError ? <LoadFailed title="The super admins didn’t load" query={query} /> : null}
      <ul className="divide-y divide-line">
        {rows?.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
            <Avatar name={member.full_name} src={member.profile_image_url} size="sm" />
            <div className="grid min-w-[min(100%,9em)] flex-1 text-sm">
              <bdi className="wrap-anywhere font-semibold">{member.full_name}</bdi>
              <span className="wrap-anywhere text-ink-soft">
                <EmailAddress email={member.email} />
              </span>
            </div>
            {member.can.change_role ? (
              <Button size="sm" variant="outline" onClick={() => setOpened(member)}>
                Change role<span className="sr-only"> of {member.full_name}</span>
              </Button>
            ) : (
              <Badge>You</Badge>
            )}
          </li>
        ))}
      </ul>
      <AppointForm />
      <RoleDialog
        member={opened}
        latest={rows?.find(({ id }) => id === opened?.id)}
        onClose={() => {
          setOpened(null);
          refetchUsers();
        }}
      />
    </Card>
  );
}

const schema = z.object({ email: emailSchema });

/** A form to appoint the member with exactly this email. [S5] */
function AppointForm() {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '' } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const { mutateAsync: createSuperAdmin } = useMutation(
    api.staff.createSuperAdmin.mutationOptions(),
  );

  const { withProof, proof } = useProof();

  async function appoint({ email }: z.output<typeof schema>) {
    const refuse = (message: string) => form.setError('email', { message }, { shouldFocus: true });
    try {
      const { items } = await api.staff.listUsers.call({ search: email, limit: SHOWN });
      const member = items.find((found) => found.email === email);
      if (!member) return refuse('No member has this email address.');
      await withProof(() => createSuperAdmin({ user_id: member.id }));
      notify.outcome({
        title: 'Super admin appointed',
        description: `${member.full_name} is a super admin from now on.`,
      });
      form.reset();
      refetchUsers();
    } catch (error) {
      if (wasCanceled(error)) return;
      if (hasCode(error, 'ALREADY_SUPER_ADMIN')) return refuse('Already a Super Admin');
      showFormError(error, form, {
        unexpected: 'Failed to create super admin. Please try again.',
      });
    }
  }

  return (
    <>
      <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(appoint)}>
        <Field label="Appoint by email" error={errors.email?.message}>
          <EmailInput autoComplete="off" {...form.register('email')} />
        </Field>
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'outline'}
          className="justify-self-start"
          busy={isSubmitting}
          busyLabel="Appointing..."
        >
          Appoint super admin
        </Button>
      </form>
      {proof}
    </>
  );
}

import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { reloadUser } from '~/account/session/session-store.ts';
import { useUser } from '~/account/session/use-session.ts';
import { HOME_PATH } from '~/account/sign-in/return-path.ts';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';

const schema = z.object({
  setup_token: z.string().trim().min(1, 'Please enter the setup token.').max(200),
});

/** Makes the signed-in member the first super admin. [S5] */
export function SetUpForm() {
  const { id } = useUser();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { setup_token: '' } });
  const { errors, isDirty } = form.formState;
  const setUp = useMutation(
    api.staff.createSuperAdmin.mutationOptions({
      onSuccess: async () => {
        // The token is used up, so leaving this page needs no question.
        form.reset();
        notify.outcome({ title: 'You’re now the super admin of this community' });
        await reloadUser().catch(() => {});
        await navigate(HOME_PATH, { replace: true });
      },
      onError: (error) => {
        if (hasCode(error, 'ALREADY_SUPER_ADMIN')) {
          const description = 'This has been set up already.';
          notify.outcome({ title: 'Already a Super Admin', description, variant: 'destructive' });
          return;
        }
        showFormError(error, form, {
          unexpected: 'Failed to create super admin. Please try again.',
        });
      },
    }),
  );
  useUnsaved(isDirty && !setUp.isSuccess);

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ setup_token }) => setUp.mutate({ user_id: id, setup_token }))}
    >
      <Field
        label="Setup Token"
        error={errors.setup_token?.message}
        hint="The server printed it to its console when it started on an empty database."
      >
        <PasswordInput autoComplete="off" {...form.register('setup_token')} />
      </Field>
      <Button type="submit" className="justify-self-start" busy={setUp.isPending}>
        Become Super Admin
      </Button>
    </form>
  );
}

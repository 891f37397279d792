import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { HOME_PATH } from '~/account/return-path.ts';
import { reloadUser } from '~/account/session-store.ts';
import { useUser } from '~/account/use-session.ts';
import { client } from '~/lib/client.ts';
import { hasCode } from '~/lib/error-text.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { PasswordInput } from '~/ui/password-input.tsx';

const schema = z.object({
  setup_token: z.string().trim().min(1, 'Please enter the set-up token.').max(200),
});

/** Makes the signed-in member the first super admin. [S5] */
export function SetUpForm() {
  const { id } = useUser();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { setup_token: '' } });
  const { errors, isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  useUnsaved(isDirty && !isSubmitSuccessful);

  async function setUp({ setup_token }: z.output<typeof schema>) {
    try {
      await client.staff.createSuperAdmin({ user_id: id, setup_token });
    } catch (error) {
      const title = hasCode(error, 'ALREADY_SUPER_ADMIN') ? 'Already a Super Admin' : 'Error';
      if (hasCode(error, 'ALREADY_SUPER_ADMIN')) {
        const description = 'Somebody has set this up already.';
        return notify.outcome({ title, description, variant: 'destructive' });
      }
      return showFormError(error, form, {
        title,
        unexpected: 'Failed to create super admin. Please try again.',
      });
    }
    notify.outcome({ title: 'You are the super admin of this community now' });
    await reloadUser().catch(() => {});
    await navigate(HOME_PATH, { replace: true });
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(setUp)}>
      <Field
        label="Set-up Token"
        error={errors.setup_token?.message}
        hint="The server printed it to its console when it started on an empty database."
      >
        <PasswordInput autoComplete="off" {...form.register('setup_token')} />
      </Field>
      <Button type="submit" className="justify-self-start" busy={isSubmitting}>
        Become Super Admin
      </Button>
    </form>
  );
}

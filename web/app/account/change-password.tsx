import { useMutation } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { acceptUser } from './session-store.ts';
import { useUser } from './use-session.ts';

/** The password section of the profile: the current one, and a new one typed twice. [U8] */
export function ChangePassword() {
  const { email } = useUser();
  const { mutateAsync: updateUser } = useMutation(api.account.updateUser.mutationOptions());
  return (
    <NewPasswordForm
      asksCurrent
      email={email}
      onSubmit={async ({ current, password }) => {
        acceptUser(await updateUser({ password, current_password: current }));
      }}
    />
  );
}

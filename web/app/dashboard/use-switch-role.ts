import type { ActiveRole } from '@kindpal/contract/member/role';
import { useMutation } from '@tanstack/react-query';
import { acceptUser } from '~/account/session/session-store.ts';
import { type SessionUser, useUser } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { notify } from '~/notify/notify.ts';
import { canSwitchRole, switchFailure } from './role-switch.ts';

/**
 * The role that a member of both roles has chosen, and how to change it. The screen changes at once
 * and changes back if the server refuses. [D4]
 */
export function useSwitchRole() {
  const user: SessionUser = useUser();
  const mutation = useMutation(api.member.switchRole.mutationOptions());
  const inFlight = mutation.isPending ? mutation.variables.new_role : null;

  async function switchTo(wanted: ActiveRole): Promise<void> {
    if (!canSwitchRole({ user, wanted, isInFlight: inFlight !== null })) return;
    try {
      const active_role = await mutation.mutateAsync({ new_role: wanted });
      acceptUser({ ...user, active_role });
    } catch (error) {
      notify.outcome({ ...switchFailure(error), variant: 'destructive', error });
    }
  }
  return { shown: inFlight ?? user.active_role, switchTo };
}

import type { ActiveRole, Role } from '@kindpal/contract/member/role';
import { errorText, hasCode } from '../lib/calls/error-text.ts';

type RoleSwitch = {
  user: { role: Role; active_role: ActiveRole };
  wanted: ActiveRole;
  isInFlight: boolean;
};

/**
 * Whether a switch is possible: only for members with both roles, one at a time, and to another
 * role. [D4]
 */
export function canSwitchRole({ user, wanted, isInFlight }: RoleSwitch): boolean {
  return user.role === 'both' && !isInFlight && user.active_role !== wanted;
}

/** The texts of B§8 for a failed switch. [D4] */
export function switchFailure(error: unknown): { title: string; description?: string } {
  const message = error instanceof Error ? error.message : '';
  if (hasCode(error, 'TOO_MANY_REQUESTS') || message.includes('Rate limit exceeded')) {
    return { title: 'Too many role switches: Please wait before switching roles again' };
  }
  return {
    title: 'Failed to switch role',
    description: errorText(error, 'An unexpected error occurred'),
  };
}

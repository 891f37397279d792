import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { canSwitchRole, switchFailure } from './role-switch.ts';

const both = { role: 'both', active_role: 'pet_owner' } as const;

describe('switching the view', () => {
  it('is for members of both roles, once at a time and to the other view [D4]', () => {
    expect(canSwitchRole({ user: both, wanted: 'pet_sitter', isInFlight: false })).toBe(true);
    expect(canSwitchRole({ user: both, wanted: 'pet_sitter', isInFlight: true })).toBe(false);
    expect(canSwitchRole({ user: both, wanted: 'pet_owner', isInFlight: false })).toBe(false);
    const owner = { ...both, role: 'pet_owner' } as const;
    expect(canSwitchRole({ user: owner, wanted: 'pet_sitter', isInFlight: false })).toBe(false);
  });

  it('asks somebody who switches too often to wait [D4]', () => {
    const limited = new ORPCError('TOO_MANY_REQUESTS', { defined: true, status: 429 });
    expect(switchFailure(limited).title).toBe(
      'Too many role switches: Please wait before switching roles again',
    );
    expect(switchFailure(new Error('Rate limit exceeded')).title).toContain('Too many');
  });

  it('shows that a switch failed, and why if that is known [D4]', () => {
    expect(switchFailure(new ORPCError('INTERNAL_SERVER_ERROR'))).toEqual({
      title: 'Failed to switch role',
      description: 'An unexpected error occurred',
    });
  });
});

import { z } from 'zod';
import { normalizeInviteCode } from './rules.ts';

export const inviteCodeSchema = z
  .string({ error: 'Invite code is required' })
  .max(100, 'Invalid or expired invite code')
  .transform(normalizeInviteCode)
  .refine((code) => code.length > 0, 'Invite code is required');

import { z } from 'zod';
import { ACCESS_PARTS } from '../vault/schema.ts';

/** What of a member others may look at, and each such look is noted. */
export const VIEWED_KINDS = [
  ...ACCESS_PARTS.map((part) => `access_${part}` as const),
  'address',
  'email',
  'pet_health',
  'account',
  'job',
  'request',
  'review',
] as const;
export const viewedKindSchema = z.enum(VIEWED_KINDS);
export type ViewedKind = z.infer<typeof viewedKindSchema>;

/** As what somebody looked, which is why they could. */
export const viewerRoleSchema = z.enum(['sitter', 'owner', 'staff']);

import { z } from 'zod';

/** A member's role in the marketplace; `active_role` is only the current view of a 'both'. */
export const roleSchema = z.enum(['pet_owner', 'pet_sitter', 'both']);
export type Role = z.infer<typeof roleSchema>;

export const activeRoleSchema = z.enum(['pet_owner', 'pet_sitter']);
export type ActiveRole = z.infer<typeof activeRoleSchema>;

/** The longest first or last name. */
export const NAME_MAX = 80;

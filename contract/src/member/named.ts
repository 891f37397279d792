import { z } from 'zod';
import { idSchema } from '../transport/base.ts';

/** A member shown only by name. */
export const namedMemberSchema = z.object({ id: idSchema, full_name: z.string() });

import { z } from 'zod';
import { namedMemberSchema } from '../member/named.ts';
import { verbatimText } from '../text/schema.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';
import { ACCESS_LABELS, ACCESS_MAX, ACCESS_PARTS, type AccessPart } from './rules.ts';

export const accessPartSchema = z.enum(ACCESS_PARTS);

const text = (part: AccessPart) => verbatimText({ label: ACCESS_LABELS[part], max: ACCESS_MAX });

/** The parts to save; omitted ones stay, empty ones are deleted. */
export const homeAccessEditSchema = z
  .strictObject({
    door: text('door'),
    keys: text('keys'),
    alarm: text('alarm'),
    wifi: text('wifi'),
    notes: text('notes'),
  })
  .partial();

/** An owner's home access, for them only; empty parts are ''. */
export const homeAccessSchema = z.object({
  door: z.string(),
  keys: z.string(),
  alarm: z.string(),
  wifi: z.string(),
  notes: z.string(),
  updated_at: timestampSchema.nullable(),
  /**
   * True when it was encrypted with a key that this server does not have: it has to be entered
   * again.
   */
  is_unreadable: z.boolean(),
});
export type HomeAccess = z.infer<typeof homeAccessSchema>;

/** A sitter's views of one part; several within a minute are merged, with their number. */
export const accessViewSchema = z.object({
  id: uuidSchema,
  part: accessPartSchema,
  /** Null once that member has left, is suspended or is hidden by a block. */
  viewer: namedMemberSchema.nullable(),
  viewed_at: timestampSchema,
});
export type AccessView = z.infer<typeof accessViewSchema>;

/** What somebody opened who no longer has the job, and the owner has not changed since. */
export const knownAccessSchema = z.object({
  /** Null once that member has left, is suspended or is hidden by a block. */
  full_name: z.string().nullable(),
  parts: z.array(accessPartSchema),
});
export type KnownAccess = z.infer<typeof knownAccessSchema>;

/** The home access attached to a job, for its owner and for the sitter who holds it; no texts. */
export const jobAccessSchema = z.object({
  /** The parts that have a text; empty when nothing is attached. */
  parts: z.array(accessPartSchema),
  /** Whether the sitter can open them now. */
  is_open: z.boolean(),
  opens_at: timestampSchema,
  closes_at: timestampSchema,
  /** The sitter's views, newest first, at most 20; empty for the sitter. */
  views: z.array(accessViewSchema),
  /** For the owner: what to change. */
  still_known: z.array(knownAccessSchema),
});
export type JobAccess = z.infer<typeof jobAccessSchema>;

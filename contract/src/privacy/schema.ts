import { z } from 'zod';
import { namedMemberSchema } from '../member/named.ts';
import { idSchema, momentSchema } from '../transport/base.ts';
import { ACCESS_PARTS } from '../vault/rules.ts';

/** The kinds of member data whose views are recorded. */
export const VIEWED_KINDS = [
  ...ACCESS_PARTS.map((part) => `access_${part}` as const),
  'address',
  'email',
  'pet_health',
  'account',
  'identity',
  'emails',
  'job',
  'request',
  'review',
  'chat',
] as const;
export const viewedKindSchema = z.enum(VIEWED_KINDS);
export type ViewedKind = z.infer<typeof viewedKindSchema>;

/** The role in which somebody viewed the data, which allowed it. */
export const viewerRoleSchema = z.enum(['sitter', 'owner', 'staff']);
export type ViewerRole = z.infer<typeof viewerRoleSchema>;

/** Who may write to a member first: everybody, people they know, or nobody. [M3] */
export const firstContactSchema = z.enum(['everyone', 'known', 'nobody']);
export type FirstContact = z.infer<typeof firstContactSchema>;

/** A member's settings for who can contact them, and where they are named. */
export const privacySettingsSchema = z.object({
  /** 'known' are members they had a job with, invited, or were invited by. */
  first_contact: firstContactSchema,
  /** Whether they are named in trust paths between other members. */
  named_in_paths: z.boolean(),
});
export type PrivacySettings = z.infer<typeof privacySettingsSchema>;

/** How many characters of the viewed content are quoted. */
export const VIEW_QUOTE_MAX = 120;

/**
 * The staff member who looked: 'First L.', or null if they have left, or if they also decided about
 * the member at that time.
 */
export const staffViewerSchema = z.object({ name: z.string().nullable(), has_left: z.boolean() });
export type StaffViewer = z.infer<typeof staffViewerSchema>;

/** One view of a member's data, as the member sees it; views within an hour are one. */
export const notedViewSchema = z.object({
  id: idSchema,
  kind: viewedKindSchema,
  viewer_role: viewerRoleSchema,
  viewed_at: momentSchema,
  /** Null for staff, for a member who has left, and for one who is not shown to this member. */
  viewer: namedMemberSchema.nullable(),
  /** Null for viewers who are not staff. */
  staff: staffViewerSchema.nullable(),
  /** The member's own job that it was for. */
  job: z.object({ id: idSchema, title: z.string() }).nullable(),
  /** The beginning of the request or review that staff read, or the reason for reading a chat. */
  about: z.string().nullable(),
});
export type NotedView = z.infer<typeof notedViewSchema>;

import { z } from 'zod';
import { cleanText, emailSchema } from '../text/schema.ts';
import {
  base,
  cursorSchema,
  page,
  pageSize,
  timestampSchema,
  trapSchema,
  uuidSchema,
} from '../transport/base.ts';
import { linkErrors, linkTokenSchema } from '../transport/mailed-link.ts';

/** Somebody on the waiting list, as staff see them; `joined_at` once the address is a member's. */
export const waitlistEntrySchema = z.object({
  id: uuidSchema,
  email: z.string(),
  full_name: z.string(),
  note: z.string().nullable(),
  created_at: timestampSchema,
  confirmed_at: timestampSchema.nullable(),
  invited_at: timestampSchema.nullable(),
  joined_at: timestampSchema.nullable(),
});
export type WaitlistEntry = z.infer<typeof waitlistEntrySchema>;

const nameSchema = cleanText({ label: 'Name', max: 160 });
const noteSchema = cleanText({ label: 'Note', max: 500, min: 0 });

export const waitlistFormSchema = z.strictObject({
  email: emailSchema,
  full_name: nameSchema,
  note: noteSchema.default(''),
});

/** What is confirmed: the name and words that anybody could have entered for this address. */
const saidSchema = z.strictObject({ full_name: nameSchema, note: noteSchema.nullable() });
export type SaidOnWaitlist = z.infer<typeof saidSchema>;

export const waitlist = {
  /**
   * Joins the waiting list for an invite; an email asks to confirm. The answer is the same for
   * known addresses. [P4]
   */
  join: base
    .route({
      method: 'POST',
      path: '/rest/v1/waitlist_entries',
      successStatus: 202,
      tags: ['waitlist_entries'],
    })
    .input(waitlistFormSchema.extend({ website: trapSchema }))
    .output(z.object({})),

  /** What was entered for the address of the emailed link. */
  getEntry: base
    .route({ method: 'POST', path: '/rest/v1/rpc/own_waitlist_entry', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(z.object({ full_name: z.string(), note: z.string().nullable() })),

  /** Confirms with the emailed link, and with the texts that the owner of the mailbox has read. */
  confirm: base
    .route({ method: 'POST', path: '/rest/v1/rpc/confirm_waitlist', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema.extend(saidSchema.shape))
    .output(z.object({})),

  /**
   * The waiting list: with `waiting`, those who can be sent an invite, otherwise the others;
   * staff only.
   */
  list: base
    .route({ method: 'GET', path: '/rest/v1/waitlist_entries', tags: ['waitlist_entries'] })
    .input(
      z.strictObject({
        waiting: z.stringbool().optional(),
        cursor: cursorSchema,
        limit: pageSize(50),
      }),
    )
    .output(page(waitlistEntrySchema)),

  /** Emails an invite to somebody on the waiting list, once; staff only, logged. */
  invite: base
    .route({ method: 'POST', path: '/rest/v1/rpc/invite_from_waitlist', tags: ['rpc'] })
    .errors({
      ALREADY_INVITED: { status: 409, message: 'This person was already invited.' },
      ALREADY_MEMBER: { status: 409, message: 'This person has already joined.' },
    })
    .input(z.strictObject({ id: uuidSchema }))
    .output(waitlistEntrySchema),
};

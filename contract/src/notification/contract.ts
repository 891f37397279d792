import { z } from 'zod';
import { base, cursorSchema, page, pageSize } from '../transport/base.ts';
import { linkErrors, linkTokenSchema } from '../transport/mailed-link.ts';
import {
  deliverySchema,
  groupsOffSchema,
  mailedSettingsSchema,
  mailStateSchema,
  notificationSchema,
  notificationSettingsChangeSchema,
  notificationSettingsSchema,
  UNREAD_COUNTED,
} from './schema.ts';

const tags = ['notifications'];

export const notification = {
  /** The caller's own, newest first. */
  list: base
    .route({ method: 'GET', path: '/rest/v1/notifications', tags })
    .input(
      z.strictObject({
        unread: z.stringbool().optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(notificationSchema)),

  /** How many the caller has not read; it counts no further than `UNREAD_COUNTED`. */
  countUnread: base
    .route({ method: 'GET', path: '/rest/v1/rpc/count_notifications', tags: ['rpc'] })
    .output(z.object({ unread: z.int().min(0).max(UNREAD_COUNTED) })),

  /** Marks one of the caller's own as read; a second time is fine. */
  markRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_notification_read', tags: ['rpc'] })
    .input(z.strictObject({ id: z.uuid() }))
    .output(z.object({})),

  /** Marks all of the caller's own as read. */
  markAllRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_all_notifications_read', tags: ['rpc'] })
    .output(z.object({})),

  /** Marks what leads to this page of the product as read, because its reader is there. */
  markVisited: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_notifications_visited', tags: ['rpc'] })
    .input(z.strictObject({ path: z.string().max(200) }))
    .output(z.object({})),

  /** The caller's preferences. */
  getSettings: base
    .route({ method: 'GET', path: '/rest/v1/notification_settings', tags })
    .output(notificationSettingsSchema),

  updateSettings: base
    .route({ method: 'PATCH', path: '/rest/v1/notification_settings', tags })
    .input(notificationSettingsChangeSchema)
    .output(notificationSettingsSchema),

  /** Sends the caller a notification by bell and email. */
  sendTest: base
    .route({ method: 'POST', path: '/rest/v1/rpc/send_test_notification', tags: ['rpc'] })
    .output(z.object({})),

  /** Ends the links in all emails sent so far. */
  revokeMailedLinks: base
    .route({ method: 'POST', path: '/rest/v1/rpc/revoke_notification_links', tags: ['rpc'] })
    .output(z.object({})),

  /** Which emails come, for a person who brings the link of one of them. */
  getMailedSettings: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mailed_notification_settings', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(mailedSettingsSchema),

  /** Switches emails off and on by the link in one of them. */
  updateMailedSettings: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/update_mailed_notification_settings',
      tags: ['rpc'],
    })
    .errors(linkErrors)
    .input(linkTokenSchema.extend({ email_off: groupsOffSchema }))
    .output(mailedSettingsSchema),

  /** What became of the emails, newest first; super admins only, logged. */
  listDeliveries: base
    .route({ method: 'GET', path: '/rest/v1/notification_deliveries', tags })
    .input(
      z.strictObject({
        state: mailStateSchema.exclude(['none']).optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(deliverySchema)),
};

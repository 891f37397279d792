import { z } from 'zod';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import { linkErrors, linkTokenSchema } from '../transport/mailed-link.ts';
import {
  busyCalendarFormSchema,
  busyCalendarSchema,
  calendarFeedSchema,
  deliverySchema,
  mailedSettingsChangeSchema,
  mailedSettingsSchema,
  mailStateSchema,
  notificationGroupSchema,
  notificationSchema,
  notificationSettingsChangeSchema,
  notificationSettingsSchema,
  pushDevicesSchema,
  pushSubscriptionSchema,
  testSentSchema,
  unreadCountSchema,
} from './schema.ts';

const tags = ['notifications'];

export const notification = {
  /** The caller's notifications, newest first. */
  list: base
    .route({ method: 'GET', path: '/rest/v1/notifications', tags })
    .input(
      z.strictObject({
        unread: z.stringbool().optional(),
        group: notificationGroupSchema.optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(notificationSchema)),

  /** The number of the caller's unread notifications. */
  countUnread: base
    .route({ method: 'GET', path: '/rest/v1/rpc/count_notifications', tags: ['rpc'] })
    .output(unreadCountSchema),

  /** Marks one of the caller's notifications as read; a second time is fine. */
  markRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_notification_read', tags: ['rpc'] })
    .input(z.strictObject({ id: uuidSchema }))
    .output(z.object({})),

  /** Marks all of the caller's notifications as read. */
  markAllRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_all_notifications_read', tags: ['rpc'] })
    .output(z.object({})),

  /** Marks notifications that link to the caller's page as read, and counts the unread ones. */
  markVisited: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_notifications_visited', tags: ['rpc'] })
    .input(z.strictObject({ path: z.string().max(200) }))
    .output(unreadCountSchema),

  /** The caller's preferences. */
  getSettings: base
    .route({ method: 'GET', path: '/rest/v1/notification_settings', tags })
    .output(notificationSettingsSchema),

  updateSettings: base
    .route({ method: 'PATCH', path: '/rest/v1/notification_settings', tags })
    .input(notificationSettingsChangeSchema)
    .output(notificationSettingsSchema),

  /**
   * Sends the caller a test notification. `mail_reason` is why it is not emailed: `unconfirmed` if
   * the caller still has to confirm their address.
   */
  sendTest: base
    .route({ method: 'POST', path: '/rest/v1/rpc/send_test_notification', tags: ['rpc'] })
    .output(testSentSchema),

  /** The devices that show the caller's notifications, and the public key for subscribing. */
  listPushDevices: base
    .route({ method: 'GET', path: '/rest/v1/push_subscriptions', tags })
    .output(pushDevicesSchema),
  /**
   * Enables push notifications for the caller on this device until its session ends. With
   * `replaces` it only resumes a subscription of the caller; `id` is null if there is none.
   */
  startPush: base
    .route({ method: 'POST', path: '/rest/v1/push_subscriptions', successStatus: 201, tags })
    .errors({
      PUSH_SERVICE_REFUSED: {
        status: 422,
        message: 'This browser’s push service can’t be used.',
      },
    })
    .input(pushSubscriptionSchema)
    .output(z.object({ id: uuidSchema.nullable() })),
  /** Disables them on one of the caller's devices; a second time is fine. */
  endPush: base
    .route({ method: 'DELETE', path: '/rest/v1/push_subscriptions/{id}', tags })
    .input(z.strictObject({ id: uuidSchema }))
    .output(z.object({})),
  /** The address of the caller's calendar feed; null if there is none. */
  getCalendarFeed: base
    .route({ method: 'GET', path: '/rest/v1/calendar_feed', tags })
    .output(calendarFeedSchema),
  /** Creates a calendar feed for the caller; a previous address stops working. */
  startCalendarFeed: base
    .route({ method: 'POST', path: '/rest/v1/calendar_feed', successStatus: 201, tags })
    .output(calendarFeedSchema),
  /** Removes the caller's calendar feed; a second time is fine. */
  endCalendarFeed: base
    .route({ method: 'DELETE', path: '/rest/v1/calendar_feed', tags })
    .output(z.object({})),
  /** The calendar that the caller's busy times are read from. [V1] */
  getBusyCalendar: base
    .route({ method: 'GET', path: '/rest/v1/busy_calendar', tags })
    .output(busyCalendarSchema),
  /**
   * Reads busy times from this address now and every few hours, instead of another address. [V1]
   */
  setBusyCalendar: base
    .route({ method: 'PUT', path: '/rest/v1/busy_calendar', tags })
    .input(busyCalendarFormSchema)
    .output(z.object({})),
  /** Stops that and removes the busy times; a second time is fine. [V1] */
  endBusyCalendar: base
    .route({ method: 'DELETE', path: '/rest/v1/busy_calendar', tags })
    .output(z.object({})),
  /** Revokes the links in all emails sent so far. */
  revokeMailedLinks: base
    .route({ method: 'POST', path: '/rest/v1/rpc/revoke_notification_links', tags: ['rpc'] })
    .output(z.object({})),

  /** The email settings, for a caller with the link from one of the emails. */
  getMailedSettings: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mailed_notification_settings', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(mailedSettingsSchema),

  /** Changes email settings with the link from an email. */
  updateMailedSettings: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/update_mailed_notification_settings',
      tags: ['rpc'],
    })
    .errors(linkErrors)
    .input(linkTokenSchema.extend(mailedSettingsChangeSchema.shape))
    .output(mailedSettingsSchema),

  /** The delivery of emails and push messages, newest first; super admins only, logged. */
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

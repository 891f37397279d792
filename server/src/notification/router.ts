import { member, open, superAdmin } from '../access/guards.ts';
import { countUnreadNotifications, listNotifications } from './bell/list-notifications.ts';
import {
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationsVisited,
} from './bell/mark-read.ts';
import { endBusyCalendar, getBusyCalendar, setBusyCalendar } from './calendar/busy-calendar.ts';
import { endCalendarFeed, getCalendarFeed, startCalendarFeed } from './calendar/calendar-feed.ts';
import { listDeliveries } from './delivery/list-deliveries.ts';
import { endPush, listPushDevices, startPush } from './push/push-devices.ts';
import { getMailedSettings, updateMailedSettings } from './settings/mailed-settings.ts';
import {
  getNotificationSettings,
  revokeMailedLinks,
  sendTest,
  updateNotificationSettings,
} from './settings/settings.ts';

/** Members read their own; the mailed settings are for callers with an email's link. */
export const notificationRouter = {
  list: member.notification.list.handler(listNotifications),
  countUnread: member.notification.countUnread.handler(countUnreadNotifications),
  markRead: member.notification.markRead.handler(markNotificationRead),
  markAllRead: member.notification.markAllRead.handler(markAllNotificationsRead),
  markVisited: member.notification.markVisited.handler(markNotificationsVisited),
  getSettings: member.notification.getSettings.handler(getNotificationSettings),
  updateSettings: member.notification.updateSettings.handler(updateNotificationSettings),
  sendTest: member.notification.sendTest.handler(sendTest),
  listPushDevices: member.notification.listPushDevices.handler(listPushDevices),
  startPush: member.notification.startPush.handler(startPush),
  endPush: member.notification.endPush.handler(endPush),
  getCalendarFeed: member.notification.getCalendarFeed.handler(getCalendarFeed),
  startCalendarFeed: member.notification.startCalendarFeed.handler(startCalendarFeed),
  endCalendarFeed: member.notification.endCalendarFeed.handler(endCalendarFeed),
  getBusyCalendar: member.notification.getBusyCalendar.handler(getBusyCalendar),
  setBusyCalendar: member.notification.setBusyCalendar.handler(setBusyCalendar),
  endBusyCalendar: member.notification.endBusyCalendar.handler(endBusyCalendar),
  revokeMailedLinks: member.notification.revokeMailedLinks.handler(revokeMailedLinks),
  getMailedSettings: open.notification.getMailedSettings.handler(getMailedSettings),
  updateMailedSettings: open.notification.updateMailedSettings.handler(updateMailedSettings),
  listDeliveries: superAdmin.notification.listDeliveries.handler(listDeliveries),
};

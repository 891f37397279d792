import { open, staff } from '../access/guards.ts';
import { confirmNewsletter } from './confirm-newsletter.ts';
import { listNewsletter } from './list-newsletter.ts';
import { subscribeNewsletter } from './subscribe-newsletter.ts';
import { unsubscribeNewsletter } from './unsubscribe-newsletter.ts';

/** Mailed links need no account; the list is for staff. [P6] */
export const newsletterRouter = {
  subscribe: open.newsletter.subscribe.handler(subscribeNewsletter),
  confirm: open.newsletter.confirm.handler(confirmNewsletter),
  unsubscribe: open.newsletter.unsubscribe.handler(unsubscribeNewsletter),
  list: staff.newsletter.list.handler(listNewsletter),
};

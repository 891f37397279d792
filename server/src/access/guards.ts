import { contract } from '@kindpal/contract';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { findUnstorable, UNSTORABLE } from '@kindpal/contract/text/rules';
import { implement } from '@orpc/server';
import { invalidField, refusal } from '../wire/refusal.ts';
import { findActor } from './actor.ts';
import type { RequestContext } from './context.ts';

const anybody = implement(contract).$context<RequestContext>();

const signedIn = anybody.use(async ({ context, next }) => {
  const actor = context.credential && (await findActor(context.services.db, context.credential));
  if (!context.credential || !actor) throw refusal('UNAUTHORIZED');
  context.services.limiter.remember(context.credential, actor.id);
  return next({ context: { actor } });
});

/** Refuses what PostgreSQL cannot store in any field of any call, once its caller may make it. */
function refuseUnstorable(input: unknown): void {
  const path = findUnstorable(input);
  if (path !== null) throw invalidField(path, UNSTORABLE);
}

function atLeast(minimum: AppRole) {
  return signedIn
    .use(({ context, next }) => {
      if (!satisfiesRole(context.actor.app_role, minimum)) throw refusal('FORBIDDEN');
      return next();
    })
    .use(({ next }, input) => {
      refuseUnstorable(input);
      return next();
    });
}

/** Anybody, signed in or not; the handler asks for the actor itself where it matters. */
export const open = anybody.use(({ next }, input) => {
  refuseUnstorable(input);
  return next();
});
/** A signed-in member; everybody else gets UNAUTHORIZED. */
export const member = signedIn.use(({ next }, input) => {
  refuseUnstorable(input);
  return next();
});
/** Admins and super admins. [S6] */
export const staff = atLeast('admin');
/** Super admins only. [S6] */
export const superAdmin = atLeast('super_admin');

/** Staff whose call mails somebody; counted. [S4] */
export const staffWhoMails = staff.use(async ({ context, next }) => {
  await context.services.limiter.consume('staff_mail_by_member', context.actor.id);
  return next();
});

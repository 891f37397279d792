import { contract } from '@kindpal/contract';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { implement } from '@orpc/server';
import { checkInput } from '../transport/check-input.ts';
import { refusal } from '../transport/refusal.ts';
import { findActor, findHolder } from './actor.ts';
import type { RequestContext } from './context.ts';
import { hasLostSession, isPageOfAnother, readsAsVisitor } from './expected-member.ts';

/** Adds nothing to a call; the guards below are built on it. */
export const anybody = implement(contract).$context<RequestContext>();

const signedIn = anybody.use(async ({ context, next }) => {
  const actor = context.credential && (await findActor(context.services.db, context.credential));
  if (!context.credential || !actor) throw refusal('UNAUTHORIZED');
  context.services.limiter.remember(context.credential, actor.id);
  // Below /auth/v1, where signing in and out must stay possible, nothing has checked it before.
  const { request, credential } = context;
  if (!readsAsVisitor(request) && isPageOfAnother(request, credential, actor.id)) {
    throw refusal('UNAUTHORIZED');
  }
  return next({ context: { actor } });
});

function atLeast(minimum: AppRole) {
  return signedIn
    .use(async ({ context, next }) => {
      if (!satisfiesRole(context.actor.app_role, minimum)) throw await whyNot(context, minimum);
      return next();
    })
    .use(({ next, ...call }, input) => {
      checkInput(call, input);
      return next();
    });
}

/** Tells staff whose role has no effect yet what is missing. [U13] */
async function whyNot({ credential, services }: RequestContext, minimum: AppRole) {
  const holder = credential && (await findHolder(services.db, credential));
  const isStaff = satisfiesRole(holder?.app_role ?? 'user', minimum);
  return refusal(isStaff ? 'SECOND_FACTOR_NEEDED' : 'FORBIDDEN');
}

/** Anybody, signed in or not; the handler looks up the actor where it matters. */
export const open = anybody.use(async ({ next, ...call }, input) => {
  checkInput(call, input);
  const answer = await next();
  const { request, credential, services } = call.context;
  // Afterwards, because the session may end in the meantime.
  if (await hasLostSession(request, credential, services.db)) throw refusal('UNAUTHORIZED');
  return answer;
});
/** A signed-in member; everybody else gets UNAUTHORIZED. */
export const member = signedIn.use(({ next, ...call }, input) => {
  checkInput(call, input);
  return next();
});
/** The holder of a session, which may still wait for a second factor. [U13] */
export const sessionHolder = anybody
  .use(async ({ context, next }) => {
    const { credential, services } = context;
    const holder = credential && (await findHolder(services.db, credential));
    if (!holder) throw refusal('UNAUTHORIZED');
    services.limiter.remember(credential, holder.id);
    return next({ context: { holder } });
  })
  .use(({ next, ...call }, input) => {
    checkInput(call, input);
    return next();
  });
/** Admins and super admins. [S6] */
export const staff = atLeast('admin');
/** Super admins only. [S6] */
export const superAdmin = atLeast('super_admin');

/** Staff, for calls that send an email to somebody; rate-limited. [S4] */
export const staffWhoMails = staff.use(async ({ context, next }) => {
  await context.services.limiter.consume('staff_mail_by_member', context.actor.id);
  return next();
});

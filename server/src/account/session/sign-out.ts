import type { account } from '@kindpal/contract/account/contract';
import { findHolder } from '../../access/actor.ts';
import type { OpenCall } from '../../access/call.ts';
import { isPageOfAnother } from '../../access/expected-member.ts';
import { stopDeletionByOthers } from '../../deletion/stop-deletion.ts';
import { deletionCanceledMail } from '../../mail/mails/deletion-canceled.ts';
import { endFeed } from '../../notification/calendar/end-feed.ts';
import { mailEvent } from '../../security/mail-event.ts';
import { refusal } from '../../transport/refusal.ts';
import { clearCookies } from '../client.ts';
import { lockAccount } from '../policy.ts';
import { endSession, endSessions } from './end-sessions.ts';
import { lockSession } from './hold-session.ts';

/**
 * Ends this session, or all sessions or all others and the calendar feed, and then cancels a
 * deletion that another session requested, and emails the member about it. Without a session there
 * is nothing to end here, but the others stay: throws UNAUTHORIZED, except for this one. So does a
 * page of another member, which meant that one's sessions. [U6] [X1]
 */
export async function signOut({ input, context }: OpenCall<typeof account.signOut>): Promise<void> {
  const { credential, request, services } = context;
  const { db } = services;
  const actor = credential && (await findHolder(db, credential));
  if (input.scope !== 'local' && actor && isPageOfAnother(request, credential, actor.id)) {
    throw refusal('UNAUTHORIZED');
  }
  if (input.scope !== 'others') clearCookies(context);
  const endsOwn = input.scope === 'local' || (input.scope === 'global' && actor?.awaits_factor);
  if (actor && endsOwn) {
    await db.drizzle.transaction((tx) =>
      endSession(tx, { userId: actor.id, sessionId: actor.session_id }),
    );
  }
  if (input.scope !== 'local') {
    // Without the second factor, other sessions can't be ended.
    if (!actor || actor.awaits_factor) throw refusal('UNAUTHORIZED');
    const keep = input.scope === 'others' ? actor.session_id : undefined;
    await db.drizzle.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.id);
      // Ended by a concurrent reset, it may not end the session that the reset has started.
      if (!account || !(await lockSession(tx, actor.session_id))) throw refusal('UNAUTHORIZED');
      await endSessions(tx, account, keep);
      await endFeed(tx, account.id);
      if (!(await stopDeletionByOthers(tx, account, actor.session_id))) return;
      const kind = 'deletion_withdrawn';
      await mailEvent(tx, { account, kind }, context, (token) =>
        deletionCanceledMail(services.env, { to: account.email, token }),
      );
    });
  }
}

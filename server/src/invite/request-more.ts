import type { invite } from '@kindpal/contract/invite/contract';
import type { InviteRequest } from '@kindpal/contract/invite/schema';
import type { MemberCall } from '../access/call.ts';
import { requireConfirmedEmail } from '../account/sign-up/confirmation.ts';
import { isUniqueViolation } from '../db/client.ts';
import { inviteRequests } from '../db/schema/invite.ts';
import { refusal } from '../transport/refusal.ts';
import { presentRequest } from './present.ts';

/**
 * Asks staff for another code. Throws EMAIL_NOT_CONFIRMED, and REQUEST_PENDING while an earlier
 * request waits. [I1]
 */
export async function requestMore({
  input,
  context,
}: MemberCall<typeof invite.requestMore>): Promise<InviteRequest> {
  const { services, actor } = context;
  await requireConfirmedEmail(services.db.drizzle, actor.id);
  try {
    const [request] = await services.db.drizzle
      .insert(inviteRequests)
      .values({ user_id: actor.id, message: input.message })
      .returning();
    if (!request) throw new Error('A request could not be read back');
    return presentRequest(request);
  } catch (error) {
    throw isUniqueViolation(error, 'invite_requests_one_pending')
      ? refusal('REQUEST_PENDING')
      : error;
  }
}

/** The longest message, in characters as PostgreSQL counts them. [M1] */
export const MESSAGE_MAX = 4000;

/** How many new people a member can write to per day. [M3] */
export const NEW_CONVERSATIONS_A_DAY = 30;

/** Messages to a stranger before they reply or accept. [M3] */
export const FIRST_MESSAGES = 3;

type Which = { conversation_id?: string | undefined; member_id?: string | undefined };

/**
 * Whether a call identifies its conversation in exactly one way: by its own id, or by the other
 * member's.
 */
export function namesOne({ conversation_id, member_id }: Which): boolean {
  return (conversation_id === undefined) !== (member_id === undefined);
}

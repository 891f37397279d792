import type { DecisionKind, OwnDecision } from '@kindpal/contract/moderation/schema';

/** The label of each kind of decision. */
export const DECISION_LABELS: Record<DecisionKind, string> = {
  dismiss: 'No action',
  warn: 'Warning',
  hide: 'Hidden',
  remove: 'Removed',
  suspend: 'Suspended',
  ban: 'Banned',
};

const ENDINGS = {
  expired: 'Ended',
  undone: 'Reversed',
  appeal: 'Appeal granted',
  left: 'Account deleted',
} as const;

/** How a decision ended, shown beside its kind; null while it is in force. */
export function endingOf({ ended_as }: Pick<OwnDecision, 'ended_as'>): string | null {
  return ended_as && ENDINGS[ended_as];
}

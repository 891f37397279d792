/** What reconciling needs of a card. */
type Listed = { id: string; status: string };

/** The list as the server gives it now; `isWhole` when nothing older follows. */
type Fresh<Card> = { cards: readonly Card[]; isWhole: boolean };

/**
 * Brings a list that somebody is reading up to date without moving it: cards change in place, one
 * that is no longer open turns 'Claimed' where it stands, older ones join at the end, and newer
 * ones wait (`waiting`) until they are asked for. [J1]
 */
export function reconcileJobs<Card extends Listed>(
  shown: readonly Card[],
  fresh: Fresh<Card>,
): { cards: Card[]; waiting: Card[] } {
  if (shown.length === 0) return { cards: [...fresh.cards], waiting: [] };
  const freshById = new Map(fresh.cards.map((card) => [card.id, card]));
  const shownIds = new Set(shown.map((card) => card.id));
  const reach = reachOf(shown, fresh);
  const cards = shown.map((card, index) => {
    const now = freshById.get(card.id);
    if (now) return now;
    return index < reach && card.status === 'open' ? { ...card, status: 'claimed' } : card;
  });
  const lastKnown = fresh.cards.findLastIndex((card) => shownIds.has(card.id));
  const unknown = (from: number, to?: number) =>
    fresh.cards.slice(from, to).filter((card) => !shownIds.has(card.id));
  // With nothing in common one cannot tell newer from older: everything waits for the reader.
  const older = lastKnown === -1 ? [] : unknown(lastKnown + 1);
  const newer = lastKnown === -1 ? unknown(0) : unknown(0, lastKnown);
  return { cards: [...cards, ...older], waiting: newer };
}

/** Up to which shown card the fresh list speaks: what lies further down it says nothing about. */
function reachOf<Card extends Listed>(shown: readonly Card[], fresh: Fresh<Card>): number {
  if (fresh.isWhole) return shown.length;
  const freshIds = new Set(fresh.cards.map((card) => card.id));
  return shown.findLastIndex((card) => freshIds.has(card.id)) + 1;
}

/** What the pill says: '1 new job', '3 new jobs', or nothing. [J1] */
export function newJobsLabel(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 new job' : `${count} new jobs`;
}

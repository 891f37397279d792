/** The fields of a card that are needed here. */
type Listed = { id: string; status: string };

/** The list as the server returns it now; `isWhole` if no older jobs follow. */
type Fresh<Card> = { cards: readonly Card[]; isWhole: boolean };

/**
 * Updates a list that somebody is reading without moving it. Cards change in place, a job that is
 * no longer open shows 'Claimed', older jobs are appended, and newer ones are kept in `waiting`
 * until the viewer wants them. [J1]
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
  // Without a common card, newer and older cannot be distinguished: everything waits for the
  // viewer.
  const older = lastKnown === -1 ? [] : unknown(lastKnown + 1);
  const newer = lastKnown === -1 ? unknown(0) : unknown(0, lastKnown);
  return { cards: [...cards, ...older], waiting: newer };
}

/** The last shown card that the fresh list covers; it says nothing about cards further down. */
function reachOf<Card extends Listed>(shown: readonly Card[], fresh: Fresh<Card>): number {
  if (fresh.isWhole) return shown.length;
  const freshIds = new Set(fresh.cards.map((card) => card.id));
  return shown.findLastIndex((card) => freshIds.has(card.id)) + 1;
}

/** The label of the button for new jobs: '1 new job', '3 new jobs', or nothing. [J1] */
export function newJobsLabel(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 new job' : `${count} new jobs`;
}

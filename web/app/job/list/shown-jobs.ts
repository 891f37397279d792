import type { JobCard } from '@kindpal/contract/job/schema';
import { useState } from 'react';

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

type Pages = readonly { items: readonly JobCard[]; next_cursor: string | null }[];
type Shown = { list: string; pages: Pages | undefined; cards: JobCard[]; waiting: JobCard[] };

const cardsOf = (pages: Pages) => pages.flatMap((page) => page.items);

/**
 * The cards that a viewer sees: fresh data changes them in place, new jobs wait. `list` identifies
 * the list (filter and viewer); a new value starts again. [J1]
 */
export function useShownJobs(list: string, pages: Pages | undefined) {
  const [shown, setShown] = useState<Shown>({ list, pages: undefined, cards: [], waiting: [] });
  let current = shown;
  if (pages && (shown.list !== list || shown.pages !== pages)) {
    const read = shown.list === list ? shown.cards : [];
    const fresh = { cards: cardsOf(pages), isWhole: pages.at(-1)?.next_cursor === null };
    current = { list, pages, ...reconcileJobs(read, fresh) };
    setShown(current);
  }
  /** Shows the waiting jobs and removes those that are gone: the list as the server returns it. */
  const showAll = (latest: Pages | undefined = pages) => {
    if (latest) setShown({ list, pages: latest, cards: cardsOf(latest), waiting: [] });
  };
  return { cards: current.cards, waitingCount: current.waiting.length, showAll };
}

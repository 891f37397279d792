import type { JobCard } from '@kindpal/contract/job/schema';
import { useState } from 'react';
import { reconcileJobs } from './shown-jobs.ts';

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

import type { JobCard } from '@kindpal/contract/job/schema';
import { useState } from 'react';
import { reconcileJobs } from './shown-jobs.ts';

type Pages = readonly { items: readonly JobCard[]; next_cursor: string | null }[];
type Shown = { list: string; pages: Pages | undefined; cards: JobCard[]; waiting: JobCard[] };

const cardsOf = (pages: Pages) => pages.flatMap((page) => page.items);

/**
 * What the reader of a list sees while it lives: fresh pages change cards in place, new jobs wait.
 * `list` names the list (filter and reader); another one starts again. [J1]
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
  /** Lets in what waited and drops what is gone: the list as the server gives it. */
  const showAll = (latest: Pages | undefined = pages) => {
    if (latest) setShown({ list, pages: latest, cards: cardsOf(latest), waiting: [] });
  };
  return { cards: current.cards, waitingCount: current.waiting.length, showAll };
}

import { useState } from 'react';

/** The fields of a row that are needed here. */
type Row = { job: { id: string }; claim: { id: string } | null };
type Held<Item> = { list: string; items: readonly Item[]; left: readonly Item[] };

/** The maximum number of removed jobs that are named. */
const LEFT_SHOWN = 3;

const idOf = ({ job, claim }: Row) => `${job.id} ${claim?.id ?? ''}`;

/**
 * Which rows have left a list since its viewer opened it, the latest first. Rows after the last
 * common row of both lists are ignored: they may only have moved to a page that is not loaded.
 */
export function findRemovedJobs<Item extends Row>(
  held: Held<Item>,
  { list, items, isWhole }: { list: string; items: readonly Item[]; isWhole: boolean },
): Held<Item> {
  if (held.list !== list) return { list, items, left: [] };
  const now = new Set(items.map(idOf));
  const reach = isWhole ? held.items.length : held.items.findLastIndex((row) => now.has(idOf(row)));
  const gone = held.items.filter((row, place) => place < reach && !now.has(idOf(row)));
  const left = [...gone, ...held.left].filter((row) => !now.has(idOf(row))).slice(0, LEFT_SHOWN);
  return { list, items, left };
}

type Pages<Item> = readonly { items: readonly Item[]; next_cursor: string | null }[];

/** The same as a hook; `pages` is null while the data shown belongs to another list. */
export function useRemovedJobs<Item extends Row>(
  list: string,
  pages: Pages<Item> | null,
): readonly Item[] {
  const nothing = { list: '', items: [], left: [], pages: null };
  const [held, hold] = useState<Held<Item> & { pages: Pages<Item> | null }>(nothing);
  if (!pages || held.pages === pages) return held.list === list ? held.left : [];
  const items = pages.flatMap((page) => page.items);
  const isWhole = pages.at(-1)?.next_cursor === null;
  const next = { ...findRemovedJobs(held, { list, items, isWhole }), pages };
  hold(next);
  return next.left;
}

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '~/lib/api.ts';
import { atCursor, pageByPage } from '~/lib/pages.ts';

/** The directory, page by page; the last search stays in view while the next is on its way. [R8] */
export function useSitters(search: string) {
  return useInfiniteQuery(
    api.member.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(search ? { search } : {}),
        ...atCursor(cursor),
      }),
      ...pageByPage,
      placeholderData: keepPreviousData,
    }),
  );
}

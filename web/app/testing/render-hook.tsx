import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { queryClient } from '~/lib/calls/query-client.ts';

/** What a hook returns on a page that is rendered once, with the app's cache. */
export function renderHook<Result>(useHook: () => Result): Result {
  const results: Result[] = [];
  const Page = () => {
    results.push(useHook());
    return null;
  };
  renderToString(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  const [result] = results;
  if (result === undefined) throw new Error('the page was not rendered');
  return result;
}

import { REVIEWED_POSTS_MAX } from '@kindpal/contract/moderation/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Card } from '~/ui/card.tsx';
import { Field } from '~/ui/field.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Select } from '~/ui/select.tsx';

const COUNTS = Array.from({ length: REVIEWED_POSTS_MAX }, (_, place) => place + 1);

export const usePostReview = () =>
  useQuery(api.moderation.getPostReview.queryOptions({ staleTime: 0 }));

/** How many jobs of each new member staff review before others see them. [S4] */
export function FirstPosts({ query }: { query: ReturnType<typeof usePostReview> }) {
  const save = useMutation(
    api.moderation.setPostReview.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(api.moderation.getPostReview.queryKey(), saved);
        notify.outcome({
          title: saved.reviewed_posts === 0 ? 'Review switched off' : 'Review switched on',
          description: 'It counts for jobs that are posted from now on.',
        });
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <Card as="section" aria-labelledby="first-posts" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="first-posts" className="text-xl">
          First jobs of new members
        </h2>
        <p className="text-ink-soft text-sm">
          They stay in the moderation queue until someone on the team approves them. Until then only
          their owner and the team see them, and we notify no sitters. A change applies to jobs
          posted after it.
        </p>
      </div>
      {query.isError ? <LoadFailed title="This setting didn’t load" query={query} /> : null}
      {query.data ? (
        <Field label="Review before others see it">
          <Select
            value={query.data.reviewed_posts}
            disabled={save.isPending}
            onChange={({ target }) => save.mutate({ reviewed_posts: Number(target.value) })}
          >
            <option value={0}>No review</option>
            {COUNTS.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? 'The first job' : `The first ${count} jobs`}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
    </Card>
  );
}

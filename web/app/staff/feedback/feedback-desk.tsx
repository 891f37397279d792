import type { StaffFeedback } from '@kindpal/contract/feedback/schema';
import { useState } from 'react';
import { rowsOf } from '~/lib/calls/pages.ts';
import { useListFilter } from '~/lib/use-list-filter.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { EmptyBowl } from '~/ui/illustrations/empty-bowl.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { readFeedbackFilter } from './feedback-filter.ts';
import { FeedbackFilters } from './feedback-filters.tsx';
import { FeedbackItem } from './feedback-item.tsx';
import { useFeedbackList } from './use-feedback-list.ts';

type Seen = ReadonlyMap<string, StaffFeedback>;

/**
 * The listed requests, plus those that are being answered although they have left the list; newest
 * first.
 */
function withAnswered(listed: StaffFeedback[], seen: Seen): StaffFeedback[] {
  const ids = new Set(listed.map(({ id }) => id));
  const left = [...seen.values()].filter(({ id }) => !ids.has(id));
  if (left.length === 0) return listed;
  return [...listed, ...left].sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** Feedback Management: all feedback, newest first, live. [F4] */
export function FeedbackDesk() {
  const state = useListFilter(readFeedbackFilter);
  const query = useFeedbackList(state.filter);
  /** The requests with an open answer form, each as it was when the form was opened. */
  const [seen, setSeen] = useState<Seen>(new Map());
  const listed = rowsOf(query);
  const listedIds = new Set(listed.map(({ id }) => id));
  const { status, isOverdue, isUrgent, search } = state.filter;
  const isFiltered = status !== undefined || isOverdue || isUrgent || search !== '';

  function see(id: string, row: StaffFeedback | null) {
    const next = new Map(seen);
    if (row) next.set(id, row);
    else next.delete(id);
    setSeen(next);
  }

  return (
    <div className="grid gap-5">
      <FeedbackFilters state={state} />
      <KeyList opens="answer">
        <PagedList
          label="Feedback"
          query={query}
          rows={withAnswered(listed, seen)}
          failure="Failed to load feedback."
          empty={<Nothing isFiltered={isFiltered} onClear={state.clear} />}
        >
          {(row) => (
            <FeedbackItem
              key={row.id}
              row={row}
              isListed={listedIds.has(row.id)}
              seen={seen.get(row.id) ?? null}
              onSee={(next) => see(row.id, next)}
            />
          )}
        </PagedList>
      </KeyList>
    </div>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      illustration={<EmptyBowl />}
      title={isFiltered ? 'Nothing matches' : 'No feedback yet'}
      action={
        isFiltered ? (
          <Button variant="outline" onClick={onClear}>
            Show all feedback
          </Button>
        ) : null
      }
    >
      {isFiltered ? 'Try another word or status.' : 'New feedback appears here automatically.'}
    </EmptyState>
  );
}

import type { OwnDecision } from '@kindpal/contract/moderation/schema';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { atCursor, pageByPage, rowsOf } from '~/lib/calls/pages.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { DOT } from '~/lib/format.ts';
import { notify } from '~/notify/notify.ts';
import { SUBJECT_LABELS } from '~/report/report-texts.ts';
import { StatusLabel } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PagedList } from '~/ui/paged-list.tsx';
import { AppealForm } from './appeal-form.tsx';
import { DECISION_LABELS, endingOf } from './decision-texts.ts';

/**
 * Our team's decisions about the member, with forms to appeal; renders nothing if there are none.
 */
export function OwnDecisions() {
  const query = useInfiniteQuery(
    api.moderation.listMine.infiniteOptions({ input: atCursor, ...pageByPage }),
  );
  const rows = rowsOf(query);
  if (rows?.length === 0 || query.isPending) return null;
  return (
    <section aria-labelledby="decisions" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="decisions" className="text-xl">
          Decisions about you
        </h2>
        <p className="text-ink-soft text-sm">
          Our decisions are based on our{' '}
          <Link to="/guidelines" className="underline">
            community guidelines
          </Link>
          .
        </p>
      </div>
      <PagedList
        label="Decisions about you"
        query={query}
        rows={rows}
        failure="Your decisions didn’t load"
        empty={null}
      >
        {(decision) => <Decision key={decision.id} decision={decision} />}
      </PagedList>
    </section>
  );
}

function Decision({ decision }: { decision: OwnDecision }) {
  const { id, kind, subject_type, reason, created_at, appeal, can } = decision;
  const [isAppealing, setAppealing] = useState(false);
  const send = useMutation(
    api.moderation.appeal.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'Appeal sent' });
        return queryClient.invalidateQueries({ queryKey: api.moderation.listMine.key() });
      },
    }),
  );
  const ending = endingOf(decision);
  return (
    <Card as="li" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft text-sm">
          {subject_type ? `${SUBJECT_LABELS[subject_type]}${DOT}` : null}
          <Moment at={created_at} isFirst={!subject_type} />
        </p>
        <StatusLabel tone={ending ? 'plain' : 'danger'}>
          {ending ?? DECISION_LABELS[kind]}
        </StatusLabel>
      </div>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {reason}
      </p>
      {appeal ? (
        <div className="grid gap-1 rounded-md bg-sunken p-3 text-sm">
          <p className="font-semibold">
            Your appeal
            {appeal.decision === null
              ? ': waiting'
              : appeal.decision === 'granted'
                ? ': granted'
                : ': not granted'}
          </p>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {appeal.text}
          </p>
          {appeal.answer ? (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              Our answer: {appeal.answer}
            </p>
          ) : null}
        </div>
      ) : null}
      {can.appeal && !isAppealing ? (
        <div>
          <Button size="sm" variant="outline" onClick={() => setAppealing(true)}>
            Appeal
          </Button>
        </div>
      ) : null}
      {can.appeal && isAppealing ? (
        <AppealForm wasAsked send={(text) => send.mutateAsync({ id, text })} />
      ) : null}
    </Card>
  );
}

import { feedbackLabel } from '@kindpal/contract/feedback/rules';
import type { Feedback } from '@kindpal/contract/feedback/schema';
import { useNavigate } from 'react-router';
import { client } from '~/lib/calls/client.ts';
import { useChange } from '~/lib/use-change.ts';
import { notify } from '~/notify/notify.ts';

/**
 * The number of newest requests that are checked; answers to older ones are on the page and in
 * their email.
 */
const LOOKED_AT = 20;

const PAGE = '/my-requests';

async function findOwn(id: string): Promise<Feedback | undefined> {
  const { items } = await client.feedback.listMine({ limit: LOOKED_AT });
  return items.find((request) => request.id === id);
}

/** Shows a toast when one of the member's requests changes. [F4] */
export function useAnswerNews(): void {
  const navigate = useNavigate();
  useChange('feedback', ({ op, id }) => {
    if (op !== 'update') return;
    findOwn(id).then(
      (request) => {
        if (!request) return;
        notify.ongoing.info(answerNews(request), {
          id: `feedback-${id}`,
          ...(window.location.pathname === PAGE
            ? {}
            : { action: { label: 'Read', onClick: () => void navigate(PAGE) } }),
        });
      },
      () => {},
    );
  });
}

/** The toast for a changed request. [F4] */
export function answerNews({ status }: Pick<Feedback, 'status'>): string {
  if (status === 'responded') return 'Kindpal answered your request.';
  return `Your request is now: ${feedbackLabel(status)}.`;
}

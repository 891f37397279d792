import type { StaffFeedback } from '@kindpal/contract/feedback/schema';
import { Link } from 'react-router';
import { DOT } from '~/lib/format.ts';
import { mailto } from '~/lib/mailto.ts';
import { EmailAddress } from '~/ui/email-address.tsx';
import { Moment } from '~/ui/moment.tsx';

/** Whether and how an answer reaches its sender. */
function reach({ user_id, email, wants_follow_up }: StaffFeedback): string {
  if (user_id) return 'Gets the answer here and by email';
  if (!email) return 'No email left';
  return wants_follow_up ? 'Wants a follow-up' : 'Doesn’t want a follow-up';
}

function earlierText(count: number): string {
  if (count === 1) return '1 earlier request';
  return `${count >= 100 ? '100+' : count} earlier requests`;
}

/** The sender, the time, the page and the device of a request. [F3] [F4] */
export function FeedbackSender({ row }: { row: StaffFeedback }) {
  const { user_id, full_name, email, page_url, user_agent, created_at, earlier_requests } = row;
  const where = page_url && URL.canParse(page_url) ? new URL(page_url).pathname : null;
  return (
    <div className="grid min-w-0 flex-1 basis-[11em] gap-0.5 text-ink-soft text-sm">
      <h2 className="font-sans font-semibold text-base text-ink tracking-normal [overflow-wrap:anywhere]">
        {user_id ? (
          <Link to={`/admin/users/${user_id}`} className="underline underline-offset-4">
            <bdi>{full_name ?? 'Member'}</bdi>
          </Link>
        ) : (
          'Visitor'
        )}
      </h2>
      {email ? (
        <a
          href={mailto(email)}
          className="text-accent underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          <EmailAddress email={email} />
        </a>
      ) : null}
      <p>
        <Moment at={created_at} isFirst />
        {where ? ` from ${where}` : ''}
        {DOT}
        {reach(row)}
      </p>
      {earlier_requests > 0 ? (
        <p>
          <Link to={`/admin/users/${user_id}`} className="underline underline-offset-4">
            {earlierText(earlier_requests)}
          </Link>
        </p>
      ) : null}
      {user_agent ? (
        <details className="text-xs">
          <summary className="inline-flex min-h-6 items-center underline underline-offset-4">
            Device
          </summary>
          <p className="[overflow-wrap:anywhere]">{user_agent}</p>
        </details>
      ) : null}
    </div>
  );
}

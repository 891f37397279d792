import type { ThreadCard } from '@kindpal/contract/chat/schema';
import type { Agenda as AgendaData, AgendaSection } from '@kindpal/contract/job/agenda';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useUser } from '~/account/session/use-session.ts';
import { useUnread } from '~/chat/inbox/use-unread.ts';
import { threadName, threadPath } from '~/chat/thread/thread-name.ts';
import { JobGridSkeleton } from '~/job/job-grid.tsx';
import { Avatar } from '~/ui/avatar.tsx';
import { Button } from '~/ui/button.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { AgendaJobRow } from './agenda-job-row.tsx';
import { agendaQuery } from './agenda-query.ts';
import { AgendaRow } from './agenda-row.tsx';
import { DashboardSection } from './dashboard-section.tsx';

/** How many rows of a section are shown at first. */
const SHOWN = 4;

/**
 * What needs the viewer, what is today, and what is coming up; `profile` is the last row. [D1] [D3]
 */
export function Agenda({ profile }: { profile: ReactNode }) {
  const query = useQuery(agendaQuery);
  const unread = useUnread();
  if (query.isPending) {
    return (
      <div>
        <OfflineWait query={query}>
          <JobGridSkeleton count={3} />
        </OfflineWait>
      </div>
    );
  }
  if (!query.data) return <LoadFailed title="What’s next didn’t load" query={query} />;
  const threads = query.data.unread.filter((thread) => unread.in(threadName(thread)) > 0);
  return (
    <>
      <NeedsYou rows={rowsOf(query.data, threads)}>{profile}</NeedsYou>
      <Section title="Today" rows={jobRows(query.data, 'today')} />
      <Section title="Coming up" rows={jobRows(query.data, 'coming_up')} />
    </>
  );
}

function jobRows({ items }: AgendaData, section: AgendaSection): ReactNode[] {
  return items
    .filter((item) => item.section === section)
    .map((item) => <AgendaJobRow key={`${item.as} ${item.job.id}`} item={item} />);
}

/** A row for a chat with a new message replaces the row that suggests saying hello. */
function rowsOf(data: AgendaData, threads: ThreadCard[]): ReactNode[] {
  const answered = new Set(threads.map(({ id }) => id));
  const items = data.items.filter(
    ({ ask, claim }) => ask !== 'say_hello' || !claim || !answered.has(claim.id),
  );
  return [
    ...jobRows({ ...data, items }, 'needs_you'),
    ...threads.map((thread) => <ThreadRow key={thread.id} thread={thread} />),
  ];
}

function ThreadRow({ thread }: { thread: ThreadCard }) {
  const { partner, job, last_message } = thread;
  const path = threadPath(thread);
  const isOwn = last_message?.sender_id === useUser().id;
  return (
    <AgendaRow
      picture={
        <Avatar
          name={partner.full_name}
          src={partner.profile_image_url}
          size="md"
          className="size-14"
        />
      }
      to={path}
      title={`Message from ${partner.full_name}`}
      isActionWide
      action={
        <ButtonLink to={path} variant="secondary" size="sm">
          <span>
            Reply<span className="sr-only"> to {partner.full_name}</span>
          </span>
        </ButtonLink>
      }
    >
      {job?.title ? (
        <p dir="auto" className="line-clamp-2 wrap-anywhere text-ink">
          {job.title}
        </p>
      ) : null}
      <p dir="auto" className="line-clamp-2 wrap-anywhere">
        {last_message ? `${isOwn ? 'You: ' : ''}“${last_message.content}”` : null}
      </p>
    </AgendaRow>
  );
}

function NeedsYou({ rows, children }: { rows: ReactNode[]; children: ReactNode }) {
  if (rows.length === 0 && !children) return null;
  return (
    <Section title="Needs you" rows={rows}>
      {children}
    </Section>
  );
}

type SectionProps = { title: string; rows: ReactNode[]; children?: ReactNode };

function Section({ title, rows, children }: SectionProps) {
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0 && !children) return null;
  const shown = isOpen ? rows : rows.slice(0, SHOWN);
  return (
    <DashboardSection title={title}>
      {rows.length > 0 ? (
        <ul aria-live="polite" aria-relevant="additions" className="grid gap-2.5">
          {shown}
        </ul>
      ) : null}
      {shown.length < rows.length ? (
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start"
          onClick={() => setOpen(true)}
        >
          Show {rows.length - shown.length} more
        </Button>
      ) : null}
      {children}
    </DashboardSection>
  );
}

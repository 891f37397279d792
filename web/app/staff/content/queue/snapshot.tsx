import type { ReportSnapshot } from '@kindpal/contract/report/schema';
import { DOT } from '~/lib/format.ts';
import { Moment } from '~/ui/moment.tsx';

/** The reported content, as it was when it was reported. */
export function Snapshot({
  snapshot,
  reportedId,
}: {
  snapshot: ReportSnapshot;
  reportedId: string;
}) {
  const { title, text, picture, rating, messages } = snapshot;
  return (
    <section aria-label="What this is about" className="grid gap-3 rounded-md bg-sunken p-4">
      <p className="text-ink-soft text-xs">Copied when the report was made</p>
      {title ? (
        <p dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </p>
      ) : null}
      {rating ? <p>{rating} of 5 stars</p> : null}
      {picture ? (
        <img
          src={picture}
          alt="As it was reported"
          className="size-40 rounded-md bg-surface object-cover"
        />
      ) : null}
      {text ? (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      ) : null}
      {messages && messages.length > 0 ? (
        <ol className="grid gap-2">
          {messages.map(({ id, sender_name, content, created_at }) => (
            <li
              key={id}
              className={
                id === reportedId ? 'rounded-md border-2 border-danger bg-surface p-2' : 'px-2'
              }
            >
              <p className="text-ink-soft text-xs">
                <bdi className="font-semibold">{sender_name}</bdi>
                {DOT}
                <Moment at={created_at} />
                {id === reportedId ? `${DOT}reported` : null}
              </p>
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {content}
              </p>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

import { formatDay } from '~/lib/format.ts';
import { Card } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { EmailAddress } from '~/ui/email-address.tsx';
import { ChangeRole, Standing, UserName, type UserRowsProps, Verified } from './user-facts.tsx';

/** The members as cards, for screens that are too narrow for a table. [S3] */
export function UserCards({ rows, isOnItsWay, hasActions, onChangeRole }: UserRowsProps) {
  return (
    <ul
      aria-label="Members"
      className={cx('grid gap-3 lg:grid-cols-2', isOnItsWay && 'opacity-60')}
    >
      {rows.map((member) => (
        <Card as="li" key={member.id} data-row="" className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <UserName member={member} />
            <Standing member={member} />
          </div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <dt className="text-ink-soft">Email</dt>
            <dd className="[overflow-wrap:anywhere]">
              <EmailAddress email={member.email} />
            </dd>
            <dt className="text-ink-soft">Verified</dt>
            <dd>
              <Verified member={member} />
            </dd>
            <dt className="text-ink-soft">Joined</dt>
            <dd>
              <time dateTime={member.created_at}>{formatDay(member.created_at)}</time>
            </dd>
          </dl>
          {hasActions ? (
            <div>
              <ChangeRole member={member} onChangeRole={onChangeRole} />
            </div>
          ) : null}
        </Card>
      ))}
    </ul>
  );
}

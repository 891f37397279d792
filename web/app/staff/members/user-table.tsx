import { formatDay } from '~/lib/format.ts';
import { EmailAddress } from '~/ui/email-address.tsx';
import { ChangeRole, Standing, UserName, type UserRowsProps, Verified } from './user-facts.tsx';

const head = 'px-3 py-3 first:pl-5 last:pr-5 font-semibold text-ink-soft whitespace-nowrap';
const cell = 'px-3 py-2.5 first:pl-5 last:pr-5';

/** The members as a table, for wide screens. [S3] */
export function UserTable({ rows, isOnItsWay, hasActions, onChangeRole }: UserRowsProps) {
  return (
    <div
      className={`overflow-hidden rounded-lg border border-line bg-surface shadow-1 ${isOnItsWay ? 'opacity-60' : ''}`}
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Members</caption>
        <thead className="border-line border-b bg-sunken">
          <tr>
            <th scope="col" className={head}>
              Name
            </th>
            <th scope="col" className={head}>
              Email
            </th>
            <th scope="col" className={head}>
              Verified
            </th>
            <th scope="col" className={head}>
              Joined
            </th>
            <th scope="col" className={head}>
              Role
            </th>
            {hasActions ? (
              <th scope="col" className={head}>
                Actions
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((member) => (
            <tr
              key={member.id}
              data-row=""
              className="focus-visible:-outline-offset-3 h-16 border-line border-b last:border-b-0"
            >
              <th scope="row" className={`${cell} font-normal`}>
                <UserName member={member} />
              </th>
              <td className={`${cell} min-w-44 [overflow-wrap:anywhere]`}>
                <EmailAddress email={member.email} />
              </td>
              <td className={cell}>
                <Verified member={member} />
              </td>
              <td className={`${cell} whitespace-nowrap`}>
                <time dateTime={member.created_at}>{formatDay(member.created_at)}</time>
              </td>
              <td className={cell}>
                <Standing member={member} />
              </td>
              {hasActions ? (
                <td className={`${cell} whitespace-nowrap`}>
                  <ChangeRole member={member} onChangeRole={onChangeRole} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { type StaffUser, USERS_PER_PAGE } from '@kindpal/contract/staff/schema';
import { useRef, useState } from 'react';
import { useUser } from '~/account/session/use-session.ts';
import { useMedia } from '~/lib/store.ts';
import { useListFilter } from '~/lib/use-list-filter.ts';
import { KeyList } from '~/staff/frame/key-list.tsx';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { Pager } from './pager.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { useUserList } from './use-user-list.ts';
import { UserCards } from './user-cards.tsx';
import { readUserFilter, shownText } from './user-filter.ts';
import { UserFilters } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';

/** From this width on, a table fits beside the sidebar. */
const ROOMY = '(min-width: 75rem)';

/**
 * User Management: members newest first, ten per page, with filters for name, email and role. [S3]
 */
export function UserManagement() {
  const state = useListFilter(readUserFilter);
  const list = useUserList(state.filter);
  const { query, rows, page, total } = list;
  const [changing, setChanging] = useState<StaffUser | null>(null);
  const range = useRef<HTMLParagraphElement>(null);
  const isRoomy = useMedia(ROOMY);
  const hasActions = useUser().app_role === 'super_admin';
  const latest = rows.find(({ id }) => id === changing?.id);
  const isEmpty = query.isSuccess && rows.length === 0 && page === 0;

  function turn(go: () => void) {
    go();
    // After turning a page, the focus moves to its beginning.
    range.current?.focus();
  }

  const Rows = isRoomy ? UserTable : UserCards;
  return (
    <div className="grid gap-5">
      <UserFilters state={state} />
      {query.isError ? <LoadFailed title="The members didn’t load" query={query} /> : null}
      {query.isPending ? <UsersSkeleton /> : null}
      {isEmpty ? <Nobody onClear={state.clear} /> : null}
      {query.data && !isEmpty ? (
        <div className="grid gap-4" aria-busy={query.isPlaceholderData}>
          <p
            ref={range}
            role="status"
            tabIndex={-1}
            className="scroll-mt-24 text-ink-soft text-sm tabular-nums outline-none"
          >
            {shownText({ page, pageSize: USERS_PER_PAGE, count: rows.length, total })}
          </p>
          <KeyList opens="open the member">
            <Rows
              rows={rows}
              isOnItsWay={query.isPlaceholderData}
              hasActions={hasActions}
              onChangeRole={setChanging}
            />
          </KeyList>
          <Pager
            label="Pages of members"
            onBack={list.goBack && (() => turn(list.goBack ?? (() => {})))}
            onNext={list.goOn && (() => turn(list.goOn ?? (() => {})))}
          />
        </div>
      ) : null}
      <RoleDialog member={changing} latest={latest} onClose={() => setChanging(null)} />
    </div>
  );
}

function UsersSkeleton() {
  return (
    <div role="status" aria-label="Loading: Members" className="grid gap-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-4.5 w-64 max-md:hidden" />
      <Skeleton className="h-[142rem] rounded-lg lg:h-[70rem] min-[75rem]:h-[43.5rem]" />
    </div>
  );
}

function Nobody({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      illustration={<DogOnLead />}
      title="No members match"
      action={
        <Button variant="outline" onClick={onClear}>
          Show all members
        </Button>
      }
    >
      Try part of the name or email, or choose another role.
    </EmptyState>
  );
}

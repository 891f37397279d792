import type { ReactNode } from 'react';
import { errorText } from '~/lib/calls/error-text.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { BackToInbox } from './back-to-inbox.tsx';

/** In place of a thread. A phone hides the list of chats: the way back is here. [P1] */
export function InsteadOfThread({ children }: { children: ReactNode }) {
  return (
    <div className="max-md:px-4">
      <BackToInbox />
      {children}
    </div>
  );
}

/** Shown for an unknown or former member, and for oneself. [M2] */
export function UserNotFound() {
  return (
    <InsteadOfThread>
      <EmptyState
        headingLevel={1}
        illustration={<DogOnLead />}
        title="User Not Found"
        action={<ButtonLink to="/pet-sitters">Find a Pet Pal</ButtonLink>}
      >
        <p>The user you're trying to message doesn't exist.</p>
      </EmptyState>
    </InsteadOfThread>
  );
}

type ChatLoadFailedProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
};

export function ChatLoadFailed({ query }: ChatLoadFailedProps) {
  return (
    <InsteadOfThread>
      <EmptyState
        headingLevel={1}
        illustration={<LostConnection />}
        title="Failed to load chat"
        action={
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        <p role="alert">{errorText(query.error)}</p>
      </EmptyState>
    </InsteadOfThread>
  );
}

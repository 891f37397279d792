import type { ReactNode } from 'react';
import { Banner } from '~/ui/banner.tsx';
import { ButtonLink } from '~/ui/link.tsx';

/** Explains to visitors what members see here, and how to become one. */
export function VisitorNotice({ children }: { children: ReactNode }) {
  return (
    <Banner
      title="You’re browsing as a guest"
      action={
        <>
          <ButtonLink to="/join" size="sm">
            Join with an invite
          </ButtonLink>
          <ButtonLink to="/join?tab=signin" size="sm" variant="outline">
            Sign In
          </ButtonLink>
        </>
      }
    >
      {children}
    </Banner>
  );
}

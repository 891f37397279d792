import { EmptyState } from '~/ui/empty-state.tsx';
import { DogOnLead } from '~/ui/illustrations/dog-on-lead.tsx';
import { ButtonLink } from '~/ui/link.tsx';

/** The page for unknown addresses [P2]. */
export function NotFound() {
  return (
    <EmptyState
      headingLevel={1}
      illustration={<DogOnLead />}
      title="Oops! Page not found"
      action={<ButtonLink to="/">Go home</ButtonLink>}
    >
      <p>There’s nothing at this address. The link may be old or mistyped.</p>
    </EmptyState>
  );
}

import type { ReactNode } from 'react';
import { Moment } from '~/ui/moment.tsx';
import { WayInRow } from './way-in-row.tsx';

interface FactorRowProps {
  name: string;
  addedAt: string;
  lastUsedAt: string | null;
  /** The consequence of removing it, shown before the confirmation. */
  consequence: string;
  remove: () => Promise<unknown>;
  isRemoving: boolean;
  children?: ReactNode;
}

/**
 * One authenticator app or passkey of the member, with its dates and a button to remove it. [U13]
 */
export function FactorRow(props: FactorRowProps) {
  const { name, addedAt, lastUsedAt, consequence, remove, isRemoving, children } = props;
  return (
    <WayInRow
      name={name}
      about={
        <>
          Added <Moment at={addedAt} />
          {lastUsedAt ? (
            <>
              , last used <Moment at={lastUsedAt} />
            </>
          ) : null}
        </>
      }
      end={{ label: 'Remove', consequence, done: `${name} removed` }}
      onEnd={remove}
      isEnding={isRemoving}
    >
      {children}
    </WayInRow>
  );
}

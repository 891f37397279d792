import type { ReactNode } from 'react';
import { Moment } from '~/ui/moment.tsx';
import { WayInRow } from './way-in-row.tsx';

interface FactorRowProps {
  name: string;
  addedAt: string;
  lastUsedAt: string | null;
  /** What the removal means, read before it is confirmed. */
  consequence: string;
  remove: () => Promise<unknown>;
  isRemoving: boolean;
  children?: ReactNode;
}

/** An authenticator app or a passkey of the reader's: its dates and its removal. [U13] */
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

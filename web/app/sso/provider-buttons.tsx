import { useEffect, useState } from 'react';
import { useConfig } from '~/lib/config.ts';
import { leaveWithoutAsking } from '~/lib/unsaved.ts';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';

type ProviderButtonsProps = {
  /** Resolves to the provider's page; null if something has to be corrected here first. */
  start: (provider: string) => Promise<string | null>;
  /** Shown above the buttons. */
  hint?: string;
  className?: string;
};

/** One button for each outside provider of this instance. [U11] */
export function ProviderButtons({ start, hint, className }: ProviderButtonsProps) {
  const providers = useConfig()?.sign_in_providers ?? [];
  const { leaving, leave } = useLeaving(start);
  if (providers.length === 0) return null;
  return (
    <div className={cx('grid gap-3', className)}>
      {hint ? <p className="text-ink-soft text-sm">{hint}</p> : null}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="outline"
          wide
          busy={leaving === id}
          onClick={() => void leave(id)}
        >
          <span className="wrap-anywhere py-1">
            Continue with <bdi>{name}</bdi>
          </span>
        </Button>
      ))}
    </div>
  );
}

/**
 * Keeps the button busy until the browser leaves, and enables it again when it returns with Back.
 */
function useLeaving(start: (provider: string) => Promise<string | null>) {
  const [leaving, setLeaving] = useState<string | null>(null);
  useEffect(() => {
    const comeBack = () => setLeaving(null);
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, []);

  async function leave(provider: string): Promise<void> {
    setLeaving(provider);
    const url = await start(provider);
    if (url === null) setLeaving(null);
    else leaveWithoutAsking(url);
  }
  return { leaving, leave };
}

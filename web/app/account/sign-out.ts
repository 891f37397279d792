import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { announceLeaving, dropSession } from './session-store.ts';

const IGNORED = new Set([401, 403, 404]);

function statusOf(error: unknown): number | undefined {
  return (error as { status?: number } | null)?.status;
}

/**
 * Signs out and returns to `/`. 401, 403 and 404 are ignored: the session is gone already. Any other
 * failure keeps the session, since its cookie would still be good, and says so. [U6]
 */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async () => {
    const { client } = await import('~/lib/client.ts');
    announceLeaving(true);
    try {
      await client.account.signOut({});
    } catch (error) {
      if (!IGNORED.has(statusOf(error) ?? 0)) {
        const [{ notify }, { errorText }] = await Promise.all([
          import('~/notify/notify.ts'),
          import('~/lib/error-text.ts'),
        ]);
        announceLeaving(false);
        notify.outcome({ title: 'Error', description: errorText(error), variant: 'destructive' });
        return;
      }
    }
    dropSession({ isOwnChoice: true });
    announceLeaving(false);
    await navigate('/');
  }, [navigate]);
}

import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '~/notify/notify.ts';
import { emitSessionEvent } from '../session/session-events.ts';

/**
 * The token from the address. It is kept in memory and removed from the address bar at once. [U5]
 * [U7]
 */
export function useRecoveryToken(): string | null {
  const { search, pathname, state } = useLocation();
  const navigate = useNavigate();
  const [recovery, setRecovery] = useState<AddressSession | null>(() => readAddressSession(search));

  useEffect(() => {
    const given = readAddressSession(search);
    if (!given) return;
    setRecovery(given);
    const warning = oldSessionWarning(given, Date.now());
    if (warning) notify.ongoing.warning(warning, { id: 'old-link' });
    emitSessionEvent('PASSWORD_RECOVERY');
    void navigate(pathname, { replace: true, state });
  }, [search, pathname, state, navigate]);
  return recovery?.token ?? null;
}

/** Members get a warning for a link that was issued more seconds ago than this. [U7] */
const OLD_ADDRESS_SESSION_S = 120;

/**
 * The content of a mailed link. The token is kept in memory only, never in the address or storage.
 */
type AddressSession = { token: string; issuedAt: number | null };

/**
 * Reads the query of a recovery link; null if it contains no token. Times are Unix seconds. [U5]
 */
export function readAddressSession(search: string): AddressSession | null {
  const query = new URLSearchParams(search);
  const token = query.get('access_token');
  return token ? { token, issuedAt: Number(query.get('issued_at')) || null } : null;
}

/** The warning for a link that is too old, or undefined; `now` in epoch milliseconds. [U7] */
export function oldSessionWarning(session: AddressSession, now: number): string | undefined {
  if (session.issuedAt === null) return undefined;
  const age = Math.round(now / 1000 - session.issuedAt);
  if (age <= OLD_ADDRESS_SESSION_S) return undefined;
  return `This link was sent ${Math.round(age / 60)} minutes ago. It works for 30 minutes.`;
}

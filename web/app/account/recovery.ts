import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '~/notify/notify.ts';
import { emitSessionEvent } from './session-events.ts';

/** The token of the address, kept in memory and wiped from the bar at once. [U5] [U7] */
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

/** A session taken from an address that was issued longer ago than this is warned about. [U7] */
const OLD_ADDRESS_SESSION_S = 120;

/** What a mailed link carries. The token is kept in memory, never in the bar or the storage. */
type AddressSession = { token: string; issuedAt: number | null };

/** Reads a recovery link's query; null when it holds no token. Times are Unix seconds. [U5] */
export function readAddressSession(search: string): AddressSession | null {
  const query = new URLSearchParams(search);
  const token = query.get('access_token');
  return token ? { token, issuedAt: Number(query.get('issued_at')) || null } : null;
}

/** The warning for a link older than that, or nothing; `now` in epoch milliseconds. [U7] */
export function oldSessionWarning(session: AddressSession, now: number): string | undefined {
  if (session.issuedAt === null) return undefined;
  const age = Math.round(now / 1000 - session.issuedAt);
  if (age <= OLD_ADDRESS_SESSION_S) return undefined;
  return `This link was sent ${Math.round(age / 60)} minutes ago. It works for 30 minutes.`;
}

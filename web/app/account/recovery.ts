import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { notify } from '~/notify/notify.ts';
import { type AddressSession, oldSessionWarning, readAddressSession } from './address-session.ts';
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

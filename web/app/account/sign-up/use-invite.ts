import { isInviteCode } from '@kindpal/contract/invite/rules';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { client } from '~/lib/calls/client.ts';
import { codeFromHash } from './invite-link.ts';
import { readSignUpDraft } from './sign-up-draft.ts';

/**
 * The state of an invite code. `unknown`: no code, or the server did not answer; sign-up checks the
 * code again.
 */
export type Invite = { code: string; state: 'checking' | 'valid' | 'refused' | 'unknown' };

/**
 * The invite from the address, which is removed from the address bar and the history at once, and
 * whether its code is valid. The check returns only yes or no, so that it reveals nothing about the
 * inviter. [U1]
 */
export function useInvite(): Invite {
  const { hash, pathname, search, state: history } = useLocation();
  const navigate = useNavigate();
  const [invite, setInvite] = useState(() => {
    const given = codeFromHash(hash);
    return given ? begin(given) : resume(readSignUpDraft(sessionStorage).code);
  });
  useEffect(() => {
    const given = codeFromHash(hash);
    if (!given) return;
    setInvite(begin(given));
    void navigate(
      { pathname, search },
      { replace: true, state: history, preventScrollReset: true },
    );
  }, [hash, pathname, search, history, navigate]);

  const { code, state } = invite;
  useEffect(() => {
    if (state !== 'checking') return;
    let isStale = false;
    const settle = (next: Invite['state']) => !isStale && setInvite({ code, state: next });
    client.invite.check({ code }).then(
      (isGood) => settle(isGood ? 'valid' : 'refused'),
      () => settle('unknown'),
    );
    return () => {
      isStale = true;
    };
  }, [code, state]);
  return invite;
}

/** The code in the draft: half a code is not refused, but to be completed. */
function resume(code: string): Invite {
  return isInviteCode(code) ? begin(code) : { code, state: 'unknown' };
}

function begin(code: string): Invite {
  if (code === '') return { code, state: 'unknown' };
  return { code, state: isInviteCode(code) ? 'checking' : 'refused' };
}

import type { Env } from '../../env.ts';

/** The page where a member says that it was somebody else. [U6] */
export function disownUrl(env: Env, token: string): string {
  return `${env.appUrl}/not-me?${new URLSearchParams({ token })}`;
}

/** The end of a mail that tells a member about an event of their account. [U6] */
export function disownable(env: Env, token: string) {
  return {
    action: { label: 'This wasn’t me', url: disownUrl(env, token) },
    afterwards: ['If it was you, there’s nothing to do.'],
  };
}

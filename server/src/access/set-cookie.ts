import type { RequestContext } from './context.ts';

type Cookie = {
  name: string;
  value: string;
  /** For how long it is kept, in seconds; 0 removes it. */
  seconds: number;
  path: string;
  /** Scripts of the page may read it. */
  isReadable?: boolean;
};

/** Gives the browser a cookie that other sites cannot send; over HTTPS only where the product has it. */
export function setCookie({ services, response }: RequestContext, cookie: Cookie): void {
  const { name, value, seconds, path, isReadable = false } = cookie;
  const parts = [
    `${name}=${value}`,
    `Max-Age=${seconds}`,
    `Path=${path}`,
    ...(isReadable ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(services.auth.cookie.secure ? ['Secure'] : []),
  ];
  response.appendHeader('set-cookie', parts.join('; '));
}

import type { RequestContext } from './context.ts';

type Cookie = {
  name: string;
  value: string;
  /** How long it is kept, in seconds; 0 removes it. */
  seconds: number;
  path: string;
  /** Whether scripts of the page may read it. */
  isReadable?: boolean;
};

/** Sets a cookie that other sites can't send; `Secure` when the product runs over HTTPS. */
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

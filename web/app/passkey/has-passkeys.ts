/** Whether this browser can use passkeys here: they belong to a name, never to a numeric address. */
export function hasPasskeys(): boolean {
  if (typeof window === 'undefined' || !('PublicKeyCredential' in window)) return false;
  const { hostname } = window.location;
  return window.isSecureContext && !/^[\d.]+$|:/.test(hostname);
}

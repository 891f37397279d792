/** Whether this browser supports passkeys here: they need a host name, not a numeric address. */
export function hasPasskeys(): boolean {
  if (typeof window === 'undefined' || !('PublicKeyCredential' in window)) return false;
  const { hostname } = window.location;
  return window.isSecureContext && !/^[\d.]+$|:/.test(hostname);
}

import { type AuthChangeEvent, GoTrueClient } from '@supabase/auth-js';
import type { TestServer } from './test-server.ts';

/** The published client, unchanged, with in-memory storage; `events` is what it told listeners. */
export function makeGoTrueClient(
  server: TestServer,
  options: { flowType?: 'pkce' } = {},
): {
  auth: GoTrueClient;
  events: AuthChangeEvent[];
} {
  const kept = new Map<string, string>();
  const auth = new GoTrueClient({
    url: `${server.url}/auth/v1`,
    ...options,
    autoRefreshToken: false,
    persistSession: true,
    experimental: { passkey: true },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value);
      },
      removeItem: (key) => {
        kept.delete(key);
      },
    },
  });
  const events: AuthChangeEvent[] = [];
  auth.onAuthStateChange((event) => {
    events.push(event);
  });
  return { auth, events };
}

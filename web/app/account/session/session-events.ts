/**
 * The seven events of A§4. INITIAL_SESSION stays in its tab; the others are sent to all tabs. [U7]
 */
export const SESSION_EVENTS = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'SIGNED_OUT',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
] as const;
export type SessionEventType = (typeof SESSION_EVENTS)[number];

/** `from` says in which tab it happened; events never contain a token. */
export type SessionEvent = { type: SessionEventType; from: 'here' | 'another-tab' };
type Listener = (event: SessionEvent) => void;

const CHANNEL = 'kindpal-session';
const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

function callListeners(event: SessionEvent): void {
  for (const listener of listeners) listener(event);
}

function openChannel(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionEventType>) => {
    if (SESSION_EVENTS.includes(data)) callListeners({ type: data, from: 'another-tab' });
  };
  return channel;
}

/** Subscribes to the events of this tab and all others; returns the function that unsubscribes. */
export function onSessionEvent(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitSessionEvent(type: SessionEventType): void {
  if (type !== 'INITIAL_SESSION') openChannel()?.postMessage(type);
  callListeners({ type, from: 'here' });
}

/** The seven events of A§4. INITIAL_SESSION stays in its tab, the others are told to all. [U7] */
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

/** `from` says where it happened; no event carries a token. */
export type SessionEvent = { type: SessionEventType; from: 'here' | 'another-tab' };
type Listener = (event: SessionEvent) => void;

const CHANNEL = 'kindpal-session';
const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

function tellListeners(event: SessionEvent): void {
  for (const listener of listeners) listener(event);
}

function openChannel(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === 'undefined') return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionEventType>) => {
    if (SESSION_EVENTS.includes(data)) tellListeners({ type: data, from: 'another-tab' });
  };
  return channel;
}

/** Hears every event of this tab and of all others; returns how to stop. */
export function onSessionEvent(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitSessionEvent(type: SessionEventType): void {
  if (type !== 'INITIAL_SESSION') openChannel()?.postMessage(type);
  tellListeners({ type, from: 'here' });
}

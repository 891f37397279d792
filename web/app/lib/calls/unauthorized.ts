type Listener = () => void;
let listener: Listener = () => {};

/** The session listens here, because any call may be the first to learn that it has ended. */
export function onUnauthorized(next: Listener): void {
  listener = next;
}

export function emitUnauthorized(): void {
  listener();
}

type Listener = () => void;
let listener: Listener = () => {};

/** The session listens here, because any call may be the first to learn that it has ended. */
export function onUnauthorized(heard: Listener): void {
  listener = heard;
}

export function tellUnauthorized(): void {
  listener();
}

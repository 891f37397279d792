type Reason = { detail?: string; data?: unknown };

/** What the server answers to a call that it refuses. */
export const refusedCall = (code: string, status: number, reason: Reason = {}): Response =>
  Response.json(
    { type: 'about:blank', title: code, status, detail: code, code, defined: true, ...reason },
    { status },
  );

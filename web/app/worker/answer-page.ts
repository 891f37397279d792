/** The page that opens without a network, from the precache. */
export const MY_DAY_PATH = '/my-day';

/** My Day opens from the cache if the network takes longer than this, in ms. */
export const NETWORK_TIMEOUT_MS = 3_000;

type PageRequest = {
  path: string;
  /** Requests the page from the server. */
  ask: () => Promise<Response>;
  /** The precached page that the browser's router takes over. */
  shell: () => Promise<Response>;
  /** The precached page for no connection. */
  offlinePage: () => Promise<Response>;
};

/**
 * Answers a page request: normally with the server's response, which has the newest release and
 * the session. Without a response, My Day opens from the cache, and any other address shows that
 * it needs a network.
 */
export async function answerPage({
  path,
  ask,
  shell,
  offlinePage,
}: PageRequest): Promise<Response> {
  if (path.replace(/\/+$/, '') !== MY_DAY_PATH) return ask().catch(offlinePage);
  try {
    const response = await inTime(ask());
    return response.status >= 500 ? await shell() : response;
  } catch {
    return shell();
  }
}

async function inTime(answer: Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), NETWORK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

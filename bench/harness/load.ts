import { HttpConnection } from './http-connection.ts';
import { median, quantile } from './verdict.ts';

/** A request that is sent to a server repeatedly. */
export type Target = {
  port: number;
  /** The bytes of the n-th request. */
  next: (n: number) => Buffer;
  /** The expected status. */
  status: number;
};

/** A round of load: requests per second, and the 99th percentile in ms. */
export type Round = { rate: number; p99: number };

export const CONNECTIONS = 32;
let requests = 0;

/** Sends requests without pause over several connections for `ms`. */
export async function load(target: Target, ms: number, connections = CONNECTIONS): Promise<Round> {
  const all = await Promise.all(
    Array.from({ length: connections }, () => HttpConnection.open(target.port)),
  );
  const times: number[] = [];
  const began = performance.now();
  const until = began + ms;
  await Promise.all(
    all.map(async (connection) => {
      for (let from = began; from < until; ) {
        const { status, body } = await connection.send(target.next(requests++));
        if (status !== target.status) throw new Error(`answered ${status}: ${body.toString()}`);
        const now = performance.now();
        times.push(now - from);
        from = now;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const connection of all) connection.close();
  return { rate: times.length / seconds, p99: quantile(times, 0.99) };
}

export type Comparison = { ours: Round; bare: Round; rateRatio: number; p99Ratio: number };

/** Node has compiled what a request runs after some 12,000 of them, however long they take. */
const WARM_UP = { requests: 15_000, mostMs: 15_000 };

/** Sends a request until its code is compiled: measured is how it runs, not how it starts. */
export async function warmUp(target: Target): Promise<void> {
  const until = performance.now() + WARM_UP.mostMs;
  for (let answered = 0; answered < WARM_UP.requests && performance.now() < until; ) {
    answered += (await load(target, 1_000)).rate;
  }
}

/**
 * Loads Kindpal and the bare limit in turns; the ratios are medians over the turns. Many short
 * turns are better than a few long ones on a machine whose speed varies.
 */
export async function compare(
  { ours, bare }: { ours: Target; bare: Target },
  { rounds = 15, ms = 900 } = {},
): Promise<Comparison> {
  await warmUp(ours);
  await warmUp(bare);
  const seen: { ours: Round; bare: Round }[] = [];
  for (let round = 0; round < rounds; round++) {
    const isOursFirst = round % 2 === 0;
    const early = await load(isOursFirst ? ours : bare, ms);
    const late = await load(isOursFirst ? bare : ours, ms);
    seen.push(isOursFirst ? { ours: early, bare: late } : { ours: late, bare: early });
  }
  const middle = (of: (pair: (typeof seen)[number]) => number) => median(seen.map(of));
  return {
    ours: { rate: middle((pair) => pair.ours.rate), p99: middle((pair) => pair.ours.p99) },
    bare: { rate: middle((pair) => pair.bare.rate), p99: middle((pair) => pair.bare.p99) },
    rateRatio: middle((pair) => pair.ours.rate / pair.bare.rate),
    p99Ratio: middle((pair) => pair.ours.p99 / pair.bare.p99),
  };
}

/** One request at a time: the median of several, in milliseconds. */
export async function timeAlone(target: Target, times = 60): Promise<number> {
  const connection = await HttpConnection.open(target.port);
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    const { status, body } = await connection.send(target.next(n));
    if (status !== target.status) throw new Error(`answered ${status}: ${body.toString()}`);
    taken.push(performance.now() - began);
  }
  connection.close();
  return median(taken);
}

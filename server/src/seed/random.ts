/** A sequence of numbers, the same for the same seed. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from `from` to `to`, inclusive. */
  whole(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array;
  /** A version 4 UUID. */
  uuid(): string;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // The generator known as mulberry32.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const bytes = (length: number) => Uint8Array.from({ length }, () => whole(0, 255));
  return {
    next,
    whole,
    bytes,
    pick: (items) => items[whole(0, items.length - 1)] as (typeof items)[number],
    uuid() {
      const raw = bytes(16);
      raw[6] = ((raw[6] ?? 0) & 0x0f) | 0x40;
      raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
      const hex = Buffer.from(raw).toString('hex');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

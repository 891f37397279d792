/** A key under which things are open, and how many may be. */
export type CountedKey = { key: string; most: number };

/** Counts what is currently open in this process. */
export function createOpenCounter() {
  const open = new Map<string, number>();
  const add = (key: string, change: number) => {
    const count = (open.get(key) ?? 0) + change;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  return {
    /** Takes `size` under every key; takes nothing and returns null when one of them is full. */
    take(places: CountedKey[], size = 1): (() => void) | null {
      if (places.some(({ key, most }) => (open.get(key) ?? 0) + size > most)) return null;
      for (const { key } of places) add(key, size);
      let isOpen = true;
      return () => {
        if (isOpen) for (const { key } of places) add(key, -size);
        isOpen = false;
      };
    },
  };
}

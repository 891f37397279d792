/** A key under which things are open, and how many of them may be. */
export type Place = { key: string; most: number };

/** Counts what is open at this moment in this process. */
export function createOpenCounter() {
  const open = new Map<string, number>();
  const add = (key: string, change: number) => {
    const count = (open.get(key) ?? 0) + change;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  return {
    /** Takes one place under every key, or none and gives null when one of them is full. */
    take(places: Place[]): (() => void) | null {
      if (places.some(({ key, most }) => (open.get(key) ?? 0) >= most)) return null;
      for (const { key } of places) add(key, 1);
      let isOpen = true;
      return () => {
        if (isOpen) for (const { key } of places) add(key, -1);
        isOpen = false;
      };
    },
  };
}

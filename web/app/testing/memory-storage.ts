/** A browser's storage in memory, with what it keeps, in order. */
export function memoryStorage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    kept,
    key: (place: number) => [...kept.keys()][place] ?? null,
    get length() {
      return kept.size;
    },
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

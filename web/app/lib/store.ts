import { useSyncExternalStore } from 'react';

/** A value outside of React that components can subscribe to. */
export type Store<Value> = {
  /** The value in prerendered pages, until they are hydrated. */
  readonly initial: Value;
  read: () => Value;
  change: (next: Value) => void;
  /** Calls back after each change; returns a function that stops. */
  subscribe: (listener: () => void) => () => void;
};

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    read: () => value,
    change(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: Omit<Store<Value>, 'change'>): Value {
  return useSyncExternalStore(store.subscribe, store.read, () => store.initial);
}

/** Follows a media query; prerendered pages count as wide. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => true,
  );
}

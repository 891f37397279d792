import { useCallback, useState } from 'react';

/**
 * An element for a portal. Its content keeps its state when a `Place` in another part of the page
 * takes it: turning a phone closes no dialog, and what is typed there stays. [P11]
 */
export function useMovable(): HTMLElement {
  const [element] = useState(() => {
    const created = document.createElement('div');
    created.className = 'contents';
    return created;
  });
  return element;
}

/** Where the element is in the page; one place at a time. */
export function Place({ of }: { of: HTMLElement }) {
  const take = useCallback((place: HTMLElement | null) => place?.append(of), [of]);
  return <div ref={take} className="contents" />;
}

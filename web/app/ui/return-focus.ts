import { type FocusEvent, useRef } from 'react';
import { hasLostFocus } from '~/lib/kept-focus.ts';

/** What had the focus, or the button of the menu that had it, because the menu will be gone. */
function placeOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const place = button ?? element;
  return place instanceof HTMLElement ? place : null;
}

/**
 * For the content of a dialog: closing it returns the focus to where it was, or to the page if
 * that element is gone, unless the focus was moved meanwhile. A field with `autoFocus` has the
 * focus before the dialog opens, so the first focus inside is what counts.
 */
export function useReturnFocus() {
  const place = useRef<HTMLElement | null>(null);
  return {
    onFocus({ relatedTarget }: FocusEvent) {
      place.current ??= placeOf(relatedTarget);
    },
    onCloseAutoFocus(event: Event) {
      const { current } = place;
      if (!current) return;
      place.current = null;
      event.preventDefault();
      if (!hasLostFocus()) return;
      const target = current.isConnected ? current : document.querySelector('main');
      target?.focus({ preventScroll: true });
    },
  };
}

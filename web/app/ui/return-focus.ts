import { useRef } from 'react';

/**
 * The focused element, or the button of the menu that has the focus, because the menu will be
 * gone.
 */
function focused(): HTMLElement | null {
  const menu = document.activeElement?.closest('[role=menu]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const element = button ?? document.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

/**
 * For the content of a dialog: closing it returns the focus to where it was, or to the page if
 * that element is gone, unless the focus was moved meanwhile.
 */
export function useReturnFocus() {
  const place = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus() {
      place.current = focused();
    },
    onCloseAutoFocus(event: Event) {
      if (!place.current) return;
      event.preventDefault();
      if (document.activeElement && document.activeElement !== document.body) return;
      const target = place.current.isConnected ? place.current : document.querySelector('main');
      target?.focus({ preventScroll: true });
    },
  };
}

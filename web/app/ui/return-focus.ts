import { useRef } from 'react';

/** What has the focus, or the button of the menu that has it, since a menu is gone by then. */
function focused(): HTMLElement | null {
  const menu = document.activeElement?.closest('[role=menu]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  const element = button ?? document.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

/**
 * For the content of a window: closing it gives the focus back to what had it, or to the page where
 * that is gone, unless the focus has been sent elsewhere meanwhile.
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

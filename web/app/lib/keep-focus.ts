import { KEPT_FOCUS } from './kept-focus.ts';

/** What is read out, and where Tab continues, when a control in it disappears. */
const PLACES = 'li, article, form, section, [role=log], [role=dialog], main';
/** Elsewhere, such as in toasts and menus, the focus is returned when they close. */
const KEPT = 'main, [role=dialog], [role=alertdialog]';
/** By then whatever gives the focus to something on purpose has done so. */
const DELAY_MS = 50;

const isFocused = (element: Element | null) => document.activeElement === element;
const isUsable = (element: Element) => element.isConnected && !element.matches(':disabled');

/** The places around an element, from the inside out, to know them when it has been removed. */
function placesAround(element: Element): HTMLElement[] {
  const place = element.parentElement?.closest<HTMLElement>(PLACES);
  return place ? [place, ...placesAround(place)] : [];
}

/** Focuses a place, without a ring: nobody chose it. Returns false if it can't be focused. */
function focusPlace(place: HTMLElement): boolean {
  // A modal dialog hides the page behind it from screen readers.
  if (!place.closest(KEPT) || place.closest('[aria-hidden=true], [inert]')) return false;
  const isOurs = !place.hasAttribute('tabindex');
  if (isOurs) {
    place.tabIndex = -1;
    place.style.outline = 'none';
  }
  const release = () => {
    place.removeAttribute(KEPT_FOCUS);
    if (!isOurs) return;
    place.removeAttribute('tabindex');
    place.style.outline = '';
  };
  place.focus({ preventScroll: true });
  if (!isFocused(place)) {
    release();
    return false;
  }
  place.setAttribute(KEPT_FOCUS, '');
  place.addEventListener('blur', release, { once: true });
  return true;
}

/**
 * From now on, when the focused control disappears or is disabled and nothing else gets the focus,
 * the nearest place around it does, so that keyboards and screen readers continue there and not at
 * the top of the page. A control that is enabled again gets the focus back. Returns a function that
 * ends this.
 */
export function keepFocus(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let last: Element | null = null;
  let around: HTMLElement[] = [];
  let path = '';
  let disabled: { control: HTMLElement; place: Element | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function note(element: Element | null) {
    last = element === document.body ? null : element;
    around = last ? placesAround(last) : [];
    path = window.location.pathname;
  }
  function isLost(): boolean {
    if (!last || isUsable(last) || !(isFocused(document.body) || isFocused(last))) return false;
    // A new page takes the focus itself.
    return path === window.location.pathname;
  }
  function look() {
    timer = null;
    const lost = last;
    if (!isLost() || !around.some((place) => place.isConnected && focusPlace(place))) return;
    if (lost instanceof HTMLElement) disabled = { control: lost, place: document.activeElement };
  }
  function onChange() {
    if (disabled && isUsable(disabled.control)) {
      if (isFocused(disabled.place)) disabled.control.focus({ preventScroll: true });
      disabled = null;
    }
    if (isLost()) timer ??= setTimeout(look, DELAY_MS);
  }
  function onBlur() {
    // Only now is it known whether the element disappeared, or its reader pressed elsewhere.
    setTimeout(() => {
      if (last && isUsable(last) && isFocused(document.body)) last = null;
    });
  }

  note(document.activeElement);
  document.addEventListener('focusin', ({ target }) => note(target as Element), { signal });
  document.addEventListener('focusout', onBlur, { signal });
  const changes = new MutationObserver(onChange);
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    ending.abort();
    changes.disconnect();
    if (timer) clearTimeout(timer);
  };
}

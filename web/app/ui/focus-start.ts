const FIELD =
  ':is(input:not([type=hidden]), textarea, select, [role=combobox], [role=switch], [role=radio]):not(:disabled)';

/**
 * Where a window that opens puts the focus, instead of on its Close button: on its first field, of a
 * choice on what is chosen, or else on its heading, from where it is read.
 */
export function focusStart(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return;
  const field = target.querySelector<HTMLElement>(FIELD);
  const start = (field && chosenBeside(field)) ?? target.querySelector<HTMLElement>('h2');
  if (!start) return;
  event.preventDefault();
  start.focus();
}

/** The chosen one of a field's radio buttons, to which the Tab key would lead as well. */
function chosenBeside(field: HTMLElement): HTMLElement {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field;
  const group = field.closest('fieldset, form');
  return group?.querySelector<HTMLElement>('input[type=radio]:checked') ?? field;
}

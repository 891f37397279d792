const FIELD =
  ':is(input:not([type=hidden]), textarea, select, [role=combobox], [role=switch], [role=radio]):not(:disabled)';

/**
 * Where an opening dialog puts the focus instead of on its Close button: on its first field, on
 * the selected radio button, or on its heading.
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

/** The selected radio button of a field's group, which the Tab key would also reach. */
function chosenBeside(field: HTMLElement): HTMLElement {
  if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return field;
  const group = field.closest('fieldset, form');
  return group?.querySelector<HTMLElement>('input[type=radio]:checked') ?? field;
}

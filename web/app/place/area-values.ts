/** What the boxes of area and address hold; `place_id` is of the place that was picked, else empty. */
export type AreaValues = { location: string; place_id: string; address: string };

/** The boxes for what is kept. */
export function areaValuesOf(kept: {
  location: string | null;
  place_id: number | null;
  address: string | null;
}): AreaValues {
  return {
    location: kept.location ?? '',
    place_id: kept.place_id === null ? '' : `${kept.place_id}`,
    address: kept.address ?? '',
  };
}

/** What is sent for a form that asks for an area: the place that was picked, else the words. */
export function areaInput({ location, place_id, address }: AreaValues) {
  const area = place_id === '' ? { location } : { place_id: Number(place_id) };
  return { ...area, address: address.trim() || null };
}

/** The same where the area may be left out: an empty box takes it away. */
export function optionalAreaInput(values: AreaValues) {
  if (values.location.trim() !== '') return areaInput(values);
  return { location: null, address: values.address.trim() || null };
}

type AreaSetters = {
  setValue: (name: 'location' | 'place_id', value: string, how: { shouldDirty: true }) => void;
  clearErrors: (name: 'location') => void;
};

/** Fills the boxes of a form with the place that was picked; null when the text is another by now. */
export function pickPlace(form: unknown, place: { id: number; label: string } | null): void {
  // Every form that asks for an area has these two boxes among others.
  const { setValue, clearErrors } = form as AreaSetters;
  setValue('place_id', place ? `${place.id}` : '', { shouldDirty: true });
  if (!place) return;
  setValue('location', place.label, { shouldDirty: true });
  clearErrors('location');
}

/** The form values of area and address; `place_id` is that of the picked place, or empty. */
export type AreaValues = { location: string; place_id: string; address: string };

/** The form values of a stored area and address. */
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

/** The input of a call that requires an area: the picked place, or else the text. */
export function areaInput({ location, place_id, address }: AreaValues) {
  const area = place_id === '' ? { location } : { place_id: Number(place_id) };
  return { ...area, address: address.trim() || null };
}

/** The same for an optional area: an empty field removes it. */
export function optionalAreaInput(values: AreaValues) {
  if (values.location.trim() !== '') return areaInput(values);
  return { location: null, address: values.address.trim() || null };
}

type AreaSetters = {
  setValue: (name: 'location' | 'place_id', value: string, how: { shouldDirty: true }) => void;
  clearErrors: (name: 'location') => void;
};

/** Sets the form values of a picked place; null after the text was changed. */
export function pickPlace(form: unknown, place: { id: number; label: string } | null): void {
  // Every form with an area has these two fields, among others.
  const { setValue, clearErrors } = form as AreaSetters;
  setValue('place_id', place ? `${place.id}` : '', { shouldDirty: true });
  if (!place) return;
  setValue('location', place.label, { shouldDirty: true });
  clearErrors('location');
}

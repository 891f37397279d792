import type { Place } from '@kindpal/contract/place/schema';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Combobox } from '~/ui/combobox.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { usePlaces } from './use-places.ts';

type AreaFieldProps = {
  /** The registration of the text input. */
  registration: UseFormRegisterReturn;
  typed: string;
  /** The place whose label the text is; empty otherwise. */
  placeId: string;
  /** Called with the place that was picked, or null when the text is changed afterwards. */
  onPick: (place: Pick<Place, 'id' | 'label'> | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  optional?: boolean;
  label?: ReactNode;
};

/**
 * An input for a town or neighborhood, with suggestions from the list of places. A text that was
 * not picked is sent as it is: the server accepts it if it names exactly one place. [R3] [J2] [O1]
 */
export function AreaField(props: AreaFieldProps) {
  const { registration, typed, placeId, onPick, error, hint, optional } = props;
  const { places, notice } = usePlaces(typed, placeId === '');
  const count = places.length === 1 ? '1 place' : `${places.length} places`;
  return (
    <Field
      label={props.label ?? 'Location'}
      error={error}
      hint={hint ?? 'Your town or neighborhood. Everyone can see it.'}
      {...(optional ? { optional } : {})}
    >
      <Combobox
        {...registration}
        placeholder="Start typing a town"
        listLabel="Places"
        options={places.map(({ id, label, country }) => ({
          key: `${id}`,
          label,
          detail: country,
        }))}
        notice={notice}
        status={notice ?? `${count}. Choose with the arrow keys and Enter.`}
        onChange={(event) => {
          void registration.onChange(event);
          if (placeId !== '') onPick(null);
        }}
        onPick={(key) => onPick(places.find(({ id }) => `${id}` === key) ?? null)}
      />
    </Field>
  );
}

type AddressFieldProps = {
  registration: UseFormRegisterReturn;
  error?: string | undefined;
  hint?: ReactNode;
};

/** Street and number. Separate from the area because only few people see it. [R3] [J2] */
export function AddressField({ registration, error, hint }: AddressFieldProps) {
  return (
    <Field
      label="Address"
      optional
      error={error}
      hint={hint ?? 'Street and number. Only you can see it.'}
    >
      <TextInput autoComplete="street-address" {...registration} />
    </Field>
  );
}

import type { Place } from '@kindpal/contract/place/schema';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Combobox } from '~/ui/combobox.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { usePlaces } from './use-places.ts';

type AreaFieldProps = {
  /** Of the box with the text. */
  registration: UseFormRegisterReturn;
  typed: string;
  /** The text is the label of this place; empty while it is not. */
  placeId: string;
  /** Called with the place that was picked, or null when the text is changed after that. */
  onPick: (place: Pick<Place, 'id' | 'label'> | null) => void;
  error?: string | undefined;
  hint?: ReactNode;
  optional?: boolean;
  label?: ReactNode;
};

/**
 * The town or neighborhood, picked from the list of places while it is typed. A text that was not
 * picked is sent as it is: the server takes it when it names one place beyond doubt. [R3] [J2] [O1]
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

/** Street and number, apart from the area because almost nobody is shown it. [R3] [J2] */
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

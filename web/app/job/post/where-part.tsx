import type { OwnProfile } from '@kindpal/contract/member/schema';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLast } from '~/lib/use-last.ts';
import { AreaField } from '~/place/area-field.tsx';
import { pickPlace } from '~/place/area-values.ts';
import { ChosenLine } from './chosen-line.tsx';
import type { JobFormValues } from './job-form.ts';
import { JobTextField } from './job-text-field.tsx';
import { isProfileArea } from './prefilled-job-form.ts';

type WherePartProps<Output> = {
  form: UseFormReturn<JobFormValues, unknown, Output>;
  values: JobFormValues;
  profile: OwnProfile | undefined;
};

/** Area and address: one line while they are those of the owner's profile. [J2] */
export function WherePart<Output>({ form, values, profile }: WherePartProps<Output>) {
  const [isChanged, setChanged] = useState(() => !isProfileArea(values, profile));
  const { register, formState } = form;
  const { errors } = formState;
  // Once open it stays open, even after an error is fixed.
  const isOpen = useLast(isChanged || Boolean(errors.location ?? errors.address) || null);
  if (!isOpen) {
    return <WhereLine values={values} onChange={() => setChanged(true)} />;
  }
  return (
    <>
      <AreaField
        registration={register('location')}
        typed={values.location}
        placeId={values.place_id}
        onPick={(place) => pickPlace(form, place)}
        error={errors.location?.message}
        hint="The town or neighborhood. Everyone can see it."
      />
      <JobTextField
        name="address"
        register={register}
        value={values.address}
        error={errors.address?.message}
        label="Address"
        optional
        autoComplete="street-address"
        hint="Street and number. Only you and the sitter who claimed the job can see it."
      />
    </>
  );
}

function WhereLine({ values, onChange }: { values: JobFormValues; onChange: () => void }) {
  const { location, address } = values;
  return (
    <ChosenLine
      picture={<MapPin aria-hidden="true" className="line-icon self-start text-accent" />}
      title={location}
      text={
        address
          ? `${address}. Only your sitter sees the address.`
          : 'No address yet. You can add it now.'
      }
      changeLabel="Change the place of this job"
      onChange={onChange}
    />
  );
}

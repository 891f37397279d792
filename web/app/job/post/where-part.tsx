import type { OwnProfile } from '@kindpal/contract/member/schema';
import { MapPin, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { AreaField } from '~/place/area-field.tsx';
import { pickPlace } from '~/place/area-values.ts';
import { Button } from '~/ui/button.tsx';
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
  const [isOpen, setOpen] = useState(() => !isProfileArea(values, profile));
  const { register, formState } = form;
  const { errors } = formState;
  if (!isOpen && (errors.location || errors.address)) setOpen(true);
  if (!isOpen) {
    return <WhereLine values={values} onChange={() => setOpen(true)} />;
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
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <MapPin aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <p className="min-w-44 flex-1 wrap-anywhere">
        <strong className="block font-semibold">{values.location}</strong>
        <span className="text-ink-soft text-sm">
          {values.address
            ? `${values.address}. Only your sitter sees the address.`
            : 'No address yet. You can add it now.'}
        </span>
      </p>
      <Button
        size="sm"
        variant="quiet"
        aria-label="Change the place of this job"
        className="-mr-3"
        icon={<Pencil aria-hidden="true" className="size-4 max-sm:hidden" />}
        onClick={onChange}
      >
        Change
      </Button>
    </div>
  );
}

import type { OwnProfile } from '@kindpal/contract/member/schema';
import { areaValuesOf } from '~/place/area-values.ts';
import { EMPTY_JOB_FORM, type JobFormValues } from './job-form.ts';

type Area = Pick<OwnProfile, 'location' | 'place_id' | 'address'>;

const isSame = (one: JobFormValues, other: JobFormValues) =>
  JSON.stringify(one) === JSON.stringify({ ...one, ...other });

/** An empty form with the area and address of its owner's profile. [J2] */
export function prefilledJobForm(profile: Area): JobFormValues {
  return { ...EMPTY_JOB_FORM, ...areaValuesOf(profile) };
}

/** Whether the profile may fill in the form: not after a draft, nor once a place is typed. [J2] */
export function canPrefill(draft: JobFormValues, values: JobFormValues): boolean {
  const { location, place_id, address } = values;
  return isSame(draft, EMPTY_JOB_FORM) && `${location}${place_id}${address}` === '';
}

/** Whether nothing in the form is the owner's own typing. */
export function isUntouched(values: JobFormValues, profile: Area | undefined): boolean {
  const isPrefilled = profile !== undefined && isSame(values, prefilledJobForm(profile));
  return isPrefilled || isSame(values, EMPTY_JOB_FORM);
}

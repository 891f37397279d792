import type { OwnProfile } from '@kindpal/contract/member/schema';
import { areaValuesOf } from '~/place/area-values.ts';
import { EMPTY_JOB_FORM, type JobFormValues } from './job-form.ts';

type Area = Pick<OwnProfile, 'location' | 'place_id' | 'address'>;

const isSame = (one: JobFormValues, other: JobFormValues) =>
  JSON.stringify(one) === JSON.stringify({ ...one, ...other });

/** An empty form with the area and address of the owner's profile. [J2] */
export function prefilledJobForm(profile: Area): JobFormValues {
  return { ...EMPTY_JOB_FORM, ...areaValuesOf(profile) };
}

/** The initial values: the draft, or the profile's area if there is no draft. [J2] */
export function startingJobForm(draft: JobFormValues, profile: Area | undefined): JobFormValues {
  return profile && isSame(draft, EMPTY_JOB_FORM) ? prefilledJobForm(profile) : draft;
}

/** Whether the area is that of the profile, so that it can be collapsed. [J2] */
export function isProfileArea(values: JobFormValues, profile: Area | undefined): boolean {
  const { location, place_id, address } = values;
  return (
    profile !== undefined &&
    place_id !== '' &&
    isSame(prefilledJobForm(profile), { ...prefilledJobForm(profile), location, place_id, address })
  );
}

/** Whether the owner has typed nothing yet. */
export function isUntouched(values: JobFormValues, profile: Area | undefined): boolean {
  const isPrefilled = profile !== undefined && isSame(values, prefilledJobForm(profile));
  return isPrefilled || isSame(values, EMPTY_JOB_FORM);
}

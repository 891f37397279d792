import { type JobDraft, type JobType, jobDraftSchema } from '@kindpal/contract/job/schema';
import { sanitizeText } from '@kindpal/contract/text/rules';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { areaInput } from '~/place/area-values.ts';
import { readWallClock, wallClockToIso } from './wall-clock.ts';
import type { Span } from './when.ts';

/** The values of the form's fields, as typed. */
export type JobFormValues = {
  /** The saved pet that the job is for; empty for another one. */
  pet_id: string;
  title: string;
  description: string;
  location: string;
  /** The place that was picked as the area. */
  place_id: string;
  address: string;
  /** Empty until it is chosen: with a default, a walk could be posted as sitting. */
  job_type: JobType | '';
  start: string;
  end: string;
  /** How the times are entered; empty while the type decides. */
  span: Span | '';
  total_amount: string;
  hourly_rate: string;
  pet_name: string;
  breed: string;
  size: '' | 'small' | 'medium' | 'large' | 'extra_large';
  image_url: string;
  special_instructions: string;
  /** Requirements for sitters; numbers as strings. */
  min_reviews: string;
  met_before: boolean;
  verified: boolean;
  favorites_first_hours: string;
  /** Ids of the sitters who are asked first, and for how many hours. */
  ask: string[];
  ask_hours: string;
};
export type JobFormField = keyof JobFormValues;

export const EMPTY_JOB_FORM: JobFormValues = {
  pet_id: '',
  pet_name: '',
  breed: '',
  size: '',
  image_url: '',
  job_type: '',
  title: '',
  description: '',
  span: '',
  start: '',
  end: '',
  location: '',
  place_id: '',
  address: '',
  total_amount: '',
  hourly_rate: '',
  special_instructions: '',
  min_reviews: '0',
  met_before: false,
  verified: false,
  favorites_first_hours: '0',
  ask: [],
  ask_hours: '6',
};

/** The labels of the fields, in the order of the page. */
export const JOB_FIELD_LABELS = {
  pet_name: 'Pet name',
  breed: 'Breed',
  size: 'Pet size',
  image_url: 'Pet photo',
  job_type: 'Job type',
  title: 'Title',
  description: 'Description',
  special_instructions: 'Special instructions',
  start: 'Start',
  end: 'End',
  location: 'Location',
  address: 'Address',
  total_amount: 'Total amount',
  hourly_rate: 'Hourly rate',
  ask: 'Ask first',
} satisfies Partial<Record<JobFormField, string>>;

/** The form's field for each path of the call's input. */
const FIELD_OF_PATH: Record<string, JobFormField> = {
  title: 'title',
  description: 'description',
  location: 'location',
  place_id: 'location',
  address: 'address',
  job_type: 'job_type',
  start_date: 'start',
  end_date: 'end',
  total_amount: 'total_amount',
  hourly_rate: 'hourly_rate',
  special_instructions: 'special_instructions',
  pet_id: 'pet_name',
  'ask_first.sitter_ids': 'ask',
  'pet_details.name': 'pet_name',
  'pet_details.breed': 'breed',
  'pet_details.size': 'size',
  'pet_details.image_url': 'image_url',
};

/** The form's field for a path of the call ('pet_details.name'), or undefined. */
export function jobFieldOf(path: string): JobFormField | undefined {
  return FIELD_OF_PATH[path];
}

/** A typed amount as a number; NaN for an empty field. */
export function readAmount(text: string): number {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}

/** The input of the call. Empty fields become values that the contract refuses. */
function toJobInput(values: JobFormValues, timeZone: string) {
  const total_amount = readAmount(values.total_amount);
  // A favor has no hourly rate.
  const hasHourlyRate = values.hourly_rate.trim() !== '' && total_amount !== 0;
  return {
    title: values.title,
    description: values.description,
    ...areaInput(values),
    job_type: values.job_type,
    start_date: wallClockToIso(values.start, timeZone) ?? '',
    end_date: wallClockToIso(values.end, timeZone) ?? '',
    time_zone: timeZone,
    total_amount,
    hourly_rate: hasHourlyRate ? readAmount(values.hourly_rate) : null,
    special_instructions: values.special_instructions.trim() || null,
    pet_id: values.pet_id || null,
    pet_details: {
      name: values.pet_name,
      breed: values.breed.trim() || null,
      size: values.size,
      image_url: values.image_url || null,
    },
    requirements: {
      min_reviews: Number(values.min_reviews),
      met_before: values.met_before,
      verified: values.verified,
      favorites_first_hours: Number(values.favorites_first_hours),
    },
    ask_first:
      values.ask.length > 0 ? { sitter_ids: values.ask, hours: Number(values.ask_hours) } : null,
  };
}

/** Replacements for error texts of the contract that do not fit a form. */
const OWN_WORDS: Partial<Record<JobFormField, string>> = {
  job_type: 'Please choose what you need',
  start: 'Please choose when it starts',
  size: 'Please choose your pet’s size',
};

function messageFor(field: JobFormField, message: string, values: JobFormValues): string {
  if (field === 'end') {
    return readWallClock(values.end) === null ? 'Please choose when it ends' : message;
  }
  return OWN_WORDS[field] ?? message;
}

/** Validates the form with the contract's schema, in the browser's time zone. [J2] */
export function jobFormResolver(timeZone: string): Resolver<JobFormValues, unknown, JobDraft> {
  return (values) => {
    const checked = jobDraftSchema.safeParse(toJobInput(values, timeZone));
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: FieldErrors<JobFormValues> = {};
    for (const issue of checked.error.issues) {
      const field = jobFieldOf(issue.path.join('.'));
      if (!field || errors[field]) continue;
      errors[field] = { type: 'contract', message: messageFor(field, issue.message, values) };
    }
    return { values: {}, errors };
  };
}

/** Texts that are sanitized before they are saved. */
const SANITIZED: readonly JobFormField[] = ['title', 'description', 'address', 'pet_name', 'breed'];

/** The sanitized text if it differs from what was typed; otherwise undefined. */
export function changedBySanitizing(field: JobFormField, typed: string): string | undefined {
  if (!SANITIZED.includes(field)) return undefined;
  const kept = sanitizeText(typed);
  return kept === typed.trim() ? undefined : kept;
}

/** The toasts of B§8 for refused texts, in the order of the form. */
const TOAST_TITLES = [
  ['title', 'Invalid Title'],
  ['description', 'Invalid Description'],
  ['special_instructions', 'Invalid Special Instructions'],
] as const;

/**
 * The toast for the first text that is too long or contains something forbidden; undefined if only
 * other fields are wrong. An empty field has only its own error.
 */
export function invalidTextToast(
  errors: FieldErrors<JobFormValues>,
  values: JobFormValues,
): { title: string; description: string } | undefined {
  for (const [field, title] of TOAST_TITLES) {
    const message = errors[field]?.message;
    if (message && values[field].trim() !== '') return { title, description: message };
  }
  return undefined;
}

import { type JobDraft, type JobType, jobDraftSchema } from '@kindpal/contract/job/schema';
import { sanitizeText } from '@kindpal/contract/text/rules';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { areaInput } from '~/place/area-values.ts';
import { readWallClock, wallClockToIso } from './wall-clock.ts';
import type { Span } from './when.ts';

/** What the boxes of the form hold: texts, as they were typed. */
export type JobFormValues = {
  /** The saved pet that it is for; empty for another one. */
  pet_id: string;
  title: string;
  description: string;
  location: string;
  /** Of the place that was picked as the location. */
  place_id: string;
  address: string;
  /** Empty until it is chosen: a walk must not go out as sitting. */
  job_type: JobType | '';
  start: string;
  end: string;
  /** How the times are asked for; empty while the type says it. */
  span: Span | '';
  total_amount: string;
  hourly_rate: string;
  pet_name: string;
  breed: string;
  size: '' | 'small' | 'medium' | 'large' | 'extra_large';
  image_url: string;
  special_instructions: string;
  /** What is asked of sitters: numbers as they were chosen. */
  min_reviews: string;
  met_before: boolean;
  verified: boolean;
  favorites_first_hours: string;
  /** Ids of sitters who are asked first, and for how many hours. */
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

/** What the fields are called, from the top of the page to its end. */
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

/** Where each part of what is sent stands in the form. */
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

/** The form's field for a path of the call ('pet_details.name'), or nothing when it has none. */
export function jobFieldOf(path: string): JobFormField | undefined {
  return FIELD_OF_PATH[path];
}

/** The number that an amount was typed as; NaN for an empty box. */
export function readAmount(text: string): number {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}

/** What is sent for what was typed; boxes left empty come out as the contract objects to them. */
export function toJobInput(values: JobFormValues, timeZone: string) {
  const total_amount = readAmount(values.total_amount);
  // A favor costs nothing by the hour either.
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

/** Said instead of the contract's own words, which speak of data and not of boxes. */
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

/** Judges the form by the contract itself, in the browser's zone. [J2] */
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

/** The texts that are sanitized before they are saved. */
const SANITIZED: readonly JobFormField[] = ['title', 'description', 'address', 'pet_name', 'breed'];

/** What a text will read after sanitizing, where that is not what was typed; otherwise nothing. */
export function changedBySanitizing(field: JobFormField, typed: string): string | undefined {
  if (!SANITIZED.includes(field)) return undefined;
  const kept = sanitizeText(typed);
  return kept === typed.trim() ? undefined : kept;
}

/** The toasts of B§8 for texts that are refused, in the order of the form. */
const TOAST_TITLES = [
  ['title', 'Invalid Title'],
  ['description', 'Invalid Description'],
  ['special_instructions', 'Invalid Special Instructions'],
] as const;

/**
 * The toast for the first text that is too long or holds what it must not; nothing when only other
 * fields are wrong. An empty box is told of beside it alone.
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

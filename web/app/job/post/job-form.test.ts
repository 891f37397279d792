import { describe, expect, it } from 'vitest';
import { wrongFields } from '~/lib/calls/wrong-fields.ts';
import {
  changedBySanitizing,
  EMPTY_JOB_FORM,
  invalidTextToast,
  JOB_FIELD_LABELS,
  type JobFormValues,
  jobFormResolver,
} from './job-form.ts';

const filled: JobFormValues = {
  ...EMPTY_JOB_FORM,
  title: 'Weekend with Biscuit',
  description: 'Two walks a day and a warm lap.',
  location: 'Maplewood, New Jersey',
  place_id: '5100854',
  address: 'Elm Street 4',
  job_type: 'pet_sitting',
  start: '2030-07-05T09:00',
  end: '2030-07-07T18:00',
  total_amount: '85.50',
  pet_name: 'Biscuit',
  size: 'medium',
};

function judge(values: Partial<JobFormValues>) {
  const resolve = jobFormResolver('America/New_York');
  return resolve({ ...filled, ...values }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
}
async function errorAt(field: keyof JobFormValues, value: string) {
  const { errors } = await judge({ [field]: value });
  return errors[field]?.message;
}

describe('the form of a new job', () => {
  it('sends moments with their offset and the zone of the browser [J2]', async () => {
    const { values, errors } = await judge({});
    expect(errors).toEqual({});
    expect(values).toMatchObject({
      start_date: '2030-07-05T09:00:00-04:00',
      end_date: '2030-07-07T18:00:00-04:00',
      place_id: 5100854,
      address: 'Elm Street 4',
      time_zone: 'America/New_York',
      total_amount: 85.5,
      hourly_rate: null,
      special_instructions: null,
      pet_details: { name: 'Biscuit', breed: null, size: 'medium', image_url: null },
    });
  });

  it.each([
    ['title', '', 'Title is required'],
    ['title', 'x'.repeat(101), 'Title must be 100 characters or less'],
    ['description', 'x'.repeat(1001), 'Description must be 1000 characters or less'],
    ['description', '<script>alert(1)</script>', 'Description contains invalid characters'],
    [
      'special_instructions',
      'x'.repeat(501),
      'Special instructions must be 500 characters or less',
    ],
    ['job_type', '', 'Please choose what you need'],
    ['start', '', 'Please choose when it starts'],
    ['start', '2030-07-05T', 'Please choose when it starts'],
    ['end', 'T18:00', 'Please choose when it ends'],
    ['end', '', 'Please choose when it ends'],
    ['end', '2030-07-05T09:00', 'The end must be after the start'],
    ['total_amount', '', 'Please enter an amount'],
    ['total_amount', '-1', 'The amount cannot be negative'],
    ['total_amount', '1.005', 'Use at most two decimals'],
    ['total_amount', '1e309', 'Please enter an amount'],
    ['hourly_rate', 'ten', 'Please enter an amount'],
    ['pet_name', '', 'Pet name is required'],
    ['size', '', 'Please choose your pet’s size'],
  ] as const)('says what is wrong with %s "%.12s" beside it [J2]', async (field, value, text) => {
    expect(await errorAt(field, value)).toBe(text);
  });

  it('sends an area that was not picked in its own words [J2]', async () => {
    const { values } = await judge({ place_id: '', location: 'Maplewood, NJ', address: ' ' });
    expect(values).toMatchObject({ location: 'Maplewood, NJ', address: null });
    expect(values).not.toHaveProperty('place_id');
  });

  it('asks for an area [J2]', async () => {
    const { errors } = await judge({ place_id: '', location: ' ' });
    expect(errors.location?.message).toBe('Location is required');
  });

  it('takes a favor: an amount of 0 [J2]', async () => {
    const { values } = await judge({ total_amount: '0' });
    expect(values).toMatchObject({ total_amount: 0 });
  });

  it('has no hourly rate for a favor, whatever was typed before [J2]', async () => {
    const { values, errors } = await judge({ total_amount: '0', hourly_rate: '12' });
    expect(errors).toEqual({});
    expect(values).toMatchObject({ total_amount: 0, hourly_rate: null });
  });

  it('lists errors in the order of the page [J2]', async () => {
    const { errors } = await judge({ title: '', pet_name: '', size: '', job_type: '', end: '' });
    expect(wrongFields(errors, JOB_FIELD_LABELS).map(({ label }) => label)).toEqual([
      'Pet name',
      'Pet size',
      'Job type',
      'Title',
      'End',
    ]);
  });

  it('names the refused text in a toast, the first of the form [J2]', async () => {
    const toastFor = async (values: Partial<JobFormValues>) => {
      const { errors } = await judge(values);
      return invalidTextToast(errors, { ...filled, ...values });
    };
    expect(await toastFor({ special_instructions: 'x'.repeat(501) })).toEqual({
      title: 'Invalid Special Instructions',
      description: 'Special instructions must be 500 characters or less',
    });
    const both = { title: 'x'.repeat(101), description: '<script>' };
    expect((await toastFor(both))?.title).toBe('Invalid Title');
    expect((await toastFor({ ...both, title: '' }))?.title).toBe('Invalid Description');
    expect(await toastFor({ title: '', description: ' ' })).toBeUndefined();
    expect(await toastFor({ pet_name: '' })).toBeUndefined();
  });

  it('tells the owner where sanitizing changes what they wrote [J2]', () => {
    expect(changedBySanitizing('title', 'Cats < dogs > fish')).toBe('Cats  dogs  fish');
    expect(changedBySanitizing('title', '  Cats and dogs ')).toBeUndefined();
    expect(changedBySanitizing('special_instructions', 'Feed if < 2 cups')).toBeUndefined();
  });
});

import type { PetProfile } from '@kindpal/contract/pet/schema';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '~/testing/memory-storage.ts';
import type { MemberJobDetail } from '../job-summary.ts';
import { keepJobFormDraft, readJobFormDraft } from '../post/job-form-draft.ts';
import { fillPostForm, formFromJob } from './book-again.ts';

const job = {
  title: 'A walk with Biscuit',
  description: 'Twice round the pond.',
  job_type: 'dog_walking',
  location: 'Old Town, Maine',
  address: '12 Acorn Lane',
  start_date: '2026-01-01T10:00:00Z',
  end_date: '2026-01-01T11:00:00Z',
  total_amount: 25,
  hourly_rate: null,
  special_instructions: null,
  pet_id: 'b',
  pet_details: { name: 'Biscuit', breed: 'Beagle', size: 'small', image_url: null },
} as MemberJobDetail;

describe('booking again', () => {
  it('fills in everything of the last job except its times [J2]', () => {
    const pets = [{ id: 'a' }, { id: 'b' }] as PetProfile[];
    expect(formFromJob(job, pets).pet_id).toBe('b');
    expect(formFromJob(job, [])).toMatchObject({
      pet_id: '',
      title: 'A walk with Biscuit',
      job_type: 'dog_walking',
      location: 'Old Town, Maine',
      address: '12 Acorn Lane',
      total_amount: '25',
      pet_name: 'Biscuit',
      size: 'small',
    });
    expect(JSON.stringify(formFromJob(job, pets))).not.toContain('2026-01-01');
  });

  it('finds the pet by its id, and none if it is gone: another with its name has its own health [J2]', () => {
    const renamed = { id: 'b', name: 'Biscuit the Elder', breed: 'Beagle' } as PetProfile;
    const alike = { id: 'c', name: 'Biscuit', breed: 'Beagle' } as PetProfile;
    expect(formFromJob(job, [alike, renamed]).pet_id).toBe('b');
    expect(formFromJob(job, [alike]).pet_id).toBe('');
    expect(formFromJob({ ...job, pet_id: null }, [alike]).pet_id).toBe('');
  });

  it('keeps a form that was already started [J2]', () => {
    const store = memoryStorage();
    expect(fillPostForm(store, 'me', { job, pets: [] })).toBe(true);
    expect(readJobFormDraft(store, 'me').values.title).toBe('A walk with Biscuit');
    const begun = readJobFormDraft(store, 'me');
    keepJobFormDraft(store, 'me', { ...begun, values: { ...begun.values, title: 'My own words' } });
    expect(fillPostForm(store, 'me', { job, pets: [] })).toBe(false);
    expect(readJobFormDraft(store, 'me').values.title).toBe('My own words');
    expect(readJobFormDraft(store, 'somebody else').values.title).toBe('');
  });
});

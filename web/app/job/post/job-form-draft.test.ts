import { describe, expect, it } from 'vitest';
import { memoryStorage } from '~/testing/memory-storage.ts';
import { EMPTY_JOB_FORM, type JobFormValues } from './job-form.ts';
import { keepJobFormDraft, readJobFormDraft } from './job-form-draft.ts';

const closed = {
  getItem: (): string => {
    throw new Error('closed');
  },
  setItem: () => {
    throw new Error('full');
  },
  removeItem: () => {
    throw new Error('closed');
  },
};

describe('the draft of a new job', () => {
  it('is restored after a reload with the same id, so that it is posted once and by its owner [J2]', () => {
    const store = memoryStorage();
    const draft = {
      client_id: 'one',
      values: { ...EMPTY_JOB_FORM, title: 'Weekend with Biscuit' },
    };
    keepJobFormDraft(store, 'me', draft);
    expect(readJobFormDraft(store, 'me')).toEqual(draft);
    expect(readJobFormDraft(store, 'other').values).toEqual(EMPTY_JOB_FORM);
  });

  it('brings back the place that was picked and the address [J2]', () => {
    const store = memoryStorage();
    const place = { location: 'Old Town, Maine', place_id: '4974617', address: '12 Acorn Lane' };
    const values = { ...EMPTY_JOB_FORM, ...place };
    keepJobFormDraft(store, 'me', { client_id: 'one', values });
    expect(readJobFormDraft(store, 'me').values).toMatchObject(place);
  });

  it('of an earlier form opens with everything typed, and requires a choice of the preselected type [J2]', () => {
    const values = { title: 'Weekend', job_type: 'pet_sitting', start: '2030-07-05T09:10' };
    const store = { getItem: () => JSON.stringify({ client_id: 'one', values }) };
    expect(readJobFormDraft(store, 'me')).toEqual({
      client_id: 'one',
      values: { ...EMPTY_JOB_FORM, ...values, job_type: '' },
    });
  });

  it('brings back the type that was chosen [J2]', () => {
    const store = memoryStorage();
    const values: JobFormValues = { ...EMPTY_JOB_FORM, job_type: 'dog_walking' };
    keepJobFormDraft(store, 'me', { client_id: 'one', values });
    expect(readJobFormDraft(store, 'me').values.job_type).toBe('dog_walking');
  });

  it('is forgotten once the job is posted [J2]', () => {
    const store = memoryStorage();
    keepJobFormDraft(store, 'me', { client_id: 'one', values: EMPTY_JOB_FORM });
    keepJobFormDraft(store, 'me', null);
    expect(readJobFormDraft(store, 'me').client_id).not.toBe('one');
  });

  it('starts empty without storage or with invalid data [J2]', () => {
    expect(readJobFormDraft(closed, 'me').values).toEqual(EMPTY_JOB_FORM);
    expect(readJobFormDraft({ getItem: () => '{"client_id":1}' }, 'me').values).toEqual(
      EMPTY_JOB_FORM,
    );
    expect(() =>
      keepJobFormDraft(closed, 'me', { client_id: 'one', values: EMPTY_JOB_FORM }),
    ).not.toThrow();
  });
});

import { describe, expect, it } from 'vitest';
import { EMPTY_JOB_FORM } from './job-form.ts';
import { clearJobFormDraft, keepJobFormDraft, readJobFormDraft } from './job-form-draft.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
const closed = {
  getItem: (): string => {
    throw new Error('closed');
  },
  setItem: () => {
    throw new Error('full');
  },
};

describe('the draft of a new job', () => {
  it('comes back after a reload with the same name, so that it is posted once [J2]', () => {
    const store = storage();
    const draft = {
      client_id: 'one',
      values: { ...EMPTY_JOB_FORM, title: 'Weekend with Biscuit' },
    };
    keepJobFormDraft(store, draft);
    expect(readJobFormDraft(store)).toEqual(draft);
  });

  it('is forgotten once the job is posted [J2]', () => {
    const store = storage();
    keepJobFormDraft(store, { client_id: 'one', values: EMPTY_JOB_FORM });
    clearJobFormDraft(store);
    expect(readJobFormDraft(store).client_id).not.toBe('one');
  });

  it('starts empty where a browser keeps nothing or keeps nonsense [J2]', () => {
    expect(readJobFormDraft(closed).values).toEqual(EMPTY_JOB_FORM);
    expect(readJobFormDraft({ getItem: () => '{"client_id":1}' }).values).toEqual(EMPTY_JOB_FORM);
    expect(() =>
      keepJobFormDraft(closed, { client_id: 'one', values: EMPTY_JOB_FORM }),
    ).not.toThrow();
  });
});

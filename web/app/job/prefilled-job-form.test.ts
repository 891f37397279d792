import { describe, expect, it } from 'vitest';
import { EMPTY_JOB_FORM } from './job-form.ts';
import { canPrefill, isUntouched, prefilledJobForm } from './prefilled-job-form.ts';

const profile = { location: 'Old Town, Maine', place_id: 4974617, address: '12 Acorn Lane' };
const filled = { location: 'Old Town, Maine', place_id: '4974617', address: '12 Acorn Lane' };

describe('the form of a new job', () => {
  it("starts with the area and address of its owner's profile [J2]", () => {
    expect(canPrefill(EMPTY_JOB_FORM, EMPTY_JOB_FORM)).toBe(true);
    expect(prefilledJobForm(profile)).toEqual({ ...EMPTY_JOB_FORM, ...filled });
    const nowhere = { location: null, place_id: null, address: null };
    expect(prefilledJobForm(nowhere)).toEqual(EMPTY_JOB_FORM);
  });

  it('is filled in beside a title that was typed while the profile was loading [J2]', () => {
    expect(canPrefill(EMPTY_JOB_FORM, { ...EMPTY_JOB_FORM, title: 'Weekend' })).toBe(true);
  });

  it('keeps a draft, and a place or address that somebody typed, as they are [J2]', () => {
    const draft = { ...EMPTY_JOB_FORM, title: 'Weekend with Biscuit' };
    expect(canPrefill(draft, draft)).toBe(false);
    expect(canPrefill(draft, EMPTY_JOB_FORM)).toBe(false);
    expect(canPrefill(EMPTY_JOB_FORM, { ...EMPTY_JOB_FORM, location: 'B' })).toBe(false);
    expect(canPrefill(EMPTY_JOB_FORM, { ...EMPTY_JOB_FORM, address: '9' })).toBe(false);
  });

  it('counts as untouched until something else is typed than the profile says [J2]', () => {
    const values = prefilledJobForm(profile);
    expect(isUntouched(values, profile)).toBe(true);
    expect(isUntouched(EMPTY_JOB_FORM, undefined)).toBe(true);
    expect(isUntouched({ ...values, address: '9 Elm Street' }, profile)).toBe(false);
    expect(isUntouched(values, undefined)).toBe(false);
  });
});

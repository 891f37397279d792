import { describe, expect, it } from 'vitest';
import { EMPTY_JOB_FORM } from './job-form.ts';
import {
  isProfileArea,
  isUntouched,
  prefilledJobForm,
  startingJobForm,
} from './prefilled-job-form.ts';

const profile = { location: 'Old Town, Maine', place_id: 4974617, address: '12 Acorn Lane' };
const filled = { location: 'Old Town, Maine', place_id: '4974617', address: '12 Acorn Lane' };

describe('the form of a new job', () => {
  it("starts with the area and address of its owner's profile [J2]", () => {
    expect(startingJobForm(EMPTY_JOB_FORM, profile)).toEqual({ ...EMPTY_JOB_FORM, ...filled });
    const nowhere = { location: null, place_id: null, address: null };
    expect(prefilledJobForm(nowhere)).toEqual(EMPTY_JOB_FORM);
    expect(startingJobForm(EMPTY_JOB_FORM, undefined)).toEqual(EMPTY_JOB_FORM);
  });

  it('keeps a draft as it is [J2]', () => {
    const draft = { ...EMPTY_JOB_FORM, title: 'Weekend with Biscuit' };
    expect(startingJobForm(draft, profile)).toEqual(draft);
  });

  it("shows the profile's area in one line, and any other in its fields [J2]", () => {
    const values = { ...prefilledJobForm(profile), title: 'Weekend' };
    expect(isProfileArea(values, profile)).toBe(true);
    expect(isProfileArea({ ...values, address: '9 Elm Street' }, profile)).toBe(false);
    expect(isProfileArea({ ...values, location: 'B', place_id: '' }, profile)).toBe(false);
    const nowhere = { location: null, place_id: null, address: null };
    expect(isProfileArea(EMPTY_JOB_FORM, nowhere)).toBe(false);
    expect(isProfileArea(values, undefined)).toBe(false);
  });

  it('counts as untouched until its values differ from the profile [J2]', () => {
    const values = prefilledJobForm(profile);
    expect(isUntouched(values, profile)).toBe(true);
    expect(isUntouched(EMPTY_JOB_FORM, undefined)).toBe(true);
    expect(isUntouched({ ...values, address: '9 Elm Street' }, profile)).toBe(false);
    expect(isUntouched(values, undefined)).toBe(false);
  });
});

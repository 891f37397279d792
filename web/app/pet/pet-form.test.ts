import { describe, expect, it } from 'vitest';
import { EMPTY_PET, petFormSchema, petValuesOf, toPetInput } from './pet-form.ts';

const MISO = { ...EMPTY_PET, name: 'Miso', breed: 'Tabby' };

describe('a pet as it is typed [O1]', () => {
  it('needs a name and a breed, each with an error at its field', () => {
    const problems = petFormSchema.safeParse(EMPTY_PET).error?.issues ?? [];
    expect(problems.map(({ path, message }) => [path.join(), message])).toEqual([
      ['name', 'Pet name is required'],
      ['breed', 'Breed is required'],
    ]);
    expect(petFormSchema.safeParse(MISO).success).toBe(true);
  });

  it.each([
    ['', null],
    ['4', 4],
    [' 4,5 ', 4.5],
  ])('of the age %j is of the age %s', (age, sent) => {
    expect(petFormSchema.parse({ ...MISO, age }).age).toBe(sent);
  });

  it('has a numeric age and weight', () => {
    const typed = { ...MISO, age: 'four', weight: '-1' };
    const problems = petFormSchema.safeParse(typed).error?.issues ?? [];
    expect(problems.map(({ path, message }) => [path.join(), message])).toEqual([
      ['age', 'Age must be a number'],
      ['weight', 'Weight cannot be negative'],
    ]);
  });

  it('is sent as it is stored, and shown as it was sent', () => {
    const kept = { id: 'x', owner_id: 'y', ...toPetInput({ ...MISO, weight: '9.25' }) };
    expect(petValuesOf(kept)).toEqual({ ...MISO, weight: '9.25' });
  });
});

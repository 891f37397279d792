import type { PetProfile } from '@kindpal/contract/pet/schema';
import { describe, expect, it } from 'vitest';
import { EMPTY_JOB_FORM } from './job-form.ts';
import {
  ANOTHER,
  CHOOSE_PET,
  fillFromPet,
  knownPetId,
  labelPets,
  petChoice,
  withPetChoice,
} from './saved-pet.ts';

const pet = (given: Partial<PetProfile>): PetProfile => ({
  id: 'a',
  owner_id: 'me',
  name: 'Miso',
  breed: 'Tabby',
  age: null,
  weight: null,
  special_instructions: null,
  medical_conditions: 'Insulin',
  emergency_contact: 'Dr. Amari',
  emergency_phone: '555',
  profile_image_url: null,
  ...given,
});
const rex = pet({
  id: 'b',
  name: 'Rex',
  breed: 'Boxer',
  weight: 62,
  special_instructions: 'No grapes.',
  profile_image_url: '/rex.webp',
});
const pets = [pet({}), rex];

describe('an owner who posts a job for a saved pet [J2]', () => {
  it('gets the size of a pet without a weight from the last job for it', () => {
    const known = { pets, values: EMPTY_JOB_FORM };
    const last = (name: string, size: 'small' | 'medium' | 'Unknown') => ({
      name,
      breed: 'Tabby',
      size,
      image_url: null,
    });
    const sizeAfter = (lastJobs: ReturnType<typeof last>[]) =>
      fillFromPet(pets[0], { ...known, lastJobs }).size;
    expect(sizeAfter([])).toBe('');
    expect(sizeAfter([last('Rex', 'medium')])).toBe('');
    expect(sizeAfter([last('Miso', 'small'), last('Miso', 'medium')])).toBe('small');
    expect(sizeAfter([last('Miso', 'Unknown')])).toBe('');
  });

  it('posts for no saved pet if the pet of the draft was removed', () => {
    expect(knownPetId('b', pets)).toBe('b');
    expect(knownPetId('gone', pets)).toBeNull();
    expect(knownPetId('gone', [])).toBeNull();
    expect(knownPetId('b', undefined)).toBe('b');
    expect(knownPetId('', pets)).toBeNull();
  });

  it('finds the saved details in the form, except its health', () => {
    const filled = fillFromPet(rex, { pets, values: EMPTY_JOB_FORM });
    expect(filled).toEqual({
      pet_id: 'b',
      pet_name: 'Rex',
      breed: 'Boxer',
      size: 'large',
      image_url: '/rex.webp',
      special_instructions: 'No grapes.',
    });
    expect(JSON.stringify(fillFromPet(pets[0], { pets, values: EMPTY_JOB_FORM }))).not.toContain(
      'Insulin',
    );
  });

  it('chooses between two of the same name and breed, and means the one that was chosen', () => {
    const twin = pet({ id: 'c', medical_conditions: 'Nothing' });
    const three = [...pets, twin];
    for (const { id } of three) {
      const chosen = three.find((one) => one.id === id);
      expect(fillFromPet(chosen, { pets: three, values: EMPTY_JOB_FORM }).pet_id).toBe(id);
    }
    expect(labelPets(three).map(({ label }) => label)).toEqual([
      'Miso, Tabby (1)',
      'Rex',
      'Miso, Tabby (2)',
    ]);
    const older = pet({ id: 'd', age: 9, weight: 11 });
    expect(labelPets([...pets, older]).map(({ label }) => label)).toEqual([
      'Miso, Tabby',
      'Rex',
      'Miso, Tabby, 9 years, 11 lbs',
    ]);
  });

  it('keeps instructions that were typed, and changes those of another pet', () => {
    const typed = { ...EMPTY_JOB_FORM, special_instructions: 'The key is at the bakery.' };
    expect(fillFromPet(rex, { pets, values: typed }).special_instructions).toBe(
      'The key is at the bakery.',
    );
    const ofRex = { ...EMPTY_JOB_FORM, ...fillFromPet(rex, { pets, values: EMPTY_JOB_FORM }) };
    expect(fillFromPet(pets[0], { pets, values: ofRex }).special_instructions).toBe('');
    expect(fillFromPet(undefined, { pets, values: ofRex })).toMatchObject({
      pet_id: '',
      pet_name: '',
      image_url: '',
      special_instructions: '',
    });
  });

  it('has chosen one, another, or none yet; a draft of another one is another', () => {
    const choose = (values: Partial<typeof EMPTY_JOB_FORM>, isAnother = false) =>
      petChoice({ ...EMPTY_JOB_FORM, ...values }, { pets, isAnother });
    expect(choose({})).toBe('');
    expect(choose({}, true)).toBe(ANOTHER);
    expect(choose({ pet_id: 'b', pet_name: 'Rex' })).toBe('b');
    expect(choose({ pet_id: 'gone', pet_name: 'Rex' })).toBe(ANOTHER);
    expect(choose({ pet_name: 'Pickle' })).toBe(ANOTHER);
    expect(petChoice(EMPTY_JOB_FORM, { pets: [], isAnother: false })).toBe(ANOTHER);
  });

  it('is asked for the pet, and not for details that come with it', () => {
    const fields = ['pet_name', 'size', 'title'].map((name) => ({
      name,
      label: name,
      message: 'Missing',
    }));
    expect(withPetChoice(fields, '').map(({ message }) => message)).toEqual([
      CHOOSE_PET,
      'Missing',
    ]);
    expect(withPetChoice(fields, ANOTHER)).toEqual(fields);
  });
});

import type { PetProfile } from '@kindpal/contract/pet/schema';
import { Avatar } from '~/ui/avatar.tsx';
import { ChoiceTiles } from '~/ui/choice-tiles.tsx';
import { ANOTHER, labelPets } from './saved-pet.ts';

const HINTS = {
  open: 'Pick a saved pet to fill in the details.',
  saved: 'The sitter who claims the job also sees its health and emergency notes.',
  another: undefined,
};

type SavedPetFieldProps = {
  pets: readonly PetProfile[];
  /** The id of a saved pet, `ANOTHER`, or empty while nothing is chosen. */
  choice: string;
  error: string | undefined;
  onChoose: (pet: PetProfile | undefined) => void;
};

/** A choice between the owner's saved pets and another one. [J2] */
export function SavedPetField({ pets, choice, error, onChoose }: SavedPetFieldProps) {
  const saved = labelPets(pets).map(({ id, label }) => {
    const pet = pets.find((one) => one.id === id);
    return {
      value: id,
      label: (
        <>
          <Avatar name={pet?.name ?? label} src={pet?.profile_image_url} size="sm" />
          <span className="line-clamp-2 min-w-0">{label}</span>
        </>
      ),
    };
  });
  return (
    <ChoiceTiles
      legend="For which pet?"
      wraps
      name="pet_name"
      options={[...saved, { value: ANOTHER, label: 'Another pet' }]}
      value={choice}
      error={error}
      hint={HINTS[choice === '' ? 'open' : choice === ANOTHER ? 'another' : 'saved']}
      onChange={({ target }) => onChoose(pets.find(({ id }) => id === target.value))}
    />
  );
}

import { PhotoField } from '~/file/photo-field.tsx';

type PetPhotoFieldProps = {
  url: string;
  onUrl: (url: string) => void;
  onBusy: (isBusy: boolean) => void;
};

/** The pet's picture: sent as soon as it is chosen, so that posting does not wait for it. [J2] [X5] */
export function PetPhotoField(props: PetPhotoFieldProps) {
  return <PhotoField label="Pet photo" prompt="Choose a photo of your pet" kind="pet" {...props} />;
}

/** The one bucket and its path shapes. [X5] */
export const BUCKET = 'profile-images';
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
/** More than a phone's camera makes unless it is told to; unpacked it takes 128 MB. */
export const IMAGE_MAX_PIXELS = 32_000_000;
/** What is said of a picture beyond that. */
export const TOO_MANY_PIXELS = 'This picture has more than 32 megapixels. Please make it smaller.';
/** What an upload is for decides where it is sent, and its path below the bucket. */
export const IMAGE_KINDS = ['pet', 'profile', 'onboarding_pet', 'onboarding_owner'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Where an image of each kind is sent, below the bucket. */
export const UPLOAD_FOLDERS: Record<ImageKind, string> = {
  pet: 'pet-images',
  profile: 'profile',
  onboarding_pet: 'onboarding/pet',
  onboarding_owner: 'onboarding/owner',
};

/** The path that an image is kept at; its name is random, so that nobody can guess one. [X5] */
export function imagePath(kind: ImageKind, { userId, name }: { userId: string; name: string }) {
  const paths: Record<ImageKind, string> = {
    pet: `pet-images/${userId}/${name}.webp`,
    profile: `${userId}/${name}.webp`,
    onboarding_pet: `${userId}-pet-${name}.webp`,
    onboarding_owner: `${userId}-owner-${name}.webp`,
  };
  return paths[kind];
}

/** Where an image's bytes are read back. */
export function publicImageUrl(path: string): string {
  return `/storage/v1/object/public/${BUCKET}/${path}`;
}

/**
 * What pictures can be, as the server decodes them. HEIC is not among them: its decoder is under
 * patents, and phones hand over a JPEG where HEIC is not offered.
 */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/** What to say to a file before it is sent, or nothing. `type` and `size` as the browser gives them. */
export function imageProblem(file: {
  type: string;
  size: number;
}): 'Invalid file type' | 'File too large' | undefined {
  if (!IMAGE_TYPES.includes(file.type)) return 'Invalid file type';
  if (file.size >= IMAGE_MAX_BYTES) return 'File too large';
  return undefined;
}

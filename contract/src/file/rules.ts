/** The only bucket, and its paths. [X5] */
export const BUCKET = 'profile-images';
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
/**
 * More than phone cameras make by default; decoded, it takes 128 MB. A pixel with more than 8 bits
 * a color counts twice.
 */
export const IMAGE_MAX_PIXELS = 32_000_000;
/** The message for larger pictures. */
export const TOO_MANY_PIXELS =
  'This picture has more than 32 megapixels, or 16 in deep color. Please make it smaller.';
/** The purpose of an upload decides its folder and its path in the bucket. */
export const IMAGE_KINDS = ['pet', 'profile', 'onboarding_pet', 'onboarding_owner'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** The upload folder of each kind of image, below the bucket. */
export const UPLOAD_FOLDERS: Record<ImageKind, string> = {
  pet: 'pet-images',
  profile: 'profile',
  onboarding_pet: 'onboarding/pet',
  onboarding_owner: 'onboarding/owner',
};

/** The path where an image is stored; the name is random, so nobody can guess it. [X5] */
export function imagePath(kind: ImageKind, { userId, name }: { userId: string; name: string }) {
  const paths: Record<ImageKind, string> = {
    pet: `pet-images/${userId}/${name}.webp`,
    profile: `${userId}/${name}.webp`,
    onboarding_pet: `${userId}-pet-${name}.webp`,
    onboarding_owner: `${userId}-owner-${name}.webp`,
  };
  return paths[kind];
}

/** The address an image is read from. */
export function publicImageUrl(path: string): string {
  return `/storage/v1/object/public/${BUCKET}/${path}`;
}

/**
 * The image types that the server decodes. HEIC is missing because its decoder is covered by
 * patents; phones send a JPEG where HEIC is not accepted.
 */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

/**
 * The error for a file before it is sent, if any. `type` and `size` are those the browser
 * reports.
 */
export function imageProblem(file: {
  type: string;
  size: number;
}): 'Invalid file type' | 'File too large' | undefined {
  if (!IMAGE_TYPES.includes(file.type)) return 'Invalid file type';
  if (file.size >= IMAGE_MAX_BYTES) return 'File too large';
  return undefined;
}

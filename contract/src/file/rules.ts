/** The one bucket and its path shapes. [X5] */
export const BUCKET = 'profile-images';
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
/** What an upload is for decides its path below the bucket. */
export const IMAGE_KINDS = ['pet'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Where an image's bytes are read back. */
export function publicImageUrl(path: string): string {
  return `/storage/v1/object/public/${BUCKET}/${path}`;
}

/** What to say to a file before it is sent, or nothing. `type` and `size` as the browser gives them. */
export function imageProblem(file: {
  type: string;
  size: number;
}): 'Invalid file type' | 'File too large' | undefined {
  if (!/^image\/(jpeg|png|webp|gif|avif|heic|heif)$/.test(file.type)) return 'Invalid file type';
  if (file.size >= IMAGE_MAX_BYTES) return 'File too large';
  return undefined;
}

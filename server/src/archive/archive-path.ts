/** Where the bytes of an archive lie, beside the images; nothing serves this folder to the public. */
export function archivePath(id: string): string {
  return `archives/${id}.zip`;
}

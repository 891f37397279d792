/** The path of an archive's file, next to the images; this folder is not served publicly. */
export function archivePath(id: string): string {
  return `archives/${id}.zip`;
}

import { fromBuffer } from 'yauzl';

/** The files of a ZIP by name. */
export function unzip(bytes: Buffer): Promise<Record<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return reject(error);
      const files: Record<string, Buffer> = {};
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure || !stream) return reject(failure);
          const note = (pieces: Buffer[]) => {
            files[entry.fileName] = Buffer.concat(pieces);
            zip.readEntry();
          };
          stream.toArray().then(note).catch(reject);
        }),
      );
      zip.readEntry();
    });
  });
}

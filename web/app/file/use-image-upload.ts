import type { ImageKind } from '@kindpal/contract/file/rules';
import { useEffect, useRef, useState } from 'react';
import { notify } from '~/notify/notify.ts';
import {
  UPLOAD_DONE,
  UPLOAD_FAILED,
  UPLOADING,
  UploadRefused,
  uploadImage,
} from './upload-image.ts';

type Upload = { file: File; percent: number; error: string | null };

type ImageUploadOptions = {
  kind: ImageKind;
  /**
   * Called with the address of the stored picture; an error that it throws counts as a failed
   * upload.
   */
  onStored: (url: string) => void | Promise<void>;
  onBusy?: ((isBusy: boolean) => void) | undefined;
};

/** Uploads a picture as soon as it is selected, and aborts when another one is. [R4] [X5] */
export function useImageUpload({ kind, onStored, onBusy }: ImageUploadOptions) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const underWay = useRef<AbortController | null>(null);
  /** Visible error toasts, which are closed when an upload succeeds. */
  const errors = useRef<(string | number)[]>([]);
  useEffect(() => () => underWay.current?.abort(), []);

  async function send(file: File) {
    underWay.current?.abort();
    const controller = new AbortController();
    underWay.current = controller;
    const update = (next: Upload | null) => {
      if (underWay.current === controller) setUpload(next);
    };
    update({ file, percent: 0, error: null });
    onBusy?.(true);
    const id = notify.ongoing.loading(UPLOADING);
    try {
      const stored = await uploadImage(file, {
        kind,
        signal: controller.signal,
        onProgress: (percent) => update({ file, percent, error: null }),
      });
      await onStored(stored.url);
      update(null);
      for (const id of errors.current.splice(0)) notify.ongoing.dismiss(id);
      notify.ongoing.success(UPLOAD_DONE, { id });
    } catch (error) {
      if (controller.signal.aborted) return notify.ongoing.dismiss(id);
      const text = error instanceof UploadRefused ? error.message : UPLOAD_FAILED;
      update({ file, percent: 0, error: text });
      errors.current.push(notify.ongoing.error(text, { id }));
    } finally {
      if (underWay.current === controller) onBusy?.(false);
    }
  }

  return {
    upload,
    isBusy: upload !== null && upload.error === null,
    send: (file: File) => void send(file),
    /** Aborts the upload. */
    abort() {
      underWay.current?.abort();
      underWay.current = null;
      setUpload(null);
      onBusy?.(false);
    },
  };
}

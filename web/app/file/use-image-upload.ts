import type { ImageKind } from '@kindpal/contract/file/rules';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import {
  UPLOAD_DONE,
  UPLOAD_FAILED,
  UPLOADING,
  UploadRefused,
  uploadImage,
} from './upload-image.ts';

/** Of the last chosen photo of a field: being sent, not stored, or stored, removed or none. */
export type PhotoState = 'sending' | 'failed' | 'settled';

type Failure = { text: string; canRetry: boolean };
type Upload = { file: File; percent: number; failure: Failure | null };

type ImageUploadOptions = {
  kind: ImageKind;
  /**
   * Called with the address of the stored picture; an error that it throws counts as a failed
   * upload.
   */
  onStored: (url: string) => void | Promise<void>;
  onState?: ((state: PhotoState) => void) | undefined;
};

function failureOf(error: unknown): Failure {
  if (!(error instanceof UploadRefused)) return { text: UPLOAD_FAILED, canRetry: true };
  return { text: error.message, canRetry: error.canRetry };
}

/**
 * Uploads a picture as soon as it is selected, and aborts when another one is. Until it is stored,
 * or removed after a failure, a link to another page asks first. [R4] [X5]
 */
export function useImageUpload({ kind, onStored, onState }: ImageUploadOptions) {
  const [upload, setUpload] = useState<Upload | null>(null);
  useUnsaved(upload !== null);
  const underWay = useRef<AbortController | null>(null);
  /** Visible error toasts, closed when the picture is sent again, removed, or another is stored. */
  const errors = useRef<(string | number)[]>([]);
  const closeErrors = () => {
    for (const id of errors.current.splice(0)) notify.ongoing.dismiss(id);
  };
  const leave = useEffectEvent(() => {
    underWay.current?.abort();
    onState?.('settled');
  });
  useEffect(() => () => leave(), []);

  async function send(file: File) {
    underWay.current?.abort();
    const controller = new AbortController();
    underWay.current = controller;
    const update = (next: Upload | null, state: PhotoState = 'sending') => {
      if (underWay.current !== controller) return;
      setUpload(next);
      onState?.(state);
    };
    update({ file, percent: 0, failure: null });
    const id = notify.ongoing.loading(UPLOADING);
    try {
      const stored = await uploadImage(file, {
        kind,
        signal: controller.signal,
        onProgress: (percent) => update({ file, percent, failure: null }),
      });
      await onStored(stored.url);
      update(null, 'settled');
      closeErrors();
      notify.ongoing.success(UPLOAD_DONE, { id });
    } catch (error) {
      if (controller.signal.aborted) return notify.ongoing.dismiss(id);
      const failure = failureOf(error);
      update({ file, percent: 0, failure }, 'failed');
      errors.current.push(notify.ongoing.error(failure.text, { id }));
    }
  }

  return {
    upload,
    isBusy: upload !== null && upload.failure === null,
    send: (file: File) => void send(file),
    /** Sends the picture that failed again. */
    retry() {
      closeErrors();
      if (upload) void send(upload.file);
    },
    /** Aborts the upload, or forgets the one that failed. */
    abort() {
      underWay.current?.abort();
      underWay.current = null;
      closeErrors();
      setUpload(null);
      onState?.('settled');
    },
  };
}

const NOT_UPLOADED = {
  sending: 'The photo is still uploading. Wait until it’s done, or remove it.',
  failed: 'The photo wasn’t uploaded. Try again or remove it.',
};

/**
 * Keeps a form from being sent or left without the photo that its member chose: while the photo is
 * being sent, and after it failed until it is sent again or removed. [J2] [O1] [O2] [X2]
 */
export function usePhotoGate() {
  const [{ state, hasStopped }, setGate] = useState<Gate>({ state: 'settled', hasStopped: false });
  const field = useRef<HTMLDivElement>(null);
  /** Does this once the photo is settled. Until then, the field says why not. */
  function pass(go: () => unknown): void {
    if (state === 'settled') return void go();
    setGate({ state, hasStopped: true });
    field.current?.querySelector<HTMLElement>('input[type="file"]')?.focus();
  }
  return {
    isSending: state === 'sending',
    field,
    /** For the field: why the form was not sent or left. */
    error: hasStopped && state !== 'settled' ? NOT_UPLOADED[state] : undefined,
    onState(next: PhotoState) {
      // The progress of an upload does not end what the field says.
      setGate((was) => (was.state === next ? was : { state: next, hasStopped: false }));
    },
    pass,
    /** What the form does when it is submitted. */
    submit: (send: (event: FormEvent<HTMLFormElement>) => unknown) => {
      return (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        pass(() => send(event));
      };
    },
  };
}

type Gate = { state: PhotoState; hasStopped: boolean };

export type PhotoGate = ReturnType<typeof usePhotoGate>;

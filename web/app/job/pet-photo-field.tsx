import { useEffect, useRef, useState } from 'react';
import { UPLOAD_DONE, UPLOAD_FAILED, UploadRefused, uploadImage } from '~/file/upload-image.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { FileDrop } from '~/ui/file-drop.tsx';
import { Progress } from '~/ui/steps.tsx';

type PetPhotoFieldProps = {
  url: string;
  onUrl: (url: string) => void;
  onBusy: (isBusy: boolean) => void;
};

type Upload = { file: File; percent: number; error: string | null };

/** The pet's picture: sent as soon as it is chosen, so that posting does not wait for it. [J2] [X5] */
export function PetPhotoField({ url, onUrl, onBusy }: PetPhotoFieldProps) {
  const [upload, setUpload] = useState<Upload | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const isBusy = upload !== null && upload.error === null;

  async function send(file: File) {
    underWay.current?.abort();
    const giveUp = new AbortController();
    underWay.current = giveUp;
    const update = (next: Upload | null) => {
      if (underWay.current === giveUp) setUpload(next);
    };
    update({ file, percent: 0, error: null });
    onBusy(true);
    try {
      const stored = await uploadImage(file, {
        kind: 'pet',
        signal: giveUp.signal,
        onProgress: (percent) => update({ file, percent, error: null }),
      });
      onUrl(stored.url);
      update(null);
      notify.ongoing.success(UPLOAD_DONE);
    } catch (error) {
      if (giveUp.signal.aborted) return;
      const text = error instanceof UploadRefused ? error.message : UPLOAD_FAILED;
      update({ file, percent: 0, error: text });
      notify.ongoing.error(text);
    } finally {
      if (underWay.current === giveUp) onBusy(false);
    }
  }
  function pick(file: File | null) {
    if (file) return void send(file);
    underWay.current?.abort();
    underWay.current = null;
    setUpload(null);
    onBusy(false);
  }

  return (
    <div className="grid gap-2">
      <Field label="Pet photo" optional error={upload?.error ?? undefined}>
        <FileDrop
          file={upload?.file ?? null}
          onPick={pick}
          currentUrl={url || null}
          onRemoveCurrent={() => onUrl('')}
          prompt="Choose a photo of your pet"
          hint="JPEG, PNG or WebP, up to 5 MB"
          busy={isBusy}
        />
      </Field>
      {isBusy ? <Progress value={upload.percent} label="Uploading" /> : null}
      {upload?.error === UPLOAD_FAILED ? (
        <Button
          size="sm"
          variant="outline"
          className="justify-self-start"
          onClick={() => void send(upload.file)}
        >
          Try again
        </Button>
      ) : null}
    </div>
  );
}

import type { ImageKind } from '@kindpal/contract/file/rules';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { FileDrop } from '~/ui/file-drop.tsx';
import { Progress } from '~/ui/steps.tsx';
import { type PhotoGate, useImageUpload } from './use-image-upload.ts';

type PhotoFieldProps = {
  label: string;
  prompt: string;
  kind: ImageKind;
  /** The address of the stored picture; empty for none. */
  url: string;
  /** Called with the address of the stored picture, or an empty text to remove it. */
  onUrl: (url: string) => void | Promise<void>;
  /** That of the form, which is not sent or left without the chosen photo. */
  gate?: PhotoGate;
  /** Whether the removal is in progress. */
  busy?: boolean;
  /** The form's error about the stored picture. */
  error?: string | undefined;
  /** Round for people, square for pets. */
  shape?: 'round' | 'square';
};

/** A field for one picture: selected, uploaded at once, replaced and removed. [R4] [J2] [X5] */
export function PhotoField({
  label,
  prompt,
  kind,
  url,
  onUrl,
  gate,
  busy = false,
  error,
  shape = 'square',
}: PhotoFieldProps) {
  const { upload, isBusy, send, retry, abort } = useImageUpload({
    kind,
    onStored: onUrl,
    onState: gate?.onState,
  });
  const failure = upload?.failure;
  // Where there is nothing to try again, the form's error would hide what is wrong with the photo.
  const why = failure && !failure.canRetry ? failure.text : (gate?.error ?? failure?.text);
  return (
    <div ref={gate?.field} className="grid gap-2">
      <Field label={label} optional error={why ?? error}>
        <FileDrop
          file={upload?.file ?? null}
          onPick={(file) => (file ? send(file) : abort())}
          currentUrl={url || null}
          onRemoveCurrent={() => void onUrl('')}
          prompt={prompt}
          hint="JPEG, PNG or WebP, up to 5 MB"
          busy={isBusy || busy}
          shape={shape}
        />
      </Field>
      {isBusy ? <Progress value={upload?.percent ?? 0} label="Uploading" /> : null}
      {failure?.canRetry ? (
        <Button size="sm" variant="outline" className="justify-self-start" onClick={retry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

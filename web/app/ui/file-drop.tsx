import { IMAGE_TYPES } from '@kindpal/contract/file/rules';
import { ImagePlus, Trash2 } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { useFieldWiring } from './field.tsx';
import { Spinner } from './spinner.tsx';

type FileDropProps = {
  /** The selected file, not yet sent. */
  file: File | null;
  onPick: (file: File | null) => void;
  /** The stored picture, shown until another one is selected. */
  currentUrl?: string | null;
  accept?: string;
  prompt?: string;
  hint?: string;
  /** While the file is being sent, or the stored picture removed. */
  busy?: boolean;
  disabled?: boolean;
  /** Round for people, square for pets. */
  shape?: 'round' | 'square';
  /** Called to remove the stored picture; without it there is no such button. */
  onRemoveCurrent?: () => void;
};

function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** Selects one image: by tap, keyboard or drag and drop. The caller validates the file. */
export function FileDrop({
  file,
  onPick,
  currentUrl,
  accept = IMAGE_TYPES.join(','),
  prompt = 'Choose a photo',
  hint = 'Up to 5 MB',
  busy = false,
  disabled = false,
  shape = 'square',
  onRemoveCurrent,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const preview = usePreview(file);
  const [broken, setBroken] = useState<string | null>(null);
  const url = preview ?? currentUrl ?? null;
  const shown = url === broken ? null : url;
  // An upload that stalls must not lock the field: another file, or none, ends it.
  const isLocked = disabled || (busy && file === null);
  const wiring = useFieldWiring({} as { id?: string; 'aria-describedby'?: string });

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !isLocked) onPick(dropped);
  }
  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const picked = target.files?.[0];
    if (picked) onPick(picked);
    // Cleared, so that the same file can be selected again, after a change or a failure.
    target.value = '';
  }
  function remove() {
    if (file) onPick(null);
    else onRemoveCurrent?.();
    input.current?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is only an addition to the input inside
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <label
        className={cx(
          'relative grid size-28 shrink-0 cursor-pointer place-items-center overflow-hidden border-2 border-line-strong border-dashed bg-surface text-accent transition-colors hover:border-accent hover:bg-accent-soft has-disabled:cursor-not-allowed has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
          shape === 'round' ? 'rounded-full' : 'rounded-lg',
          over && 'border-accent bg-accent-soft',
          shown && 'border-solid',
        )}
      >
        <input
          {...wiring}
          ref={input}
          type="file"
          accept={accept}
          disabled={isLocked}
          className="sr-only"
          aria-label={shown ? 'Change photo' : prompt}
          onChange={pick}
        />
        {shown ? (
          <img
            src={shown}
            alt=""
            className="size-full object-cover"
            // Not a picture, or one that this browser cannot read.
            onError={() => setBroken(url)}
          />
        ) : (
          <ImagePlus aria-hidden="true" className="size-8" />
        )}
        {busy ? (
          <span className="absolute inset-0 grid place-items-center scheme-dark bg-scrim text-2xl text-ink">
            <Spinner label="Uploading" />
          </span>
        ) : null}
      </label>
      <div className="grid min-w-[min(100%,9em)] flex-1 gap-1">
        <p className="font-semibold text-sm">{shown ? 'Select the photo to change it' : prompt}</p>
        <p className="line-clamp-2 wrap-anywhere text-ink-soft text-xs">
          {file ? file.name : hint}
        </p>
        {file || (currentUrl && onRemoveCurrent) ? (
          <Button
            size="sm"
            variant="danger-quiet"
            icon={<Trash2 className="size-4" aria-hidden="true" />}
            className="-ml-4 justify-self-start"
            disabled={isLocked}
            onClick={remove}
          >
            Remove
          </Button>
        ) : null}
      </div>
    </div>
  );
}

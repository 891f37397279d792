import { PawPrint } from 'lucide-react';
import { useState } from 'react';
import { cx } from '~/ui/class-names.ts';

type PetPictureProps = {
  name: string;
  src: string | null;
  className?: string;
  /** Loads the picture only when it is scrolled near the viewport. */
  lazy?: boolean;
};

/**
 * The pet's photo in a box whose size the caller sets; a paw if there is none or it fails to load.
 * A wide box shows more of its upper half (app.css).
 */
export function PetPicture({ name, src, className, lazy = true }: PetPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const box = cx('shrink-0 overflow-hidden rounded-lg bg-art-sky', className);
  if (!src || broken === src) {
    return (
      <span
        aria-hidden="true"
        data-pet=""
        className={cx('grid place-items-center text-accent', box)}
      >
        <PawPrint className="size-[42%] max-h-20 max-w-20" strokeWidth={1.6} />
      </span>
    );
  }
  return (
    <img
      data-pet=""
      src={src}
      alt={name}
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      className={cx('object-cover', box)}
      onError={() => setBroken(src)}
    />
  );
}

import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

/** A hint about a control, for pointer and keyboard. Never the only place of an information. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-50 max-w-64 animate-drop-in rounded-md bg-ink px-3 py-2 font-medium text-canvas text-sm shadow-2"
          >
            {text}
            <Primitive.Arrow className="fill-ink" />
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}

import { countCharacters } from '@kindpal/contract/text/count-characters';
import type { FocusEvent, InputEvent, SyntheticEvent } from 'react';

type Box = HTMLInputElement | HTMLTextAreaElement;
type Limited<B extends Box> = {
  maxLength?: number | undefined;
  onFocus?: ((event: FocusEvent<B>) => void) | undefined;
  onInput?: ((event: InputEvent<B>) => void) | undefined;
};

/**
 * Lets an input hold `maxLength` characters. Browsers count most emoji twice, so the limit they
 * get is raised by the difference; the form's own validation decides.
 */
export function limitCharacters<B extends Box, Props extends Limited<B>>(props: Props): Props {
  const { maxLength, onFocus, onInput } = props;
  if (maxLength === undefined) return props;
  const adjust = ({ currentTarget: box }: SyntheticEvent<B>) => {
    const used = countCharacters(box.value);
    const room = used < maxLength ? 1 : 0;
    box.maxLength = maxLength + (box.value.length - used) + room;
  };
  return {
    ...props,
    onFocus(event: FocusEvent<B>) {
      adjust(event);
      onFocus?.(event);
    },
    onInput(event: InputEvent<B>) {
      adjust(event);
      onInput?.(event);
    },
  };
}

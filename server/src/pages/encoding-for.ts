import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { chooseEncoding } from './encodings.ts';

type Choice = ReturnType<typeof chooseEncoding>;

/** How a text is sent to the client; `none` when it accepts no available encoding. */
export function encodingFor(c: Context): Choice {
  const choice = { supports: [], default: 'identity', match: chooseEncoding };
  return accepts(c, { header: 'Accept-Encoding', ...choice }) as Choice;
}

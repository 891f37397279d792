import { CODE_MINUTES } from '../account/one-time-codes.ts';
import type { Env } from '../env.ts';

/** The text of every code; its last line lets a browser offer the code on this site only. */
export function codeText({ appName, appUrl }: Env, code: string, minutes = CODE_MINUTES): string {
  const { host } = new URL(appUrl);
  return `Your ${appName} code is ${code}. It works for ${minutes} minutes. Our staff never ask for it.\n\n@${host} #${code}`;
}

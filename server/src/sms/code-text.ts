import type { Env } from '../env.ts';

/** The text of every code; its last line lets a browser offer the code on this site and no other. */
export function codeText({ appName, appUrl }: Env, code: string): string {
  const { host } = new URL(appUrl);
  return `Your ${appName} code is ${code}. It works for 10 minutes. Our staff never ask for it.\n\n@${host} #${code}`;
}

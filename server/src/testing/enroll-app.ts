import type { TestBrowser } from './test-browser.ts';

/** Starts enrolling an authenticator app; returns its id and what is shown of it. */
export async function enrollApp(browser: TestBrowser, friendly_name?: string) {
  const input = { factor_type: 'totp' as const, ...(friendly_name && { friendly_name }) };
  const enrolled = await browser.send((api) => api.factor.enroll(input));
  if (enrolled.type !== 'totp') throw new Error('An app was asked for');
  return enrolled;
}

/** The 4 stays and the 8 becomes one of 8 to b: they say that the id is random. */
const PATTERN = '00000000-0000-4000-8000-000000000000';

/** Browsers have `crypto.randomUUID` only over https and on localhost; a site may be on http. */
export function provideRandomUuid(): void {
  crypto.randomUUID ??= () =>
    PATTERN.replace(/[08]/g, (digit) => {
      const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
      return (digit === '8' ? 8 + (byte % 4) : byte % 16).toString(16);
    }) as ReturnType<Crypto['randomUUID']>;
}

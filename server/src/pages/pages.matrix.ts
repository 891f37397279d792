import type { Case, Rows } from '../testing/matrix/cases.ts';

const one: Case[] = [{ about: 'as it is', request: () => ({}) }];
/** A long answer that is the same for everybody. */
const as = (line: string) => async (response: Response) => ({
  text: await response.text(),
  lines: [line],
});
const path = (address: string) => ({ request: () => ({ path: address }) });

export const rows: Rows = {
  'GET /healthz': one,
  'GET /readyz': one,
  'GET /config.json': one,
  'GET /.well-known/security.txt': one,
  'GET /rest/v1/openapi.json': [{ ...one[0], about: 'as it is', facts: as('the same') }],
  'GET /rest/v1/docs': one,
  'GET /rest/v1/docs/start.js': one,
  // Only exists if built with the pages: `api-docs.test.ts` covers it.
  'GET /rest/v1/docs/scalar.js': [{ about: 'its status alone', ...path('/rest/v1/docs/none.js') }],
  // Outside of production only: `pages.test.ts` covers that.
  'GET /dev/mail': one,
  'GET /dev/mail/all.json': [
    {
      about: 'as it is',
      facts: async () => ({ text: '', lines: ['every mail'] }),
      ...path('/dev/mail/all.json'),
    },
  ],
  'GET /dev/mail/previews': one,
  'GET /dev/mail/previews/:name': [
    {
      about: 'a used recovery code',
      ...path('/dev/mail/previews/security.recovery_code_used:%20one%20left'),
    },
    { about: 'an unknown one', ...path('/dev/mail/previews/nothing') },
  ],
  'GET /dev/mail/:id': [
    { about: 'an unknown one', ...path('/dev/mail/nothing') },
    { about: 'a file outside of the folder', ...path('/dev/mail/..%2fsecret') },
  ],
  'GET /*': [
    { about: 'an address that nobody has', ...path('/no-such-file.json') },
    { about: 'an address outside of the folder', ...path('/..%2f..%2fpackage.json') },
  ],
};

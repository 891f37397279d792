import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { queryClient } from '~/lib/calls/query-client.ts';
import { ContactForm } from './contact-form.tsx';

const { asked, user } = vi.hoisted(() => ({
  asked: [] as string[],
  user: { email: 'olive@example.com', confirm_email_by: null as string | null },
}));
vi.mock('~/account/session/use-session.ts', () => ({ useUser: () => user }));
vi.mock('~/security/use-own-proof.tsx', () => ({
  useOwnProof({ description }: { description: string }) {
    asked.push(description);
    return { prove: vi.fn(), proofWindow: null };
  },
}));

it('an email change promises a notice to the old address only if its member has confirmed it [U8]', () => {
  const profile = { id: 'o', phone: null, location: null, place_id: null, address: null };
  const element = (
    <QueryClientProvider client={queryClient}>
      <ContactForm profile={profile as never} />
    </QueryClientProvider>
  );
  for (const deadline of [null, '2030-05-04T09:00:00Z']) {
    user.confirm_email_by = deadline;
    renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  }
  expect(asked).toEqual([
    'It changes once you confirm the new address. We also email the one you have now.',
    'It changes once you confirm the new address.',
  ]);
});

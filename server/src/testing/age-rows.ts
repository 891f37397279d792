import type { TestKindpal } from './test-kindpal.ts';

/** Moves what a member added back by three days: newer ways to sign in are removed by a reset. */
export async function ageRows(
  { asOwner }: Pick<TestKindpal, 'asOwner'>,
  userId: string,
  tables: ('passkey' | 'factor' | 'security_event' | 'email_undo')[],
): Promise<void> {
  for (const table of tables) {
    await asOwner(
      `UPDATE auth.${table} SET created_at = created_at - interval '73 hours' WHERE user_id = '${userId}'`,
    );
  }
}

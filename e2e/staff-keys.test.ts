import { runInDatabase } from './support/database.ts';
import { freshMessage, requestWith, sendFeedback } from './support/feedback.ts';
import { expect, test } from './support/fixtures.ts';

test('staff answer, filter and close a desk of forty requests without a mouse [F4]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Sue Super');
  const member = await people.join('Olive Owner', 'pet_owner');
  const word = freshMessage('keys').replace(/\D+/g, 'k');
  const { id } = await sendFeedback(member, `Request 40 ${word}`);
  await runInDatabase(
    staff.community,
    `insert into feedback (user_id, message, status, created_at)
      select user_id, 'Request ' || 40 - n || ' ' || $2, 'open', created_at - n * interval '1 second'
      from feedback, generate_series(1, 39) n where id = $1`,
    [id, word],
  );
  const desk = await people.open(staff, `/admin/feedback?search=${word}`);
  const rows = desk.locator('[data-row]');
  const row = (number: number) => rows.filter({ hasText: `Request ${number} ` });
  await expect(rows).toHaveCount(20);

  await test.step('J walks down the list and loads the rest of it', async () => {
    for (let number = 40; number > 20; number -= 1) {
      await desk.keyboard.press('j');
      await expect(row(number)).toBeFocused();
      await expect(row(number)).toBeInViewport();
    }
    await desk.keyboard.press('j');
    await expect(desk.getByRole('button', { name: 'Load more' })).toBeFocused();
    await desk.keyboard.press('Enter');
    await expect(rows).toHaveCount(40);
    await expect(row(21)).toBeFocused();
    await desk.keyboard.press('j');
    await expect(row(20)).toBeFocused();
  });

  await test.step('Escape leaves an answer, and keeps what was typed', async () => {
    await desk.keyboard.press('Enter');
    await desk.keyboard.type('We are looking');
    await desk.keyboard.press('Escape');
    await expect(row(20)).toBeFocused();
    await desk.keyboard.press('Enter');
    await expect(row(20).getByRole('textbox', { name: 'Answer' })).toHaveValue('We are looking');
  });

  await test.step('a sent answer returns to its request', async () => {
    await desk.keyboard.type(' into it.');
    await desk.keyboard.press('Tab');
    await desk.keyboard.press('Enter');
    await expect(row(20)).toContainText('We are looking into it.');
    await expect(row(20)).toBeFocused();
    await desk.keyboard.press('j');
    await expect(row(19)).toBeFocused();
  });

  await test.step('a request that leaves the filtered list makes room for the next one', async () => {
    await desk.getByLabel('Status').first().focus();
    await desk.keyboard.type('Op');
    await expect(row(20)).toHaveCount(0);
    await desk.locator('main').focus();
    await desk.keyboard.press('j');
    await expect(row(40)).toBeFocused();
    await desk.keyboard.press('j');
    await row(39).getByLabel('Status').focus();
    await desk.keyboard.type('Clo');
    await expect(requestWith(desk, `Request 39 ${word}`)).toHaveCount(0);
    await expect(row(38)).toBeFocused();
  });
});

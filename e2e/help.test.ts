import type { Page } from '@playwright/test';
import { freshMessage, requestWith } from './support/feedback.ts';
import {
  expect,
  hold,
  loseAnswer,
  serverError,
  test,
  toast,
  toastsStand,
} from './support/fixtures.ts';
import { bookJob } from './support/jobs.ts';
import { receiveMail } from './support/mail.ts';
import { endSessionElsewhere, freshEmail, type Member, signIn } from './support/people.ts';

const LEAD = "Send us your feedback, questions, or report issues. We're here to help!";
const PHONE = { width: 390, height: 844 };

const helpButton = (page: Page) => page.getByRole('button', { name: 'Help & Feedback' }).first();
const helpWindow = (page: Page) => page.getByRole('dialog', { name: 'Help & Feedback' });

/** Staff find the request and answer it in their own words. */
async function answer(desk: Page, asked: string, text: string) {
  const request = requestWith(desk, asked);
  await request.getByRole('button', { name: 'Answer' }).click();
  await request.getByRole('textbox', { name: 'Answer' }).fill(text);
  await request.getByRole('button', { name: 'Send answer' }).click();
  await expect(toast(desk, 'Feedback updated')).toBeVisible();
  await expect(request.getByText('Responded').first()).toBeVisible();
  await expect(request.getByText(text)).toBeVisible();
}

test('a visitor writes in two steps, goes back without losing a word, and gets the answer by email [F1 F2 F3 F4]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const desk = await people.open(staff, '/admin/feedback');
  const email = freshEmail();
  const message = freshMessage('How do I find somebody with a code?');
  const page = await people.open(null, '/faq?from=somewhere#cost');
  await page.getByRole('button', { name: 'Contact Support' }).click();
  const help = helpWindow(page);

  await test.step('step one: the message', async () => {
    await expect(help.getByText(LEAD)).toBeVisible();
    await expect(help.getByLabel('Message')).toBeFocused();
    await help.getByLabel('Message').fill('  Too short ');
    await help.getByRole('button', { name: 'Continue' }).click();
    const tooShort = help.getByText('Message must be at least 10 characters');
    await expect(tooShort).toBeVisible();
    await help.getByLabel('Message').fill(message);
    await expect(tooShort).toBeHidden();
    await help.getByRole('button', { name: 'Continue' }).click();
  });

  await test.step('step two: the address for the answer', async () => {
    const contact = page.getByRole('dialog', { name: 'Contact Information' });
    await contact.getByLabel('Email').fill('nowhere');
    await contact.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(help.getByLabel('Message')).toHaveValue(message);
    await help.getByRole('button', { name: 'Continue' }).click();
    await contact.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(contact.getByText('Please enter a valid email', { exact: true })).toBeVisible();
    await contact.getByLabel('Email').fill(email);
    const followUp = contact.getByLabel('I would like a follow-up response');
    await expect(followUp).not.toBeChecked();
    await followUp.check();
    await contact.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(toast(page, 'Feedback submitted')).toBeVisible();
    await expect(toast(page, "Thank you for your feedback! We'll review it soon.")).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('the form is empty for the next time', async () => {
    await helpButton(page).click();
    await expect(help.getByLabel('Message')).toHaveValue('');
  });

  await test.step('staff see it immediately: who, from which page, with which browser', async () => {
    const request = requestWith(desk, message);
    await expect(request.getByText('Visitor')).toBeVisible();
    await expect(request.getByText(email)).toBeVisible();
    await expect(request.getByText('from /faq · Wants a follow-up')).toBeVisible();
    await request.getByText('Device').click();
    await expect(request.getByText(/^Mozilla\//)).toBeVisible();
    await answer(desk, message, 'Try the neighbor with the three terriers.');
  });

  const mail = await receiveMail(staff.community, { to: email, about: /^An answer from Kindpal$/ });
  expect(mail.text).toContain('Try the neighbor with the three terriers.');
  expect(mail.text).toContain(message);
});

test('a member in trouble writes while the network fails, and reads the answer when it arrives [F1 F2 F4]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const member: Member = await people.join('Molly Member', 'pet_owner');
  const desk = await people.open(staff, '/admin/feedback');
  const page = await people.open(member, '/dashboard');
  const message = freshMessage('My sitter has not come and the dog is alone.');
  const help = helpWindow(page);

  await test.step('the button is round, at the bottom left, on every screen', async () => {
    const box = await helpButton(page).boundingBox();
    expect(box).toMatchObject({ x: 16, width: 52, height: 52 });
    expect((box?.y ?? 0) + 52).toBe((page.viewportSize()?.height ?? 0) - 16);
    await expect(helpButton(page)).toHaveCSS('border-radius', /\d{3,}px|50%|e\+/);
  });

  await test.step('the input survives a lost network', async () => {
    await helpButton(page).click();
    await expect(help.getByRole('button', { name: 'Continue' })).toBeHidden();
    await help.getByLabel('Message').fill(message);
    await expect(toastsStand(page)).toBeAttached();
    await page.context().setOffline(true);
    await help.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(toast(page, /^We can't reach Kindpal right now/)).toBeVisible();
    await expect(help.getByLabel('Message')).toHaveValue(message);
    await page.context().setOffline(false);
  });

  await test.step('the input survives a failing server', async () => {
    await page.route('**/rest/v1/feedback', (route) => route.fulfill(serverError()));
    await help.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(toast(page, 'Error')).toBeVisible();
    await expect(toast(page, /^Failed to submit feedback. Please try again./)).toBeVisible();
    await expect(help.getByLabel('Message')).toHaveValue(message);
    await page.unrouteAll();
    // An error stays, and can be dismissed without leaving the dialog.
    await toastsStand(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page, 'Error')).toBeHidden();
    await expect(help).toBeVisible();
  });

  await test.step('it is stored without a response', async () => {
    await loseAnswer(page, '**/rest/v1/feedback');
    await help.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(toast(page, /^We can't reach Kindpal right now/)).toBeVisible();
    await expect(requestWith(desk, message)).toHaveCount(1);
  });

  await test.step('then it is sent, once', async () => {
    const { release } = await hold(page, '**/rest/v1/feedback');
    await help.getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(help.getByRole('button', { name: 'Submitting...' })).toBeVisible();
    release();
    await expect(toast(page, 'Feedback submitted')).toBeVisible();
    await expect(help).toBeHidden();
    await expect(requestWith(desk, message)).toHaveCount(1);
  });

  await page.setViewportSize(PHONE);
  await test.step('their requests are a tap away, in a drawer from the top on a phone', async () => {
    await helpButton(page).click();
    await expect(help).toHaveCSS('top', '0px');
    await expect(help).toHaveCSS('width', '390px');
    await help.getByRole('link', { name: 'My Requests' }).click();
    await expect(page).toHaveURL('/my-requests');
    await expect(help).toBeHidden();
  });

  const own = page.getByRole('list', { name: 'My Requests' }).getByRole('listitem');
  await expect(own).toHaveCount(1);
  await expect(own.getByText('Open', { exact: true })).toBeVisible();
  // Members' text uses its own direction.
  await expect(own.getByText(message)).toHaveAttribute('dir', 'auto');
  await requestWith(desk, message).getByLabel('Status').selectOption('In Progress');
  await expect(own.getByText('In Progress')).toBeVisible();
  await answer(desk, message, 'We are calling her now. Please call the vet if he is unwell.');
  await expect(own.getByText('We are calling her now.')).toBeVisible();
  await expect(own.getByText('Responded')).toBeVisible();
  await expect(page.getByText('Kindpal answered your request.')).toBeVisible();
  const mail = await receiveMail(member.community, {
    to: member.email,
    about: /^An answer from Kindpal$/,
  });
  expect(mail.text).toContain('We are calling her now.');
});

test('what a member writes stays and is sent as theirs when their session ends elsewhere meanwhile [F2 U7]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const help = (page: Page) => helpWindow(page).getByLabel('Message');

  await test.step('they sign in again over the dialog', async () => {
    const page = await people.open(member, '/dashboard');
    await helpButton(page).click();
    await help(page).fill('My sitter has not come yet.');
    await endSessionElsewhere(page);
    const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(member.password);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect(dialog).toBeHidden();
    await expect(help(page)).toHaveValue('My sitter has not come yet.');
    await helpWindow(page).getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(toast(page, 'Feedback submitted')).toBeVisible();
    await page.goto('/my-requests');
    await expect(page.getByText('My sitter has not come yet.')).toBeVisible();
  });

  await test.step('on a page for everybody, it waits until they have signed in', async () => {
    const page = await people.open(null, '/join?tab=signin');
    await signIn(page, member);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/faq');
    await helpButton(page).click();
    await help(page).fill('Where do I read the answer?');
    await endSessionElsewhere(page);
    await helpWindow(page).getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(helpWindow(page).getByText('You were signed out. Sign in again')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Sign In' }).first().click();
    await signIn(page, member);
    await expect(page).toHaveURL('/dashboard');
    await helpButton(page).click();
    await expect(help(page)).toHaveValue('Where do I read the answer?');
    await helpWindow(page).getByRole('button', { name: 'Submit Feedback' }).click();
    await expect(toast(page, 'Feedback submitted')).toBeVisible();
    await page.goto('/my-requests');
    await expect(page.getByText('Where do I read the answer?')).toBeVisible();
  });
});

test('the help dialog is a dialog from 768 px, and a drawer from the top below that [F1 P11]', async ({
  people,
}) => {
  const page = await people.open(null, '/about');
  const help = helpWindow(page);
  const topOf = async () => Math.round((await help.boundingBox())?.y ?? Number.NaN);
  await page.setViewportSize({ width: 768, height: 900 });
  await helpButton(page).click();
  await expect.poll(topOf).toBeGreaterThan(100);
  await help.getByLabel('Message').fill('Half a thought, turned over');
  await page.setViewportSize({ width: 767, height: 900 });
  await expect.poll(topOf).toBe(0);
  await expect(help).toHaveCSS('animation-duration', '0.001s');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(help).toHaveCSS('animation-duration', '0.24s');
  await expect(help).toHaveCSS('transition-duration', '0.24s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(help.getByLabel('Message')).toHaveValue('Half a thought, turned over');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.reload();
  await helpButton(page).click();
  await expect(help.getByLabel('Message')).toHaveValue('Half a thought, turned over');
});

test('on a phone, a toast is below the help sheet and covers nothing of it [F1 P9]', async ({
  people,
}) => {
  const page = await people.open(null, '/join');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Create Account' }).click();
  const error = toastsStand(page).getByRole('listitem');
  await expect(error).toContainText('Invalid Email');
  const top = async () => (await error.boundingBox())?.y ?? Number.NaN;
  expect(await top()).toBeLessThan(100);
  // Help is hidden while a field has the focus.
  await page.getByText('I’m joining as a').click();
  await helpButton(page).click();
  const help = helpWindow(page);
  await expect(help.getByLabel('Message')).toBeVisible();
  const bottom = async () => {
    const box = await help.boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  await expect.poll(async () => (await top()) - (await bottom())).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect.poll(top).toBeLessThan(100);
});

/** Elements below the help button; on a phone, the bar hides what scrolls below it. */
const UNDER_HELP = `(() => {
  const button = document.querySelector('[data-help] button').getBoundingClientRect();
  const bar = document.querySelector('[data-bottom-bar]') ?? document.querySelector('[data-help]');
  const until = innerWidth < 768 ? bar.getBoundingClientRect().top : innerHeight;
  const lies = ({ left, right, top, bottom }) =>
    right - left > 1 && left < button.right && right > button.left &&
    top < button.bottom && Math.min(bottom, until) > button.top;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.closest('main, footer') || !text.textContent.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if ([...range.getClientRects()].some(lies)) found.push(text.textContent);
  }
  const pressed = document.querySelectorAll(':is(main, footer) :is(button, input, select, textarea)');
  const controls = [...pressed].filter((control) => lies(control.getBoundingClientRect()));
  return [...found, ...controls.map((control) => control.outerHTML.slice(0, 80))];
})()`;

test('the help button is large enough for a thumb, and covers no control and no text [F1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const theirs = await people.open(owner, '/about');
  const visitors = await people.open(null, '/about');
  for (const { page, path } of [
    { page: theirs, path: '/post-job' },
    { page: theirs, path: '/edit-profile' },
    { page: visitors, path: '/terms' },
    { page: visitors, path: '/jobs' },
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      for (const end of ['start', 'end'] as const) {
        await page.evaluate(`document.body.scrollIntoView({ block: '${end}' })`);
        const box = await helpButton(page).boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        await expect
          .poll(() => page.evaluate(UNDER_HELP), { message: `${path} at ${width} px, ${end}` })
          .toEqual([]);
      }
    }
  }
});

test('an owner asks about a job in three presses, and staff see the job, both participants and what to do first [F2 F4 S1]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const { owner, sitter, job } = await bookJob(people);
  const page = await people.open(owner, '/dashboard');
  const help = helpWindow(page);
  await expect(page.getByText(job.title).first()).toBeVisible();
  await helpButton(page).click();
  const question = help.getByRole('heading', { name: 'What’s going on with Biscuit’s job?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`/jobs/${job.id}`);
  await helpButton(page).click();
  await expect(help.getByText('In an emergency, don’t wait for us.')).toBeVisible();
  await expect(help.getByRole('link', { name: '911' })).toHaveAttribute('href', 'tel:911');
  for (const choice of ['Something happened to my pet', 'Something else']) {
    await expect(help.getByRole('button', { name: choice, exact: true })).toBeVisible();
  }
  await help.getByRole('button', { name: 'The sitter isn’t responding' }).click();
  await expect(help.getByText(/job is attached/)).toBeVisible();
  const message = freshMessage('No answer since this morning.');
  await help.getByLabel('Message').fill(message);
  await help.getByRole('button', { name: 'Submit Feedback' }).click();
  await expect(toast(page, 'Feedback submitted')).toBeVisible();

  const address = `/admin/feedback?search=${encodeURIComponent(message)}`;
  const desk = await people.open(staff, address);
  const request = requestWith(desk, message);
  await expect(request.getByText('The other side isn’t responding')).toBeVisible();
  const concerned = request.getByRole('list', { name: 'Jobs concerned' });
  await expect(concerned.getByText(/^Starts in /)).toBeVisible();
  await expect(concerned.getByRole('link', { name: 'Olive Owner' })).toBeVisible();

  await test.step('J and Enter open the answer of the first request', async () => {
    await desk.keyboard.press('j');
    await expect(desk.locator('[data-row]').first()).toBeFocused();
    await desk.keyboard.press('Enter');
    const answerBox = desk.locator('[data-row]').first().getByRole('textbox', { name: 'Answer' });
    await expect(answerBox).toBeFocused();
    // A typed letter stays a letter.
    await desk.keyboard.press('j');
    await expect(answerBox).toHaveValue('j');
    await answerBox.fill('');
  });

  await concerned.getByRole('link', { name: 'Sam Sitter' }).click();
  await expect(desk).toHaveURL(`/admin/users/${sitter.id}`);
  await expect(desk.getByRole('heading', { name: 'Sam Sitter' })).toBeVisible();
  await expect(desk.getByRole('list', { name: 'Current jobs' })).toContainText('Olive Owner');
  await expect(desk.getByRole('navigation', { name: 'Admin' })).toBeVisible();
});

import { expect, test } from './support/fixtures.ts';

test('a visitor finds the links in the bar from 768 px, and on a phone in a menu [P7 P11]', async ({
  people,
}) => {
  const page = await people.open(null, '/');
  const bar = page.getByRole('banner');
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(bar.getByRole('link', { name: 'Find Jobs' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(bar.getByRole('link', { name: 'Find Jobs' })).toBeHidden();
  await bar.getByRole('button', { name: 'Menu', exact: true }).click();
  await bar.getByRole('link', { name: 'Find Jobs' }).last().click();
  await expect(page).toHaveURL('/jobs');
});

test('a member’s menu is a panel below 768 px, and the logo opens it [P7 P11]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/dashboard');
  await page.setViewportSize({ width: 768, height: 900 });
  await page.getByRole('button', { name: 'Menu of Molly Member' }).click();
  await expect(page.getByRole('menuitem', { name: 'Profile Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(page.getByRole('button', { name: 'Menu of Molly Member' })).toBeHidden();
  await page.getByRole('button', { name: 'Kindpal, open menu' }).click();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel.getByText(member.email)).toBeVisible();
  await expect(panel).toHaveCSS('width', '300px');
  await panel.getByRole('link', { name: 'View Jobs' }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Open menu', exact: true }).click();
  await panel.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
});

test('every entry of a member’s menu leads to its page, and the current page is marked [P7]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/about');
  await page.setViewportSize({ width: 1280, height: 800 });
  const avatar = page.getByRole('button', { name: 'Menu of Molly Member' });
  const entries: Array<[name: string, path: string]> = [
    ['Dashboard', '/dashboard'],
    ['My Jobs', '/my-jobs'],
    ['Profile Settings', '/edit-profile'],
    ['Calendar', '/edit-profile#availability'],
    ['Find a Pet Pal', '/pet-sitters'],
    ['Post a Job', '/post-job'],
    ['View Jobs', '/jobs'],
  ];
  await avatar.click();
  const items = page.getByRole('menu').getByRole('menuitem');
  await expect(items).toHaveText([...entries.map(([name]) => name), 'Sign Out']);
  await page.keyboard.press('Escape');
  for (const [name, path] of entries) {
    await avatar.click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page, name).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await avatar.click();
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page.locator('[role=menuitem][aria-current]')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
  await avatar.click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('the current item of a menu has the same ring as a button, in both themes [P7 P8]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/about');
  await page.setViewportSize({ width: 1280, height: 800 });
  const avatar = page.getByRole('button', { name: 'Menu of Molly Member' });
  const menu = page.getByRole('menu');
  const RING = `(() => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
    return [outlineStyle, outlineWidth, outlineColor].join(' ');
  })()`;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await avatar.press('Shift');
    await expect(avatar).toHaveCSS('outline-style', 'solid');
    // Its color fades in.
    await page.evaluate(
      'Promise.all(document.activeElement.getAnimations().map(({ finished }) => finished))',
    );
    const ring = await page.evaluate(RING);
    await avatar.press('Enter');
    await expect(menu.getByRole('menuitem', { name: 'Dashboard' })).toBeFocused();
    await expect.poll(() => page.evaluate(RING), colorScheme).toBe(ring);
    await page.keyboard.press('End');
    await expect(menu.getByRole('menuitemradio').last()).toBeFocused();
    await expect.poll(() => page.evaluate(RING), colorScheme).toBe(ring);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
});

test('a member’s panel has the same seven entries, and marks the current one [P7]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/edit-profile#availability');
  await page.setViewportSize({ width: 390, height: 844 });
  const open = page.getByRole('button', { name: 'Open menu', exact: true });
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await open.click();
  const links = panel.getByRole('navigation', { name: 'Member' }).getByRole('link');
  await expect(links).toHaveText([
    'Dashboard',
    'My Jobs',
    'Profile Settings',
    'Calendar',
    'Find a Pet Pal',
    'Post a Job',
    'View Jobs',
  ]);
  await expect(panel.locator('nav button')).toHaveText('Sign Out');
  await expect(panel.locator('[aria-current=page]')).toHaveText('Calendar');
  await links.filter({ hasText: 'Profile Settings' }).click();
  await expect(page).toHaveURL('/edit-profile');
  await expect(panel).toBeHidden();
  await open.click();
  await expect(panel.locator('[aria-current=page]')).toHaveText('Profile Settings');
  await links.filter({ hasText: 'Find a Pet Pal' }).click();
  await expect(page).toHaveURL('/pet-sitters');
});

test('a press on the avatar opens the menu again while it is still fading [P7]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/about');
  await page.setViewportSize({ width: 1280, height: 800 });
  // Slow enough to press in the middle of the animation.
  await page.addStyleTag({
    content: '[role=menu][data-state=closed]{animation-duration:2s!important}',
  });
  const avatar = page.getByRole('button', { name: 'Menu of Molly Member' });
  const menu = page.getByRole('menu');
  for (const close of [() => page.keyboard.press('Escape'), () => avatar.click()]) {
    await avatar.click();
    await expect(menu).toHaveAttribute('data-state', 'open');
    await close();
    await expect(menu).toHaveAttribute('data-state', 'closed');
    await avatar.click();
    await expect(menu).toHaveAttribute('data-state', 'open');
    await page.mouse.click(20, 700);
    await expect(menu).toHaveCount(0);
  }
});

test('staff find a link to the admin area in the bar, and on a phone in the panel [P7 S1]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const page = await people.open(staff, '/dashboard');
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Kindpal, open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL('/admin');
});

test('a member’s sections are in the bar from 768 px, and below that at the bottom, where they give way to the keyboard [P7 P11]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/dashboard');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const sections = page.getByRole('list', { name: 'Sections' });
  await page.setViewportSize({ width: 768, height: 900 });
  for (const [name, path] of [
    ['Jobs', '/jobs'],
    ['Messages', '/chat'],
    ['Sitters', '/pet-sitters'],
  ] as const) {
    await bar.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  await expect(sections).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar.getByRole('link', { name: 'Sitters' })).toBeHidden();
  await expect(sections.getByRole('link')).toHaveText(['Home', 'Jobs', 'Post', 'Messages', 'Me']);
  await sections.getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL(`/profile/${member.id}`);
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await expect(page).toHaveURL('/security');
  await sections.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('searchbox').focus();
  await expect(sections).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(sections).toBeVisible();
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Privacy } from './privacy.tsx';

const root = join(import.meta.dirname, '../../..');

/** The tests that hold a sentence, as [file, title]; or a text: why none can. */
type Held = [file: string, title: string][] | string;

/** Lists of what is stored: nothing else may be, and each table belongs to a member's copy. */
const STORED: Held = [
  [
    'server/src/archive/archive.test.ts',
    'every table is in a member’s export, or is left out for a reason [X1]',
  ],
];
const REVIEWED: [string, string] = [
  'server/src/testing/matrix/matrix.test.ts',
  '$name answers everybody as reviewed',
];
const KEPT: [string, string] = [
  'server/src/privacy/kept-for.test.ts',
  'keeps $what for $days days and no longer [P6]',
];

/** Every sentence of the privacy page, and what holds it. */
const SENTENCES: [sentence: string, held: Held][] = [
  [
    'Your account: name, email address, a scrambled form of your password, the public half of your passkeys, the secret of your authenticator app, encrypted, the accounts elsewhere that you sign in with, your role, who invited you, which terms you accepted and when.',
    [
      ...STORED,
      [
        'server/src/account/password/passwords.test.ts',
        'a password is stored as argon2id with OWASP’s parameters [U1]',
      ],
    ],
  ],
  [
    'If you are asked to confirm your email and don’t, it is all removed after 7 days.',
    [
      [
        'server/src/account/sign-up/confirm-sign-up.test.ts',
        'is removed after 7 days, and its invite works again, even for the same address',
      ],
    ],
  ],
  [
    'What you write and show: your profile with phone number, address, rates, weekly hours and payment links; jobs, pets, photos, home access, chat, reviews, reports, and the members you have blocked or marked as favorites.',
    STORED,
  ],
  [
    'If you let us read your own calendar, its address, encrypted, and when you’re busy, but not why.',
    [
      [
        'server/src/notification/calendar/busy-calendar.test.ts',
        'contributes busy times, repeated ones across daylight saving changes, and nothing about their content',
      ],
    ],
  ],
  [
    'What you choose: which emails you want, the devices that show notifications, which new jobs you want to hear about, and what you were notified of, for a year at most.',
    [KEPT],
  ],
  [
    'What you haven’t finished: the forms of your first steps, on our server until you finish them.',
    [
      [
        'server/src/member/onboarding/onboarding.test.ts',
        'has a pet, a name and a place, both flags, and no draft',
      ],
    ],
  ],
  [
    'Other drafts stay in the tab that you wrote them in, and signing out removes them.',
    [
      [
        'web/app/account/session/member-storage.test.tsx',
        'unsent text of a member is removed when they sign out, and the theme stays [U6]',
      ],
    ],
  ],
  [
    'What you give us without an account: an email for the newsletter; name, email and a few words about you for the waitlist; what you write to support.',
    STORED,
  ],
  [
    'What we need to run it: when you sign in, from which network address and browser, and what else happens to your account, for 90 days; the same of each device you’re signed in on, until you sign out there or don’t come back for 30 days; who viewed your data or opened your home access, for a year; what staff look at and do; and a technical log of faults, failed sign-ins, refused requests and changed roles, with the network address that they came from.',
    [
      KEPT,
      [
        'server/src/log/faults.test.ts',
        'a fault in any table is logged by table and constraint, without any stored text',
      ],
      [
        'server/src/access/security-log.test.ts',
        'a failed sign-in is recorded, without the address or the password in clear text [U3]',
      ],
    ],
  ],
  [
    'Visitors see an open job’s area, kind, week, pay and pet’s name, but not its address, its dates or who posted it.',
    [
      [
        'server/src/job/list/list-jobs.test.ts',
        'shows a visitor area, type, week, pay and the pet’s name, and nothing else',
      ],
      REVIEWED,
    ],
  ],
  [
    'Of a member they see the first name and an initial, picture, role, area, bio, average rating, payment services, whether their identity was checked, and how long they’ve been a member.',
    [
      [
        'web/app/public/public-pages.test.tsx',
        'the privacy page was reviewed after the latest change of what others see of a member or a job [P6]',
      ],
      REVIEWED,
    ],
  ],
  [
    'Members also see your full name, user name, social links, the first name of who invited you, what we checked about you, how and when, and how soon you usually reply.',
    [
      [
        'server/src/member/profile/shown-profile.test.ts',
        'are stored in one spelling, shown to members, and removed again',
      ],
      [
        'server/src/member/trust/trust-facts.test.ts',
        'names by first name who invited a sitter, until that member is gone',
      ],
      [
        'server/src/identity/identity.test.ts',
        'says how an identity was checked, when, and until when, and nothing before',
      ],
      REVIEWED,
    ],
  ],
  [
    'If you sit, they see the services, rates and weekly hours you offer, the next days you’re free, and how many jobs you’ve done.',
    [
      [
        'server/src/member/profile/shown-profile.test.ts',
        'shows members the rate, the services and when the sitter is free, but not why not',
      ],
    ],
  ],
  [
    'They see how many people link the two of you through invites and finished jobs; each is named only if they allow it under Edit Profile.',
    [
      [
        'server/src/member/trust/trust-path.test.ts',
        'names intermediate members only if they agreed, and shows nothing else of them',
      ],
    ],
  ],
  [
    'From the third claimed job on they see how many you finished and canceled, and your note on it.',
    [
      [
        'server/src/member/trust/reliability.test.ts',
        'is shown from three jobs on, the same for an owner and a sitter',
      ],
    ],
  ],
  [
    'They can read your reviews, and everything about an open job except its address and the notes on your pet’s health.',
    [
      REVIEWED,
      [
        'server/src/job/pet-care.test.ts',
        'a sitter sees a pet’s health from the claim until a week after the end [J4]',
      ],
    ],
  ],
  [
    'Members you’ve blocked can’t find your profile or your open jobs.',
    [
      [
        'server/src/block/block.test.ts',
        'do not exist for the %s: no profile, card, job or search result',
      ],
    ],
  ],
  [
    'The owner and the sitter of a job see its chat.',
    [['server/src/chat/job-chat.test.ts', 'is closed to everybody else, including staff']],
  ],
  [
    'The street and number you gave for a job are shown to you, and to the sitter from the claim until it ends; those in your profile are shown only to you.',
    [
      [
        'server/src/member/member.test.ts',
        'others see a member’s name and area, never address, phone, street or last sign-in [R1]',
      ],
      REVIEWED,
    ],
  ],
  [
    'The owner sees how the sitter would like to be paid, and the sitter’s email address until 30 days after the claim has ended.',
    [
      [
        'server/src/job/move-job.test.ts',
        "shows the sitter's payment handle only to the owner [J8]",
      ],
      [
        'server/src/member/profile/shown-email.test.ts',
        'an owner sees the email of the sitter who holds their job, and for 30 days after; nobody else does [R2]',
      ],
    ],
  ],
  [
    'The sitter sees your notes on your pet’s health and who to call, until a week after the job.',
    [
      [
        'server/src/job/pet-care.test.ts',
        'a sitter sees a pet’s health from the claim until a week after the end [J4]',
      ],
    ],
  ],
  [
    'Home access (codes, keys, Wi-Fi) is shown to you, and to the sitter of a job you attached it to, from 24 hours before the start until the end.',
    [
      [
        'server/src/vault/access-window.test.ts',
        'is exactly from 24 hours before the start until the end, across clock changes and in any database time zone',
      ],
      [
        'server/src/vault/vault.test.ts',
        'gets nothing: former and other sitters, staff, blocked members, visitors',
      ],
    ],
  ],
  [
    'You see each time they open it.',
    [
      [
        'server/src/vault/vault.test.ts',
        'opens a part of it from 24 hours before the start until the end, and the owner sees each view',
      ],
    ],
  ],
  [
    'It’s encrypted with a key that is kept on the server, so anyone who runs the server could read it.',
    [
      [
        'server/src/vault/vault-keys.test.ts',
        'stores its own key next to the other secrets, for this user only',
      ],
    ],
  ],
  [
    'It’s removed from a job 7 days after the end, and at once when that sitter no longer has the job.',
    [
      [
        'server/src/vault/access-window.test.ts',
        'ends immediately on release, and attached access is removed a week after the end',
      ],
    ],
  ],
  [
    'Messages between two members are read by these two only, except for what one of them reports and what staff may read, below.',
    [['server/src/chat/inbox.test.ts', 'shows a thread to its two participants only']],
  ],
  [
    'Staff see accounts, jobs, reviews and what is written or reported to them, to help members and keep the community safe.',
    [['server/src/testing/matrix/staff-reads.test.ts', 'is read by known calls']],
  ],
  [
    'What they look at and do is recorded.',
    [
      [
        'server/src/testing/matrix/staff-reads.test.ts',
        '$name is logged in the activity log, unless it reveals no member [S3]',
      ],
    ],
  ],
  [
    'Who viewed your data shows who of them looked at yours, when and why, except for what they look at while they work on a report, and who decided about a member.',
    [
      [
        'server/src/privacy/data-views.test.ts',
        'is shown to the member with name and purpose, once an hour, for panels and lists',
      ],
      [
        'server/src/privacy/data-views.test.ts',
        'has no name if the same person then decided about something of the member',
      ],
    ],
  ],
  [
    'Of a chat they see what was reported and a few messages around it.',
    [
      [
        'server/src/report/report.test.ts',
        'a message stores a copy of it and of the messages around it, which later deletions do not change',
      ],
    ],
  ],
  [
    'To read more, two of them have to agree, with a reason and for one day; we tell both members right away, and who the two are.',
    [
      [
        'server/src/reading/reading.test.ts',
        'is read by nobody until a second staff member agrees, and then by these two only',
      ],
      [
        'server/src/reading/reading.test.ts',
        'ends after 24 hours by the database clock, and stays refused if it was',
      ],
    ],
  ],
  [
    'You alone see your phone number, the days you’re away, your drafts and the members you’ve blocked.',
    [
      REVIEWED,
      [
        'server/src/member/member.test.ts',
        'others see a member’s name and area, never address, phone, street or last sign-in [R1]',
      ],
    ],
  ],
  [
    'Photos are re-encoded on upload, so the location and camera data hidden in them are gone.',
    [
      [
        'server/src/file/storage.test.ts',
        'stores it, re-encoded and without metadata, under a random name of its owner',
      ],
    ],
  ],
  [
    'A photo you replace or remove is deleted as soon as nothing shows it anymore.',
    [
      [
        'server/src/file/storage.test.ts',
        'is stored under their id, shown to others, replaced and removed with its file',
      ],
    ],
  ],
  [
    'A job you posted with it keeps showing it, and a report about it keeps it until two years after the decision.',
    [['server/src/file/storage.test.ts', 'are removed after a day, those of jobs never'], KEPT],
  ],
  [
    'The list of towns comes with Kindpal, so what you search in it goes to no one else.',
    'server/src/place searches its own table; the server has no client of such a service',
  ],
  [
    'It is made from GeoNames (geonames.org), under the license CC BY 4.0.',
    'NOTICE.md has the license of the package',
  ],
  [
    'Notifications on a device come only after you turn them on there, and stop while you’re signed out of it.',
    [
      [
        'web/app/notification/push/resume-push.test.ts',
        'requests to resume push for each member who signs in, and never turns it on by itself',
      ],
      [
        'server/src/notification/push/push.test.ts',
        'are listed for that member alone, and removed with the session or by the member',
      ],
    ],
  ],
  [
    'The maker of your browser passes them on: encrypted, so that it sees only when one comes.',
    [
      [
        'server/src/notification/push/push.test.ts',
        'is encrypted for the device, signed by this instance, and has no more text than an email',
      ],
    ],
  ],
  [
    'A code that you ask for by text message goes through a service that sees it and your number.',
    'the operator’s account with it is a setting, SMS_URL',
  ],
  [
    'Anyone with the address of your calendar feed reads the titles, areas and times of your jobs, until you turn it off.',
    [
      [
        'server/src/notification/calendar/calendar-feed.test.ts',
        'contains the jobs that they posted or hold, with times, but neither address nor notes',
      ],
      [
        'server/src/notification/calendar/calendar-feed.test.ts',
        'ends when they remove it, when they replace its address, and while they are suspended',
      ],
    ],
  ],
  [
    'One keeps you signed in, one remembers that you are, so that pages look right from the start, and one marks a browser where you have signed in, so that other people’s wrong passwords can’t lock you out there.',
    [
      [
        'web/app/public/public-pages.test.tsx',
        'the privacy page lists each cookie that the server or a page sets, and no other [P6]',
      ],
    ],
  ],
  [
    'Until you confirm your email, for seven days at most, one marks the browser where you joined or signed in, so that what you set up there stays yours.',
    [
      [
        'server/src/account/sign-up/prepared-account.test.ts',
        'loses no password where they joined themselves, and is not warned about it [U1] [U6]',
      ],
      [
        'server/src/account/sign-up/prepared-account.test.ts',
        'is removed once they confirm there, by code or elsewhere [P6] [U1]',
      ],
    ],
  ],
  [
    'One marks for ten minutes the browser that asked for a code by email or text, offers to sign in with a passkey or signs in with an account elsewhere, so that only it can go on.',
    [
      [
        'server/src/account/sign-in/sign-in-by-mail.test.ts',
        'a code works in no other browser, and guesses from there do not use it up [U9]',
      ],
      [
        'server/src/sso/sso.test.ts',
        'fails for a state that is replayed, too old, unknown, or from another browser [U11]',
      ],
    ],
  ],
  [
    'If you choose, one spares you the second factor in that browser for 30 days.',
    [
      [
        'server/src/factor/factor.test.ts',
        'a trusted device needs the code again after 30 days, not before [U13]',
      ],
    ],
  ],
  [
    'Staff have one that remembers whether their sidebar is open.',
    [
      [
        'web/app/public/public-pages.test.tsx',
        'the privacy page lists each cookie that the server or a page sets, and no other [P6]',
      ],
    ],
  ],
  [
    'Your browser also stores your theme, that you were asked about notifications and where it gets them, and until you sign out the jobs of My Day, with addresses and notes on pets but without home access, and what you do there without a network.',
    [
      [
        'web/app/public/privacy.test.tsx',
        'the privacy page lists what pages store in the browser, and nothing else is [P6]',
      ],
      ['web/app/my-day/saved-day.test.ts', 'is removed when they sign out'],
    ],
  ],
  [
    'Nothing follows you elsewhere: no advertising, no trackers, and fonts and pictures come from our server.',
    [['server/src/transport/security-headers.test.ts', '%s has every security header']],
  ],
  ['Sell or rent what we know.', 'nobody else gets it from this software'],
  ['Show advertising.', 'there is none'],
  [
    'Move your money: payment happens outside Kindpal, at services with rules of their own.',
    'there is no payment',
  ],
  [
    'Under Security you can download a copy of your data, see who viewed it and the devices you’re signed in on, and delete your account.',
    [
      [
        'e2e/security.test.ts',
        'a member signs out a lost phone, downloads their data, requests the deletion of the account, and cancels it [U6 X1]',
      ],
    ],
  ],
  [
    'If your account is suspended, the link in our email about it lets you download the copy and delete the account.',
    [
      [
        'server/src/moderation/suspended-account.test.ts',
        'gets a copy of their data with an emailed link, and nobody without it [S4] [X1]',
      ],
      [
        'server/src/moderation/suspended-account.test.ts',
        'deletes their account with it, can change their mind, and then nothing opens any more [S4] [X1]',
      ],
    ],
  ],
  [
    'Your account is deleted 14 days after you ask.',
    [
      [
        'server/src/deletion/deletion.test.ts',
        'needs the password, and takes effect after 14 days unless canceled [X1]',
      ],
    ],
  ],
  [
    'Your data is removed then; what others wrote, the dates of jobs and the stars you gave stay under “Former member.”',
    [
      [
        'server/src/deletion/deletion.test.ts',
        'no table and no file contains anything of its member, but what others wrote and the facts of jobs stay [X1]',
      ],
    ],
  ],
  ['Ask us for anything else: .', 'the address is a setting, and the operator reads it'],
  [
    'We answer within about 24 hours and act within a month.',
    'the operator does; the team sees requests that wait longer',
  ],
];

/** The sentences of the page, in order. */
function sentencesOf(): string[] {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Privacy />
    </MemoryRouter>,
  );
  const blocks = [...html.matchAll(/<(li|p)\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , inside = '']) =>
    inside
      .replace(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return blocks.flatMap((block) => block.split(/(?<=\.”?) (?=[A-Z])/));
}

it('every sentence of the privacy page is held by a test, or says why none can hold it [P6]', () => {
  // Of the page's own header only the lead is a paragraph; it promises nothing.
  const said = sentencesOf().filter((one) => !one.startsWith('What we store, who sees it'));
  // A changed sentence: check that it is true and which test holds it, then change it here.
  expect(SENTENCES.map(([sentence]) => sentence)).toEqual(said);
  const missing = SENTENCES.flatMap(([, held]) => (typeof held === 'string' ? [] : held)).filter(
    ([file, title]) => !readFileSync(join(root, file), 'utf8').includes(title),
  );
  expect(missing).toEqual([]);
});

it('the privacy page lists what pages store in the browser, and nothing else is [P6]', () => {
  const files = globSync('web/app/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.|\/testing\//.test(file) &&
      /\b(?:localStorage|indexedDB|openDB|caches)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  const told: Record<string, string> = {
    'web/app/account/session/member-storage.ts': 'signing out removes them',
    'web/app/my-day/action-queue.ts': 'what you do there without a network',
    'web/app/my-day/day-database.ts': 'until you sign out the jobs of My Day',
    'web/app/my-day/saved-day.ts': 'until you sign out the jobs of My Day',
    'web/app/notification/push/kept-push.ts': 'where it gets them',
    'web/app/notification/push/push.ts': 'that you were asked about notifications',
    'web/app/theme/theme-script.ts': 'your theme',
    'web/app/theme/theme.ts': 'your theme',
  };
  expect(files.sort()).toEqual(Object.keys(told).sort());
  const text = sentencesOf().join(' ');
  for (const words of Object.values(told)) expect(text).toContain(words);
});

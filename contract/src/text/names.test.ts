import { describe, expect, it } from 'vitest';
import { jobDraftSchema } from '../job/schema.ts';
import { newPetSchema } from '../pet/schema.ts';
import { nameProblem, shownProblem } from './names.ts';
import { cleanLine } from './schema.ts';

const problem = (name: string, appName = 'Kindpal') =>
  nameProblem(name, { label: 'Name', appName });

describe('the name of a person', () => {
  it.each([
    'Łukasz Żółć',
    'O’Brien',
    "D'Angelo",
    'María José',
    'Anne-Marie St. John',
    'J.R. Smith',
    'Jean-Luc d’Été',
    'Иван Петров',
    'Ivan Петров',
    'Γιώργος',
    '山田 太郎',
    '東山ひろしマイク',
    'サリーSally',
    '김민준',
    '王小明 Wang',
    'محمد علی',
    'می\u200cخواهم',
    'क्\u200dष',
    'אבי',
    'Nguyễn Thị Ánh',
    'Zoë 🐶',
    'Zoë ❤️',
    'Zoë ☀︎',
    'Zoë 1️⃣',
    '葛\u{e0100}城 太郎',
    'ᠮᠣᠩ\u180bᠭᠣᠯ',
    'Vera Fied',
    'Amod Member',
    'Chuck Ched',
    'Yvette Dupont',
    'Modesty Blaise',
    'Teamor Adminski',
    'Grace Help',
    'Christopher Steam',
    'Bo',
    '3rd Earl',
    "O'Brien",
    'María José'.normalize('NFD'),
    'Nguyễn Thị Ánh'.normalize('NFD'),
    '東山ひろし',
    'Adam Instone',
    'Stafford',
    'Anna Supporta',
    'Anna (Annie) Oakley',
    'Oakley, Anna - Jane',
    'Anna from Maine',
    'emotional support dog',
    'Stella Staff',
    'Adminah',
    'Søren Đặng',
    'Henry 8',
    'မျှို့',
    'ꓤꓬ ꓞꓴ',
  ])('may be %j', (name) => {
    expect(problem(name)).toBeUndefined();
  });

  it.each([
    'Rex\u202Egnp.exe',
    'Rex\u200B',
    '\u2066Rex\u2069',
    'Re\u00ADx',
    'Rex\uFEFF',
    'Rex\u200Dx',
    'ㅤ',
    'Rex\u2028',
    'Rex\u{E0041}',
    'Rex\uFE0F',
    'Rex\u{E0100}',
    'R\uFE00ex',
    'Rex 1\uFE0F',
    'Zoë ❤\uFE0F\uFE0F',
    'Rex\u180B',
    'Rex\u{1D159}',
    'Rex\u{16FE4}',
    '\u3164Rex',
    'Rex\u1160',
    'Rex\u{1BCA0}',
    '\u0301\u0301',
    'Rex \u0338',
    '\u20dd',
    `Re${'\u0301'.repeat(40)}x`,
    `Re${'\u0301\u0302'.repeat(2)}\u0303x`,
  ])('cannot contain invisible characters: %j', (name) => {
    expect(problem(name)).toBe('Name contains invalid characters');
  });

  it.each(['ꓢꓳꓟ', 'ꓢꓳꓟ Smith', 'ꓗꓲꓠꓓꓑꓮꓡ'])(
    'cannot be Latin written in Lisu letters: %j',
    (name) => {
      expect(problem(name)).toBe('Name uses letters that only look like Latin ones');
    },
  );

  it.each(['Pаul', 'Sꓳm', 'Αnna', 'Ꭺnna', 'Αнна', 'Ivan-Ивaн', 'שלוםПривет'])(
    'cannot mix alphabets within a word: %j',
    (name) => {
      expect(problem(name)).toBe('Name mixes different alphabets in a word');
    },
  );

  it.each([
    'www.evil.example',
    'evil.com',
    'Claim your prize at evil.co',
    'https://x',
    'me@evil.example',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'пример.рф',
  ])('cannot be a link: %j', (name) => {
    expect(problem(name)).toContain('cannot be a web address');
  });

  it.each([
    'Kindpal Support',
    'kindpal',
    'KINDPAL team',
    'K i n d p a l',
    'Kíndpál Official',
    'K1ndpal Help',
    'Kindpa| Team',
    'Anna of Kindpal',
    'Admin',
    'ADMIN',
    'A d m i n',
    'Adm1n',
    'Adrnin',
    'Moderator',
    'The Moderators',
    'Support Team',
    'Customer Service',
    'Super Admin',
    'Staff.',
    'S-u-p-p-o-r-t',
    'Administrator',
    'ᴋɪɴᴅᴘᴀʟ Support',
    'ᴀᴅᴍɪɴ',
    'Ƙindpal',
    'ĸindpal',
    '🅺indpal',
    '🅰dmin2',
    '🅢🅤🅟🅟🅞🅡🅣',
    'Support1',
    'Supports',
    'Support!',
    '*Support*',
    'Admin2',
    'Admin 2',
    'A d m i n 2',
    'Safety Team',
    'SupportTeam',
    'supportteam',
    'Admin/Support',
    'Staff & Moderators',
    'TheHelpDesk',
    'CustomerServices',
    'Team·Official',
    'Trust & Safety',
    'Trust and Safety Team',
    'Former member of our team',
    'Anna (Staff)',
    'Anna [admin] Oakley',
    'Anna, Moderator',
    'Anna | Support',
    'Anna - Safety Team',
    'Staff: Anna',
    'Anna · Help Desk',
    'Anna from the Support Team',
  ])('cannot claim to be staff: %j', (name) => {
    expect(problem(name)).toBe('Name is reserved for the people who run this community');
  });

  it.each([
    'Anna ✓',
    'Anna ✔️ Oakley',
    '✅ Anna',
    'Anna ☑',
    'Anna ⭐⭐⭐⭐⭐',
    'Anna ★4.9',
    'Anna 🛡',
    'Verified Anna',
    'Anna (verified)',
    'Anna Oakley-VERIFIED',
    'Anna Verif1ed',
    'Certified Anna',
    'Anna ID-checked',
    'Anna (identity checked)',
    'Background-Checked Anna',
    'Anna IDchecked',
    'Anna IDVerified',
    'Anna verified2',
    'Anna √',
    'Anna 🆔',
    '🏆 Anna',
  ])('cannot look like a badge: %j', (name) => {
    expect(problem(name)).toBe('Name cannot contain what looks like a badge');
  });

  it('may be a community’s name if that is short', () => {
    expect(problem('Rex Oakley', 'Oak')).toBeUndefined();
    expect(problem('Oak', 'Oak')).toBe('Name is reserved for the people who run this community');
    expect(problem('Oak Support', 'Oak')).toBe(
      'Name is reserved for the people who run this community',
    );
  });
});

describe('the name of a pet and the title of a job', () => {
  it.each([
    'Rex\u202Edog',
    'Mi\u200Bso',
    'Miso\u0000',
    'a\u2066b\u2069',
    'Biscuit\n\nAdmin',
    `Rex${'\u0301'.repeat(8)}`,
  ])('hides nothing: %j', (text) => {
    const line = cleanLine({ label: 'Title', max: 100 });
    expect(line.safeParse(text).error?.issues[0]?.message).toBe(
      'Title contains invalid characters',
    );
  });

  it.each([
    'Miso 🐈',
    'Walk 🏃🏽‍♀️ with Rex',
    'Zoë',
    'می‌خواهم',
    'Support team needed',
    'अक्षय',
    'Ирис',
  ])('is anything that people can read: %j', (text) => {
    expect(cleanLine({ label: 'Title', max: 100 }).parse(text)).toBe(text);
  });
});

describe('the breed of a pet', () => {
  it('hides nothing either', () => {
    const breed = 'Poodle\u202Ekcab';
    for (const [field, { error }] of [
      ['breed', newPetSchema.safeParse({ name: 'Rex', breed })],
      ['pet_details.breed', jobDraftSchema.safeParse({ pet_details: { name: 'Rex', breed } })],
    ] as const) {
      const issues = error?.issues.filter(({ path }) => path.join('.') === field);
      expect(issues).toMatchObject([{ message: 'Breed contains invalid characters' }]);
    }
  });
});

describe('the name of a payment service', () => {
  it('may be a web address, but contains nothing hidden', () => {
    expect(shownProblem('paypal.me', 'Service')).toBeUndefined();
    expect(shownProblem('Pay\u202Epal', 'Service')).toBe('Service contains invalid characters');
    expect(shownProblem('Pаypal', 'Service')).toBe('Service mixes different alphabets in a word');
  });
});

import { describe, expect, it } from 'vitest';
import { jobDraftSchema } from '../job/schema.ts';
import { newPetSchema } from '../pet/schema.ts';
import { shownProblem } from './letters.ts';
import { ALIKE_SIGNS, plainOf } from './look-alikes.ts';
import { nameProblem } from './names.ts';
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
    'サリー Sally',
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
    // Names of many languages.
    'Kim 민수',
    'DJ 太郎',
    '王小明(Wang Xiaoming)',
    'マリー・キュリー',
    '佐々木 りょう',
    '高橋ノブ',
    'ｻﾘｰ',
    'Ｓａｌｌｙ',
    '李·明',
    '金明수',
    'ㄅㄆ明',
    'Keʻalohi Kahananui',
    'Ka‘iulani',
    'Oleksandr Duk’yanenko',
    'Лук’яненко',
    'Мар’яна Стус',
    'Словʼян',
    'Ђорђе Јовановић',
    'Қайрат Нұрлан',
    'Ӏумар Хьусен',
    'Şükrü Işık',
    'İlkay Ağaoğlu',
    'Əli Həsənov',
    'Ɓala Ɗanjuma Ƙofa Ƴau',
    'Kɔfi Ŋutsu Ɛdɛm',
    'Akɔsua Ɖɔ',
    'Musa Ɲaman',
    'Ọláwálé Adéyẹmí',
    'Łódź Gruß',
    'GROẞ',
    'Đặng Thị Ngọc',
    'Þórður Æsir Øye',
    'Ħal Għaxaq',
    'Áŋŋel Ŧuvre Čáhci',
    'Sahaiʔa',
    'Sḵwx̱wú7mesh',
    'Llŷr Ffŵc',
    'Ṣafwān ʿAlī',
    'Mª José Núñez',
    'Jŏ Șerban Țepeș',
    'Jūratė Žąsis',
    'Tūī Māori',
    'Ģirts Ķēniņš',
    'Núria Gal·la',
    'ΓΙΩΡΓΟΣ Παπαδόπουλος',
    'Ἀλέξανδρος',
    'Արմեն Հակոբյան',
    'გიორგი',
    'ሰላም አበበ',
    'סתיו אוֹר',
    'עוה״ד כהן',
    'عَلِيّ بن أحمد',
    'رضا‌یی',
    'فاطمہ',
    'ܡܪܝܡ',
    'देवेन्द्र',
    'শ্রেয়া',
    'ਗੁਰਪ੍ਰੀਤ',
    'પ્રિયા',
    'தமிழ்ச்செல்வி',
    'లక్ష్మి',
    'ಶ್ರೀ',
    'ലക്ഷ്മി',
    'ශ්‍රී',
    'สมชาย ใจดี',
    'ໄຊຍະ',
    'မောင်မောင်',
    'សុភា',
    'བསྟན་འཛིན',
    'ᏣᎳᎩ',
    'ⵎⴰⵙⵉⵏ',
    '𞤀𞤣𞤤𞤢𞤥',
    'ߞߊ߲ߡߊ',
    'ᐃᓄᒃ',
    '𖬖𖬲',
    'Rex × Max',
    'Ke$ha',
    'O´Brien',
    'Max ♥ Mia',
    'Bella♡',
    'Zoë🐶🇺🇸👋🏽',
    '“Max” «Mia»',
    'Sally｜サリー',
    '½ Poodle (50%)',
    'Mix: Lab/Poodle?',
    '¿Max?',
    'Rex…',
    'Henry Ⅷ',
    'Clark McLean',
    'Lucia Moci',
    'Duclos',
    'Savva Navvab',
    'Kind Palmer',
    'Anna Kind-Palmer',
    'Mo D. Smith',
    'Mo D.',
    'Мо Д.',
    'Tea M.',
    'Roo T.',
    'Safet Y.',
    'Staf F. Peeters',
    'Mo Daud',
    'Tea Maud',
    'Te Arn',
    'Lynette D’Souza',
    'Yvette D. Clarke',
    'Antoinette D.',
    'Jeanette D',
    'Janet & Ted Miller',
    'Tea M. Jones',
    'Joe Root',
    'Li 李',
    'Kim 김',
    'Иван Б.',
    'সুকান্ত্\u200c',
    'లక్ష్మణ్\u200c రావు',
    'ലക്ഷ്മണന്\u200d',
    'ಶಂಕರ್\u200c',
    'Zoë 🐶 Oakley',
    'به\u200cرخه\u200c',
    'پانته آ Oakley',
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
    'Kind\u200Dpal علي',
    'Kind\u200Cpal अ',
    'अ\u200Dk',
    'ㅤ',
    'Rex\u2028',
    'Rex\u{E0041}',
    'Rex\uFE0F',
    'Rex\u{E0100}',
    'R\uFE00ex',
    'Rex 1\uFE0F',
    'Zoë ❤\uFE0F\uFE0F',
    'Rex\u180B',
    'लक्ष्म\u200d',
    'లక్ష్మణ్\u200c\u200c',
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

  it.each(['ꓢꓳꓟ', 'ꓢꓳꓟ Smith'])('cannot be Latin written in Lisu letters: %j', (name) => {
    expect(problem(name)).toBe('Name uses letters that only look like Latin ones');
  });

  it.each([
    'Pаul',
    'Sꓳm',
    'Αnna',
    'Ꭺnna',
    'Αнна',
    'Ivan-Ивaн',
    'שלוםПривет',
    'DJ太郎',
    'サリーSally',
    'Pauㅣ',
    'Pau丨 Smith',
    'Pauן',
    'Pauเ',
    'T〇m',
    'Tဝm',
    'Pau١',
    'Pau۱',
    'T๐m',
    'T०m',
    'Pauー',
    'Maხ',
    'Annaب',
    'Kimㅅ',
    'Ionⵏ',
    'ひろし민수',
    'ひろしㄅ',
    'Anna Б',
    'Mia ⵓ',
    'Mia ٣',
    'Anna ა',
  ])('cannot mix alphabets within a word: %j', (name) => {
    expect(problem(name)).toBe(
      'Name mixes different alphabets in a word; use one, or put a space between them',
    );
  });

  it.each([
    'Kǀara',
    'Pauǃ',
    'Pauˑ',
    'Pauˌ',
    'Pauː',
    'Pƿul',
    'Pauꟾ',
    'Pꞵul',
    'Pɐul',
    'Pʋulɪ',
    'Paᵤl',
    'Pᴀul',
    '𝓐𝓷𝓷𝓪',
    'ℳax',
    'Pau∣',
    'P⍺ul',
    'T○m',
    'T€a',
    'P℮te',
    'Pau।',
    'Pau׀',
    'Pau￨',
    'Pau❘',
    'Pau⸾',
    'Pau︱',
    'Pau⌊',
    'Ma†',
    'Ma🝨',
    'P⚬p',
    'M🐶x',
    'S♡m',
    'Rex🐶Max',
    'Re°x',
    'Re¡x',
    '𐌀𐌁𐌂',
    'ⲣⲁⲩⲗ',
    'ᛁᚲ',
    '𐐒𐐓',
  ])('is written with ordinary letters: %j', (name) => {
    expect(problem(name)).toBe('Name contains unusual letters or signs; use ordinary ones');
  });

  it.each([
    'www.evil.example',
    'evil.com',
    'Claim your prize at evil.co',
    'https://x',
    'me@evil.example',
    'ｅｖｉｌ．ｃｏｍ',
    'evil。com',
    'пример.рф',
    'தமிழ்.com',
    'हिन्दी.भारत',
    'ไทยแลนด์.com',
    'evilx̱.com',
    '🇩🇪.ws',
    '👍🏽.ws',
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
    'Anna Support',
    'Support Anna',
    'Moderator Ann',
    'Anna Admin Oakley',
    'Anna Adm1n',
    'Official Anna',
    'Anna (Staff)',
    'Anna [admin] Oakley',
    'Anna, Moderator',
    'Anna | Support',
    'Anna - Safety Team',
    'Staff: Anna',
    'Anna · Help Desk',
    'Anna from the Support Team',
    'Kinclpal Support',
    'KincIpal',
    'Kinc1pal',
    'Moclerator',
    'Aclmin',
    'Officlal Team',
    'Helpclesk',
    'Kindpa ㅣ Support',
    'Kindpa 丨',
    'Kindpa l',
    'Кіndраl',
    'Kiոdpal',
    'Kindpalʷ',
    'ʻKindpal',
    'Kindpaㅣ',
    'Kindpaן',
    'Kindpaเ',
    'Kindpa丨',
    'ᎢᎬᎪᎷ',
    'Kindꞌpal',
    'Sʋpport',
    'Kindpa|',
    // One word of another alphabet, as generators of fancy text write it.
    'ꓗꓲꓠꓓꓑꓮꓡ',
    'ᖽᐸᓰᘉᕲᕵᗩᒪ',
    'ᗩᗪᗰ1ᑎ',
    'ᗩᕲᘻᓰᘉ',
    'ᔕᑌᑭᑭ0ᖇ7',
    'ᎪᎠᎷᏆᏁ',
    'ᏗᎴᎷᎥᏁ',
    'ΤΕΑΜ',
    'Anna ΤΕΑΜ',
    'ΑΔΜΙΝ',
    'ѕтаҒҒ',
    'АДМІИ',
    'Modеrаtог',
    'кіиdраl',
    '卂ᗪ爪丨几',
    '卂刀爪丨几 ADMIИ',
    'ค๔๓เภ',
    'ፐቿልጠ',
    'ልዕጠጎክ',
    '丂ひｱｱの尺ｲ',
    '₴₮₳₣₣',
    // Signs and pictures in the place of letters.
    'Supp°rt',
    'Adm❗n',
    'Adm❗️n',
    'K¡ndpal',
    'K¡ndpal Team',
    '💲upport',
    'M⭕derator',
    'S➕aff',
    '© Kindpal',
    'Cust⭕mer Service',
    'Kindpa ا',
    'Kindpa ו',
    'Kindpa ⵏ',
    'Kindpa 〡',
    'Kindpa ١',
    // Words apart, and parts set apart.
    'Anna Sup-port',
    'Anna Sup+port',
    'Anna Sup port',
    'Sup port Anna',
    'Anna “Staff”',
    "Anna 'Staff'",
    'Anna «Staff»',
    'Anna * Staff',
    'Anna 🐶 Staff',
    'Anna ~ Admin',
    'Anna = Staff',
    'Staff Anna',
    'Team Anna',
    'Kind Pal',
    'Anna Kind-Pal',
    'Kind Pal Support',
    'Mod era tor Ann',
    'Sup port Team',
    'T e a m',
    'Vett Ed Admin',
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
    'Anna ver-ified',
    'Anna Veri Fied',
    'Anna VЕRІҒІЕD',
    'Anna “verified”',
  ])('cannot look like a badge: %j', (name) => {
    expect(problem(name)).toBe('Name cannot contain what looks like a badge');
  });

  it.each([
    'Kㅣndpal Support',
    'Kǀndpal Support',
    'Kindˑpal Support',
    'Kindˌpal Support',
    'Kindpaー Support',
    'Kiƿdpal Support',
    'K⍳ndpal Support',
    'Kindpaⵏ Support',
    'Ⲕⲓⲛⲇⲣⲁⲗ Support',
  ])('cannot imitate the community with other letters: %j', (name) => {
    expect(problem(name)).toBeDefined();
  });

  it('does not write the community’s name with two letters that look like one', () => {
    expect(problem('Pavvpal Help', 'Pawpal')).toBe(
      'Name is reserved for the people who run this community',
    );
    for (const name of ['PETCLOUD', 'Petcioud', 'Petdoud']) {
      expect(problem(name, 'PetCloud')).toBe(
        'Name is reserved for the people who run this community',
      );
    }
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

it('names each look-alike once, decomposed like the texts it is looked up for', () => {
  const signs = [...Object.values(ALIKE_SIGNS)].flatMap((alike) => [...alike]);
  expect(signs.filter((sign, place) => signs.indexOf(sign) !== place)).toEqual([]);
  expect(signs.filter((sign) => plainOf(sign) !== sign)).toEqual([]);
});

describe('the name of a payment service', () => {
  it('may be a web address, but contains nothing hidden', () => {
    expect(shownProblem('paypal.me', 'Service')).toBeUndefined();
    expect(shownProblem('Pay\u202Epal', 'Service')).toBe('Service contains invalid characters');
    for (const name of ['Pаypal', 'PayPaㅣ', 'PayPa丨', 'PayPaן', 'PayPaเ', 'Venm〇', 'Vеnmo']) {
      expect([name, shownProblem(name, 'Service')]).toEqual([
        name,
        'Service mixes different alphabets in a word; use one, or put a space between them',
      ]);
    }
  });
});

import { hiddenProblem } from './hidden.ts';

/**
 * Scripts in everyday use, by UAX 31: the recommended ones, those of limited use, and three that it
 * leaves out though people write their names in them.
 */
const LIVING = [
  'Latn Cyrl Grek Arab Armn Beng Bopo Deva Ethi Geor Gujr Guru Hang Hani Hebr Hira Kana Knda Khmr',
  'Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt',
  'Adlm Bali Bamu Batk Cakm Cans Cham Cher Hmnp Java Kali Lana Lepc Limb Lisu Mand Mtei Newa Nkoo',
  'Olck Osge Plrd Rohg Saur Sund Sylo Syrc Tale Talu Tavt Tfng Vaii Wcho Yiii',
  'Hmng Mong Sunu',
].flatMap((scripts) => scripts.split(' '));
/** Scripts that are written together: Japanese, Chinese and Korean. */
const TOGETHER = ['Hani Hira Kana', 'Hani Bopo', 'Hani Hang'].map((scripts) => scripts.split(' '));

/** A text of these scripts, and of what all scripts share. */
function writtenIn(scripts: string[]): RegExp {
  const letters = [...scripts, 'Zyyy', 'Zinh'].map((script) => `\\p{scx=${script}}`);
  return new RegExp(`^[${letters.join('')}]*$`, 'u');
}
const IS_LIVING = writtenIn(LIVING);
const IS_UNMIXED = [...LIVING.map((script) => [script]), ...TOGETHER].map(writtenIn);

/** What separates two words, which may be of different scripts. */
const BETWEEN_WORDS = /[\s‐-―－()[\]{}（）［］〈〉《》「」『』【】/／,，.;:&＆|｜·・･、-]+/u;

const IS_LETTER = /[\p{L}\p{Nl}]/u;
/** Latin letters, and those that belong to no script: most of these imitate Latin ones. */
const IS_LATIN = /[\p{sc=Latn}\p{scx=Zyyy}ʻʼ]/u;
/**
 * The Latin letters that names are written with, decomposed: those that UTS 39 recommends or an
 * alphabet of CLDR 48 contains, except the clicks of Khoekhoegowab and some phonetic signs, which
 * look like a stroke, a colon or a small capital.
 */
const IS_USUAL =
  /^[A-Za-zÆæØøÐðÞþßẞĐđĦħıĸŁłŊŋŒœŦŧƏəƁɓƆɔƉɖƊɗƎǝƐɛƑƒƔɣƖɩƗɨƘƙƝɲƱʊƲʋƳƴƷʒǤǥɄʉɬʔɁɂꞋꞌʷʹʻʼʾʿªºĲĳĿŀＡ-Ｚａ-ｚⅠ-ⅿ]\p{M}*$/u;
/** Signs outside of ASCII that Latin words have; most others look like letters: ∣ ⍺ ○ ℮ € †. */
const ODD_SIGN =
  /(?![!-~！-～´×°№‘-‟‹›«»…•‧¡¿′″♡♢♤♧♩-♯✿❀❁✦✧❥❦\p{ExtPict}\p{EMod}\p{RI}])[\p{S}\p{P}]/u;
/** Those of them that belong before or after a word; between two letters, Supp°rt, they imitate. */
const SIGN_AS_LETTER =
  /[\p{L}\p{N}]\p{M}*[°№•¡¿♡♢♤♧♩-♯✿❀❁✦✧❥❦\p{ExtPict}\p{RI}][\p{M}\p{EMod}\p{ExtPict}\p{RI}]*\p{L}/u;

function isUnusual(sign: string): boolean {
  return IS_LETTER.test(sign) && IS_LATIN.test(sign) && !IS_USUAL.test(sign.normalize('NFD'));
}

/** A letter of an alphabet that is not Latin; letters that are syllables or words do not count. */
const FOREIGN =
  '(?![\\p{sc=Latn}\\p{sc=Hani}\\p{sc=Hang}\\p{sc=Hira}\\p{sc=Kana}\\p{scx=Zyyy}])[\\p{L}\\p{N}]\\p{M}*';
const LONE_LETTER = new RegExp(`^${FOREIGN}$`, 'u');
const FOREIGN_WORD = new RegExp(`(?:${FOREIGN}){2}`, 'u');

/** A word of the Lisu letters that look like Latin capitals. */
const LATIN_IN_LISU = /^[ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ]+$/u;

/** The error for letters that imitate others, in a name of somebody or something, if any. */
export function lettersProblem(text: string, label: string): string | undefined {
  const composed = text.normalize('NFC');
  const words = composed.split(BETWEEN_WORDS);
  const latin = words.filter((word) => /\p{sc=Latn}/u.test(word));
  const hasOddSign = latin.some((word) => ODD_SIGN.test(word) || SIGN_AS_LETTER.test(word));
  if (hasOddSign || !IS_LIVING.test(composed) || [...composed].some(isUnusual)) {
    return `${label} contains unusual letters or signs; use ordinary ones`;
  }
  if (words.some((word) => LATIN_IN_LISU.test(word))) {
    return `${label} uses letters that only look like Latin ones`;
  }
  // Beside Latin words only, it reads as a part of these: Kindpa ا.
  const hasLoneLetter =
    latin.length > 0 &&
    words.some((word) => LONE_LETTER.test(word)) &&
    !words.some((word) => FOREIGN_WORD.test(word));
  if (hasLoneLetter || words.some((word) => !IS_UNMIXED.some((unmixed) => unmixed.test(word)))) {
    return `${label} mixes different alphabets in a word; use one, or put a space between them`;
  }
  return undefined;
}

/** The error for a short text shown as a name of somebody or something, if any. */
export function shownProblem(text: string, label: string): string | undefined {
  return hiddenProblem(text, label, { allowsPictures: false }) ?? lettersProblem(text, label);
}

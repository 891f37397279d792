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

function isUnusual(sign: string): boolean {
  return IS_LETTER.test(sign) && IS_LATIN.test(sign) && !IS_USUAL.test(sign.normalize('NFD'));
}

/** A word of the Lisu letters that look like Latin capitals. */
const LATIN_IN_LISU = /^[ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ]+$/u;

/** The error for letters that imitate others, in a name of somebody or something, if any. */
export function lettersProblem(text: string, label: string): string | undefined {
  const composed = text.normalize('NFC');
  const words = composed.split(BETWEEN_WORDS);
  const hasOddSign = words.some((word) => /\p{sc=Latn}/u.test(word) && ODD_SIGN.test(word));
  if (hasOddSign || !IS_LIVING.test(composed) || [...composed].some(isUnusual)) {
    return `${label} contains unusual letters or signs; use ordinary ones`;
  }
  if (words.some((word) => LATIN_IN_LISU.test(word))) {
    return `${label} uses letters that only look like Latin ones`;
  }
  if (words.some((word) => !IS_UNMIXED.some((unmixed) => unmixed.test(word)))) {
    return `${label} mixes different alphabets in a word; use one, or put a space between them`;
  }
  return undefined;
}

/** The error for a short text shown as a name of somebody or something, if any. */
export function shownProblem(text: string, label: string): string | undefined {
  return hiddenProblem(text, label, { allowsPictures: false }) ?? lettersProblem(text, label);
}

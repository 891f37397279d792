/** Signs that are not shown, or that turn the text around them; and fillers that look like nothing. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/u;
/** Joiners belong to the spelling of words in some scripts, between two of their letters. */
const JOINER = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;
const JOINING_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;
/** Between two pictures a joiner makes one of them: a woman who runs. */
const PICTURE_JOINER =
  /(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})/gu;

/** More marks on one letter than any language writes; they would cover the lines around it. */
const TOO_MANY_MARKS = /(?:\p{Mc}*[\p{Mn}\p{Me}]){5}/u;

/** Says that a line holds what nobody sees, or what changes how the text around it is read. */
export function hiddenProblem(
  text: string,
  label: string,
  { allowsPictures = true } = {},
): string | undefined {
  const words = JOINING_SCRIPTS.test(text) ? text.replace(JOINER, '') : text;
  const spelled = allowsPictures ? words.replace(PICTURE_JOINER, '') : words;
  return UNSEEN.test(spelled) || TOO_MANY_MARKS.test(text.normalize('NFD'))
    ? `${label} contains invalid characters`
    : undefined;
}

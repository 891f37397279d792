/**
 * What looks like each Latin letter: the look-alikes of UTS 39, and the letters and signs that the
 * usual generators of fancy text write in its place. Letters that cannot be told apart, or that
 * share many look-alikes, count as the same: i and l, and n, u and v.
 */
export const ALIKE_SIGNS = {
  a: 'аАαΑΛΔДд@4ᴀɑⱥꭺᎪᏗᏜᗩᗅᗋᐱꓮ𖽀卂คልለአム₳',
  b: 'ЬьЪъВвБбβΒ86ʙɓƀƃßẞꮟᏴᏏᏰᗷᖯᑲꓐ乃日๒ᄇጌ฿',
  c: 'сСᴄƈȼ©ꮯᏟᏨᑕᑢᒼꓚ匚ㄈᄃር₵¢',
  d: 'ԁԀδᴅɗɖđĐƌðÐꭰᎠᏓᏧᎴᗪᗞᑯᕲꓓꓒ๔ดժձり∂',
  e: 'еЕєЄэЭзЗҽεΕΣξΞ3℮ᴇɇɛǝꭼᎬᏋᘿᗴᗱᕮᙓꓰⴹⵟ乇彐ヨԵቿᄐ៩モ',
  f: 'ҒғϜꜰƒᎦᖴꓝ千キֆቻ₣',
  g: 'Ԍԍ9ɢɠǥɡᏀᏳᏻᎶᏣᏩᘜꓖցኗ₲',
  h: 'һҺнНђћңҢҥӊΗʜɦħⱨꮋᎻᏂᕼᖺꓧ卄廾サհՀիዘᅢん',
  j: 'јЈϳͿᴊɉȷꭻᎫᏠᒍᒚꓙフյՅ',
  k: 'кКқҚҝҟҡӄκΚᴋƙĸⱪꝁꮶᏦᐸꓗⴽⴿ长スጕ₭',
  l: 'iıіІιΙӀӏлЛ1|!¡❗❕łŁɪʟɨɩƚɫɬɭꭵꮮᎥᏆᎨᏞᏝᅵᄂ丨亅乚〡ㄥ工エレןויا١۱ߊเไแເໄլԼւᒪᒻᓰᖽꓲꓡ𖼨𖼖ⵏⵑⵊノጎረⱠⱡ',
  m: 'мМΜϺᴍɱꮇᎷᗰᙢᘻꓟ爪๓ጠጦⵎᄊ₥',
  n: 'uvпПиИцЦџЏηΝνυμѵѴոռՈսՍնմղդวɴɲƞŋɳᴜʉʊᴠʋꮩᏁᏙᏉᏌᏬᏅᑎᑌᐯᘉᑘᐺᘐꓠꓴꓦꓵⴸⵡ几冂凵ㄩㄇひกภทนยบขטחתעሀህበںن٧۷ပဂப刀ክሁ₦',
  o: 'оОοΟσΩθΘӨөѳ0օՕᴏøØɵ°⭕🔴🟠🟡🟢🔵🟣🟤⚪⚫🔘🌐🌍🌎🌏🌕🌑〇口囗ロㄖဝ၀०০௦౦೦๐໐០๏อסםهةہ٥۵ዐዕჿᎤᎧᎾᏫᓍᗝᐤꓳⵔⵙⴱⵁⴲⵚⴰᱚ߀ଠഠᄋᄆのФф',
  p: 'рРρΡᴘƥᵽþÞꮲᏢᎮᑭᕵᑬꓑק卩尸ㄗㄕքየア₱',
  q: 'ԛԚɋʠգզᑫᕴⵕゐዒ',
  r: 'гГґяЯΓʀɽɍɾꭱꮢᎡᏒᏑᖇꓣ𖼵尺րՐר®ᄅዪ',
  s: 'ѕЅς5$§💲ꜱʂȿꮥꮪᏚᏕᏍᔕᔑꓢ𖼺ՏႽ丂ㄎรธነ₴',
  t: 'тТτΤ7+†➕✝☦ᴛƭʈŧŦⱦꭲᎢᏖᖶꓔ𖼊丅丁七十ナテㄒדךեէፐተⵜᅮイፕ₮',
  w: 'шШщЩѡԝԜωᴡⱳꮃꮤᎳᏔᏇᗯᙡᘺꓪ山屮ฬพผฝฟພຜապשሠ₩',
  x: 'хХχΧ×❌❎✖᙭ᕽᕁꓫⵝⵅ乂メㄨאճжЖሸӾӿ',
  y: 'уУүҮұҰчЧγΥʏƴɏɣꭹꮍᎩᎽᖻᖿꓬ𖽃丫ㄚץצყリሃ',
  z: 'ζΖ2ᴢȥʐƶⱬꮓᏃꓜᘔ乙շչጊ',
};
const ALIKE: Record<string, string> = Object.fromEntries(
  Object.entries(ALIKE_SIGNS).flatMap(([letter, alike]) =>
    [...alike].map((sign) => [sign, letter]),
  ),
);

/**
 * White letters in black circles and squares, and flag letters: each range is an alphabet that
 * starts here.
 */
const BOXED_FROM = [0x1f150, 0x1f170, 0x1f1e6];
const BOXED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
function unbox(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const from = BOXED_FROM.findLast((first) => first <= code) ?? code;
  return String.fromCharCode(97 + code - from);
}

/** A text without accents and boxes around letters. */
export function plainOf(text: string): string {
  // Normalized, this c would be another form of the letter sigma.
  const boxed = text.replace(/[ϲϹ]/g, 'c').normalize('NFKD');
  return boxed.replace(BOXED, unbox).replace(/\p{M}/gu, '');
}

/** The letter that a sign looks like. Capitals come first: Η is an H, and η is an n. */
function letterOf(sign: string): string {
  const small = sign.toLowerCase();
  return ALIKE[sign] ?? ALIKE[small] ?? small;
}

/** A text as it looks: without case, accents and signs, look-alike letters unified. */
export const looksLike = (word: string): string => unified(plainOf(word));

function unified(plain: string): string {
  const letters = [...plain]
    .map(letterOf)
    .join('')
    .replace(/[^\p{L}\p{N}]|\p{Lm}|ꞌ/gu, '');
  return letters.replaceAll('rn', 'm').replaceAll('nn', 'w');
}

/**
 * All that a text looks like: cl may also be read as d, some letters as an a or a d, and a sign as
 * a letter or as nothing.
 */
export function looksOf(word: string): string[] {
  const plain = plainOf(word);
  const others = [plain.replace(/c[lI1|]|[ΔДдዕ]/g, 'd'), plain.replace(/[^\p{L}\p{N}]/gu, '')];
  return [...new Set([plain, ...others].map(unified))];
}

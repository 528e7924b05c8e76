/** UAX 31, table 5: scripts in everyday use, without the two that look most like Latin. */
const WITH_LATIN = words(
  'Arabic Armenian Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada',
  'Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan',
)
const OTHERS = words(
  'Cyrillic Greek Cherokee Coptic Glagolitic Gothic Runic Ogham Old_Italic Lisu Tifinagh Nko Syriac Mongolian Javanese Balinese',
  'Canadian_Aboriginal Yi Vai Deseret Osage Adlam Bamum Batak Buginese Cham Lepcha Limbu Meetei_Mayek New_Tai_Lue Ol_Chiki',
  'Samaritan Saurashtra Sundanese Syloti_Nagri Tai_Le Tai_Tham Tai_Viet Mandaic Rejang Kayah_Li Phags_Pa Tagalog Hanunoo',
)
const SCRIPTS = ['Latin', ...WITH_LATIN, ...OTHERS]
/** Written together, with Latin or without: Japanese, Korean, Chinese with phonetic letters. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
]
const ALLOWED = [
  ...SCRIPTS.map((script) => [script]),
  ...WITH_LATIN.map((script) => ['Latin', script]),
  ...TOGETHER,
].map(
  (scripts) =>
    new RegExp(`^[\\p{scx=Common}\\p{scx=Inherited}${scripts.map((name) => `\\p{scx=${name}}`).join('')}]*$`, 'u'),
)
const BY_SCRIPT = SCRIPTS.map((script) => ({ script, pattern: new RegExp(`\\p{scx=${script}}`, 'u') }))
const NEUTRAL = /[\p{sc=Common}\p{sc=Inherited}]/u

/**
 * Labels that mix scripts as no honest name does: UTS 39 ("Moderately Restrictive") allows one script, Latin with one
 * other that is in everyday use except Cyrillic and Greek, and what Chinese, Japanese and Korean write together.
 * @param unicodeHost as `domainToUnicode` makes it.
 * @returns by label the names of its scripts (UAX 24), in the order in which they occur; empty when no label mixes.
 */
export function mixedScripts(unicodeHost: string): { label: string; scripts: string[] }[] {
  return unicodeHost
    .split('.')
    .filter((label) => !ALLOWED.some((pattern) => pattern.test(label)))
    .map((label) => ({ label, scripts: scriptsOf(label) }))
}

function scriptsOf(label: string): string[] {
  const found = new Set<string>()
  for (const character of label)
    if (!NEUTRAL.test(character))
      found.add(BY_SCRIPT.find(({ pattern }) => pattern.test(character))?.script ?? 'another script')
  return [...found]
}

function words(...lines: string[]): string[] {
  return lines.join(' ').split(' ')
}

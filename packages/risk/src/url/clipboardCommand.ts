/** Programs that run what they are given, or fetch and run in one. */
const RUNNERS = String.raw`powershell|pwsh|mshta|cmd(?:\.exe)?\s+\/[ck]|osascript|rundll32|regsvr32|certutil|bitsadmin|conhost|forfiles|SyncAppvPublishingServer`
/** Programs that fetch. */
const FETCHES =
  'curl|wget|irm|iwr|Invoke-\\w{1,40}|Start-BitsTransfer|nslookup|finger|scp|ftp|base64\\s+(?:-d|-D|--decode)'
/** What is fetched is piped. */
const PIPED = /\|\s{0,20}(?:sudo\s{1,20})?(?:iex|(?:ba|z|da)?sh|python\d?|node|perl|ruby)\b/gi
/** It is kept, and then made to run. */
const RUNS =
  /\bchmod\s{1,20}(?:\+x|[0-7]{3})|\bnohup\b|\bstart\b|\bopen\b|\biex\b|\b(?:ba|z|da)?sh\s{1,20}\S|\bpython\d?\s{1,20}\S|\bnode\s{1,20}\S|\.\/\S|%te?mp%/gi
/** Code that is fetched inside of a command, and code as an argument. */
const INLINE = String.raw`(?:ba|z|da)?sh\s+-c\s+["']?\$\(\s?(?:curl|wget)|\beval\s+["']?\$\(\s?(?:curl|wget)|python\d?\s+-c\s+["'][^\n]{0,300}https?:|node\s+-e\s+["'][^\n]{0,300}https?:|msiexec\s[^\n]{0,120}https?:|xattr\s+-\w{0,3}d?\w{0,2}\s[^\n]{0,120}quarantine`

const ALONE = new RegExp(String.raw`\b(?:(?:${RUNNERS})\b|${INLINE})`, 'i')
const FETCHED = new RegExp(String.raw`\b(?:${FETCHES})\b`, 'i')
/** Ends one command and begins the next. */
const NEXT = /[;&\n]/
/** Characters that may stand between fetching and running. */
const WINDOW = 600
/** Characters that are looked through, also of a page's code, and those of one look. */
const MAX_TEXT = 600_000
const LOOK = 200_000

/**
 * Whether a text is a command that fetches and runs a program, as fake checks and fake updates have it pasted. Of a longer text the first 600,000
 * characters are looked through.
 */
export function isCommand(text: string): boolean {
  // Any space between words is one.
  const whole = text.slice(0, MAX_TEXT).replace(/[ \t]{2,}/g, ' ')
  for (let at = 0; at === 0 || at < whole.length - 2 * WINDOW; at += LOOK - 2 * WINDOW)
    if (hasCommand(whole.slice(at, at + LOOK))) return true
  return false
}

function hasCommand(looked: string): boolean {
  /** What stands before a place, in so many lines. */
  const before = (index: number, lines: number) =>
    looked
      .slice(Math.max(0, index - WINDOW), index)
      .split('\n')
      .slice(-lines)
      .join('\n')
  const isKept = (earlier: string) => {
    const fetched = FETCHED.exec(earlier)
    return fetched !== null && NEXT.test(earlier.slice(fetched.index))
  }
  if (ALONE.test(looked)) return true
  if (!FETCHED.test(looked)) return false
  return (
    [...looked.matchAll(PIPED)].some(({ index }) => FETCHED.test(before(index, 1))) ||
    [...looked.matchAll(RUNS)].some(({ index }) => isKept(before(index, 2)))
  )
}

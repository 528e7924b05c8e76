const KEYS =
  /(?:\b(?:windows|win)|⊞)(?: key| button)?\s?\+\s?(?:r|x)\b|\bpress\b.{0,40}\b(?:win|windows)\b.{0,20}\br\b|\b(?:ctrl|control|⌘|cmd)\s?\+\s?v\b|\brun dialog\b|\bopen (?:the )?(?:terminal|powershell)\b/i
const PRETEXT =
  /not a robot|are (?:a )?human|human verification|verify (?:you|that you)|verification steps?|captcha|fix (?:the |this |it)|to (?:fix|resolve|continue)|error|troubleshoot/i

/** Whether a text tells its reader to run what was copied, and why one should: the lure of "ClickFix" pages. */
export function tellsToRun(text: string): boolean {
  return KEYS.test(text) && PRETEXT.test(text)
}

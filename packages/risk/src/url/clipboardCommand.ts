/** A command that fetches and runs a program, as fake checks and fake updates have it pasted. */
export const COMMAND =
  /\b(powershell|pwsh|mshta|cmd(\.exe)?\s+\/c|(?:irm|iwr|Invoke-\w+)\s[^|]*\|\s*iex|curl\s[^|]*\|\s*(ba|z)?sh|wget\s[^|]*\|\s*(ba|z)?sh|osascript|rundll32|certutil|bitsadmin|base64\s+(-d|--decode)[^|]*\|\s*(ba|z)?sh)\b/i

import type { CodeMark, Page } from '@redoubt/risk/facts/page.ts'
import type { Code } from './code.ts'
import { findMarks, type Rule } from './findMarks.ts'
import { near } from './near.ts'

type Kind = Page['clipboard'][number]['kind']

const WRITES = String.raw`\bclipboard\s?\.\s?writeText\s?\(|\bclipboardData\s?\.\s?setData\s?\(|\bexecCommand\s?\(\s?["'\`]copy["'\`]`
const ADDRESS =
  /0x[\da-fA-F]{40}\b|\bbc1[a-z0-9]{20,60}\b|["'`][13][1-9A-HJ-NP-Za-km-z]{25,34}["'`]|["'`]T[1-9A-HJ-NP-Za-km-z]{33}["'`]/
/** A pattern that recognises addresses, as code that replaces them needs it. */
const ADDRESS_PATTERN = /0x\[(?:a-f|A-F|0-9|\\d)[^\]]{0,20}\]\{40\}|\\b0x|\bbc1\[/
const COPY_HOOK = /\baddEventListener\s?\(\s?["'`](?:copy|cut)["'`]|\boncopy\s?=|\.on\(\s?["'`]copy["'`]/g
const PASTE_HOOK = /\baddEventListener\s?\(\s?["'`]paste["'`]|\bonpaste\s?=|\.on\(\s?["'`]paste["'`]/g
const COMMAND =
  /\b(?:(?:powershell|pwsh)(?:\.exe)?\s{1,3}[-/"'\w]|mshta\b|cmd(?:\.exe)? \/c|curl\s[^"'`]{0,200}\|\s?(?:ba|z)?sh|osascript|rundll32|msiexec|bitsadmin|certutil|Invoke-(?:WebRequest|Expression)|\biex\b|base64 -d)\b/i
const COPIES = new RegExp(WRITES)

/** An address alone is what a donation's copy button writes; exchanging one needs a hook, a timer or a pattern. */
const RULES: readonly Rule<Kind>[] = [
  ['rewrites-copy', (code) => near(code, COPY_HOOK, [/\bsetData\s?\(|\bwriteText\s?\(/, /\bpreventDefault\b/], 800)],
  ['writes-address', (code) => near(code, COPY_HOOK, [COPIES, ADDRESS], 1_000)],
  [
    'writes-address',
    (code) => near(code, new RegExp(WRITES, 'g'), [ADDRESS_PATTERN, /\bsetInterval\b|\breplace\s?\(/], -1_000),
  ],
  ['writes-address', (code) => near(code, /\bsetInterval\s?\(/g, [COPIES, ADDRESS], 800)],
  ['hooks-paste', (code) => near(code, PASTE_HOOK, [/\bpreventDefault\b|\.value\s?=/, /0x|\bbc1/], 800)],
]

/** Finds code that changes copied or pasted text. @param tells a command is a lure only where the page tells visitors to run it. */
export function clipboardIn(code: Code, tells: boolean): CodeMark<Kind>[] {
  const marks = findMarks(code, RULES)
  const lures = tells && COPIES.test(code.unfolded)
  return lures ? [...marks, ...findMarks(code, [['runs-command-lure' as const, COMMAND]])] : marks
}

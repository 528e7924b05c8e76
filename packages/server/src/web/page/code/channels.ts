import type { CodeMark, CommandChannel } from '@redoubt/risk/facts/page.ts'
import type { Code } from './code.ts'
import { findMarks, type Rule } from './findMarks.ts'
import { near } from './near.ts'

const PUBLIC_IPV4 =
  /https?:\/\/(?!127\.|10\.|0\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)(?:\d{1,3}\.){3}\d{1,3}(?=[:/"'`?]|$)/
const RUNS_ANSWER = /\beval\s?\(|\bnew Function\s?\(|\.src\s?=|\bimport\s?\(|\bfetch\s?\(\s?[a-z_$]/i

const RULES: readonly Rule<CommandChannel>[] = [
  ['telegram-bot', /\bapi\.telegram\.org\/bot/i],
  ['discord-webhook', /\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\//i],
  ['ip-endpoint', PUBLIC_IPV4],
  // A generated name: made anew from a digest whenever the last one was taken down.
  ['hashed-endpoint', /https?:\/\/(?:[\w-]{1,60}\.)?[\da-f]{24,63}\.[a-z]{2,20}(?=[/:"'`?])/],
  [
    'hashed-endpoint',
    (code) =>
      near(
        code,
        /\b(?:sha256|keccak256|md5|subtle\.digest)\s?\(/gi,
        [/\bfetch\s?\(|\bXMLHttpRequest\b|\.src\s?=/, /["'`]https:\/\/["'`]\s?\+|`https:\/\/\$\{/],
        400,
      ),
  ],
  // Reads its orders from a contract and runs or asks what they say ("EtherHiding").
  [
    'smart-contract-config',
    (code) =>
      near(
        code,
        /\beth_call\b/g,
        [
          RUNS_ANSWER,
          /\b(?:atob|fromCharCode|TextDecoder|decodeURIComponent|toUtf8String|hexToString|toAscii|parseInt)\b/,
        ],
        1_500,
      ),
  ],
]

/** Finds the channels that code reports to, or takes its orders from, other than an ordinary server. */
export function channelsIn(code: Code): CodeMark<CommandChannel>[] {
  return findMarks(code, RULES)
}

import type { CodeMark, CommandChannel, WalletCall } from '@redoubt/risk/facts/page.ts'
import { type Code, findMarks, findNear, type Rule } from './code.ts'

const QUOTE = '["\'`]'
/** Names between the brackets of a call, and calls inside them. */
const FIRST = String.raw`(?:[\w$."'\x60\[\]\s]|\([^()]{0,60}\)){1,80},`

/**
 * Calls and encodings of a method with two arguments or more. Its name alone tells nothing: code that reads a balance
 * carries the whole ABI.
 */
function callsOf(name: string): string[] {
  return [
    String.raw`\.\s?${name}(?:\.\w{1,30})?\s*\(${FIRST}`,
    String.raw`\[\s*${QUOTE}${name}(?:\([^()]{0,80}\))?${QUOTE}\s*\]\s*(?:\.\w{1,30}\s*)?\(`,
    String.raw`\bfunctionName${QUOTE}?\s*:\s*${QUOTE}${name}${QUOTE}`,
    String.raw`\b(?:encode\w{0,30}|getFunction)\s*\(\s*(?:\{[^{}]{0,80})?${QUOTE}${name}${QUOTE}`,
    String.raw`${QUOTE}${name}\(address,[\w,\s]{1,80}\)${QUOTE}`,
  ]
}

function anyOf(...signs: readonly string[]): RegExp {
  return new RegExp(signs.join('|'), 'i')
}

// By methods of EIP-1193 providers, names of ABIs and their selectors (ERC-20, 721, 1155, 2612), Permit2, EIP-5792 and EIP-7702.
const CALL_MARKS: readonly Rule<WalletCall>[] = [
  [
    'connect',
    /\beth_requestAccounts\b|\bwallet_requestPermissions\b|\bethereum\s?\.\s?enable\s?\(|eip6963:requestProvider|\bcreate(?:Web3Modal|AppKit)\b/,
  ],
  ['send', /\beth_sendTransaction\b|\.\s?sendTransaction\s?\(|\bsendUncheckedTransaction\b/],
  ['sign', /\bpersonal_sign\b|["'`]eth_sign["'`]|\.\s?signMessage\s?\(/],
  ['typed-data', /\beth_signTypedData(?:_v[1-4])?\b|\b_?signTypedData\s?\(/],
  ['approve', anyOf('095ea7b3', ...callsOf('approve'))],
  ['permit', anyOf('d505accf', '000000000022D473030F116dDEE9F6B43aC78BA3', ...callsOf('permit'))],
  // Types of signed data. Only their first letter tells them from the method.
  [
    'permit',
    /["'`]?\bprimaryType["'`]?\s*:\s*["'`]Permit["'`]|["'`]Permit(?:Single|Batch|TransferFrom|BatchTransferFrom|WitnessTransferFrom)["'`]|\bPermit(?:Single|Batch|TransferFrom|BatchTransferFrom)?["'`]?\]?\s*:\s*\[|\bPermit\(\s?address/,
  ],
  ['set-approval-for-all', /\bsetApprovalForAll\b|a22cb465/i],
  ['increase-allowance', anyOf('39509351', 'd73dd623', ...callsOf('increase(?:Allowance|Approval)'))],
  ['transfer-from', /\b(?:safe)?transferFrom\b|(?:0x|["'`])(?:23b872dd|42842e0e|f242432a)/i],
  ['delegation', /\bauthorizationList\b|\bsignAuthorization\b|\bsignEip7702\b|\beip-?7702\b/i],
  ['batch', /\bwallet_sendCalls\b/],
]

/** What code asks a wallet for, as far as its words tell. Exchanges, markets and thieves use the same words. */
export function walletCallsIn(code: Code): CodeMark<WalletCall>[] {
  return findMarks(code, CALL_MARKS)
}

const PUBLIC_IPV4 =
  /https?:\/\/(?!127\.|10\.|0\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)(?:\d{1,3}\.){3}\d{1,3}(?=[:/"'`?]|$)/

const RUNS_ANSWER = /\beval\s?\(|\bnew Function\s?\(|\.src\s?=|\bimport\s?\(|\bfetch\s?\(\s?[a-z_$]/i

const CHANNEL_MARKS: readonly Rule<CommandChannel>[] = [
  ['telegram-bot', /\bapi\.telegram\.org\/bot/i],
  ['discord-webhook', /\bdiscord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\//i],
  ['ip-endpoint', PUBLIC_IPV4],
  // What is typed leaves for another server as the address of a picture, or as a beacon.
  [
    'covert-request',
    /(?:\bnew Image\b[^;\n]{0,80}?\.src\s?=|\bsendBeacon\s?\()\s?["'`](?:https?:)?\/\/[^;\n]{0,400}?\.value\b/,
  ],
  // A generated name: made anew from a digest whenever the last one was taken down.
  ['hashed-endpoint', /https?:\/\/(?:[\w-]{1,60}\.)?[\da-f]{24,63}\.[a-z]{2,20}(?=[/:"'`?])/],
  [
    'hashed-endpoint',
    (code) =>
      findNear(
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
      findNear(
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
  return findMarks(code, CHANNEL_MARKS)
}

import type { CodeMark, WalletCall } from '../../../../risk/facts/page.ts'
import type { Code } from './code.ts'
import { findMarks, type Rule } from './findMarks.ts'

// By methods of EIP-1193 providers, names of ABIs and their selectors (ERC-20, 721, 1155, 2612), Permit2, EIP-5792 and EIP-7702.
const RULES: readonly Rule<WalletCall>[] = [
  [
    'connect',
    /\beth_requestAccounts\b|\bwallet_requestPermissions\b|\bethereum\s?\.\s?enable\s?\(|eip6963:requestProvider|\bcreate(?:Web3Modal|AppKit)\b/,
  ],
  ['send', /\beth_sendTransaction\b|\.\s?sendTransaction\s?\(|\bsendUncheckedTransaction\b/],
  ['sign', /\bpersonal_sign\b|["'`]eth_sign["'`]|\.\s?signMessage\s?\(/],
  ['typed-data', /\beth_signTypedData(?:_v[1-4])?\b|\b_?signTypedData\s?\(/],
  ['approve', /095ea7b3|\bapprove\(\s?address|["'`]approve["'`]|\.\s?approve\s?\(\s?[\w$.["'\]]{1,80}\s?,/i],
  [
    'permit',
    /d505accf|\bpermit\(\s?address|["'`]Permit(?:Single|Batch|TransferFrom|BatchTransferFrom|WitnessTransferFrom)?["'`]|\bPermit(?:Single|Batch|TransferFrom|BatchTransferFrom)?["'`]?\s?:\s?\[|000000000022D473030F116dDEE9F6B43aC78BA3/i,
  ],
  ['set-approval-for-all', /\bsetApprovalForAll\b|a22cb465/i],
  ['increase-allowance', /\bincrease(?:Allowance|Approval)\b|39509351|d73dd623/i],
  ['transfer-from', /\b(?:safe)?transferFrom\b|(?:0x|["'`])(?:23b872dd|42842e0e|f242432a)/i],
  ['delegation', /\bauthorizationList\b|\bsignAuthorization\b|\bsignEip7702\b|\beip-?7702\b/i],
  ['batch', /\bwallet_sendCalls\b/],
]

/** What code asks a wallet for, as far as its words tell. Exchanges, markets and thieves use the same words. */
export function walletCallsIn(code: Code): CodeMark<WalletCall>[] {
  return findMarks(code, RULES)
}

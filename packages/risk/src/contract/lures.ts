import { toFunctionSelector } from 'viem/utils'
import type { Hex } from '../address.ts'

/** Functions that promise to give or protect. Public incident reports and drainer kits name these. */
const LURES = [
  'claim()',
  'Claim()',
  'claim(address)',
  'claimReward()',
  'claimRewards()',
  'ClaimRewards()',
  'claimAirdrop()',
  'claimToken()',
  'claimTokens()',
  'airdrop()',
  'connect()',
  'Connect()',
  'connectWallet()',
  'verify()',
  'Verify()',
  'verifyWallet()',
  'validate()',
  'securityUpdate()',
  'SecurityUpdate()',
  'walletUpdate()',
  'migrate()',
  'networkMerge()',
  'NetworkMerge()',
  'unlock()',
  'register()',
  'getReward()',
]
/** The well-known lures by selector. */
export const LURE_BY_SELECTOR: ReadonlyMap<string, string> = new Map(
  LURES.map((signature) => [toFunctionSelector(`function ${signature}`), signature]),
)
/** Names that sound like a lure whatever their arguments. */
export const LURE_NAMES =
  /^(claim|airdrop|connect|verify|validate|security_?update|wallet_?update|network_?merge|migrate|get_?rewards?)/i

/** Functions that a standard names: `validateUserOp` of ERC-4337, by both forms of an operation. Entry points call them, and no visitor of a site. */
const OF_STANDARDS: ReadonlySet<string> = new Set(['0x19822f7c', '0x3a871cdd'])

/** Whether a function promises to give or protect, by its selector or its published name. */
export function isLure({ selector, signature }: { selector: Hex; signature: string | null }): boolean {
  if (OF_STANDARDS.has(selector)) return false
  return LURE_BY_SELECTOR.has(selector) || LURE_NAMES.test(signature ?? '')
}

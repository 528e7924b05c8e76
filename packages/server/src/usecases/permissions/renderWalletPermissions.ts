import type { Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { capConfidence } from '@redoubt/risk/engine/experimentalNetwork.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Permission, Revocations } from '@redoubt/risk/facts/revocationFacts.ts'
import type { UnconfirmedApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import type { WalletContract } from '@redoubt/risk/facts/walletContract.ts'
import type { RightPower } from '@redoubt/risk/wallet/rightRisk.ts'
import { getAddress } from 'viem/utils'
import { addressWarnings } from '../approvals/addressWarnings.ts'
import type { WalletApprovalsInput } from '../approvals/walletApprovals.ts'
import type { LedgerEntry } from './ledgerEntries.ts'
import { type RenderedPermission, renderPermission } from './renderPermission.ts'

export type { RenderedPermission } from './renderPermission.ts'

/** The whole ledger, ranked. `account` null: it could not be read. `keyless`: of an address without a private key. */
export type Ledger = {
  account: Account | null
  wallet: WalletContract | null
  entries: LedgerEntry[]
  unconfirmed: (Permission & Pick<UnconfirmedApproval, 'reason' | 'grantedAt'>)[]
  complete: boolean
  cut: string[]
  unavailable: string[]
  keyless: boolean
}

/** `data` of GET /v1/wallet/permissions/{address}: JSON values only. */
export type WalletPermissionsResult = {
  address: string
  chain: Chain
  accountType: 'eoa' | 'delegated' | 'safe' | 'smart-account' | 'contract' | null
  permissions: RenderedPermission[]
  summary: { total: number | null; risky: number | null; byPower: Record<RightPower, number | null> }
  nextCursor: string | null
  unconfirmed: {
    standard: Permission['standard']
    token: string | null
    spender: string
    tokenId: string | null
    reason: UnconfirmedApproval['reason']
    transactionHash: Hex | null
  }[]
  warnings: Finding[]
  confidence: number
  complete: boolean
  cut: string[]
  unknown: string[]
  unavailable: string[]
  blockNumber: string
  blockHash: Hex
  rulesetVersion: string
  intelAsOf: string
}

/** Limit of permissions that only a log claims: a stranger can make them by the thousand. */
const MAX_UNCONFIRMED = 100
const CONFIDENCE_OF_A_PART = 0.5
const CONFIDENCE_PER_FAILED_SOURCE = 0.9

export function renderWalletPermissions({
  input,
  block,
  ledger,
  page,
  ends,
  planned,
  nextCursor,
  intelAsOf,
}: {
  input: WalletApprovalsInput
  block: PinnedBlock
  ledger: Ledger
  page: readonly LedgerEntry[]
  /** What ends the entries of the page; null: it could not be made. */
  ends: Revocations | null
  /** How many entries of the page it was made for. */
  planned: number
  nextCursor: string | null
  intelAsOf: string
}): WalletPermissionsResult {
  const { account, wallet, complete } = ledger
  const endless = page.length > 0 && (ends === null || ends.simulated === false)
  const unavailable = [...ledger.unavailable, ...(endless ? ['simulation'] : [])].sort()
  const trust = CONFIDENCE_PER_FAILED_SOURCE ** unavailable.length * (complete ? 1 : CONFIDENCE_OF_A_PART)
  const permissions = page.map((entry, at) => renderPermission(entry, { ends, input, planned: at < planned }))
  return {
    address: input.spelling.spelled,
    chain: input.chain,
    accountType: account === null ? null : (wallet?.type ?? (account.class === 'eoa' ? 'eoa' : 'contract')),
    permissions,
    summary: summaryOf(ledger),
    nextCursor,
    unconfirmed: ledger.unconfirmed.slice(0, MAX_UNCONFIRMED).map((one) => ({
      standard: one.standard,
      token: one.token === null ? null : getAddress(one.token),
      spender: getAddress(one.spender),
      tokenId: one.tokenId === null ? null : String(one.tokenId),
      reason: one.reason,
      transactionHash: one.grantedAt?.hash ?? null,
    })),
    warnings: addressWarnings({ chain: input.chain, spelling: input.spelling, keyless: ledger.keyless }),
    confidence: capConfidence(input.chain, Math.round(100 * trust) / 100),
    complete,
    cut: ledger.cut,
    unknown: unknownOf(ledger, permissions),
    unavailable,
    blockNumber: String(block.number),
    blockHash: block.hash,
    rulesetVersion: RULESET_VERSION,
    intelAsOf,
  }
}

/** None seen in a part of the ledger is not none. */
function summaryOf({ entries, complete }: Ledger): WalletPermissionsResult['summary'] {
  const count = (of: readonly LedgerEntry[]) => (of.length === 0 && !complete ? null : of.length)
  const having = (power: RightPower) => count(entries.filter((entry) => entry.power === power))
  return {
    total: count(entries),
    risky: count(entries.filter(({ riskLevel }) => riskLevel === 'high' || riskLevel === 'critical')),
    byPower: {
      everything: having('everything'),
      sign: having('sign'),
      take: having('take'),
      borrow: having('borrow'),
      veto: having('veto'),
      claim: having('claim'),
      vote: having('vote'),
      answer: having('answer'),
    },
  }
}

/** Members that are null, or a list that is shorter, for want of knowledge. */
function unknownOf({ account, complete, unconfirmed }: Ledger, page: readonly RenderedPermission[]): string[] {
  const unknown: string[] = []
  if (account === null) unknown.push('accountType')
  if (!complete || unconfirmed.some(({ reason }) => reason !== 'claimed')) unknown.push('permissions')
  if (!complete) unknown.push('summary')
  if (page.some(({ cannotEnd }) => cannotEnd?.reason === 'unexecuted')) unknown.push('end')
  if (page.some(({ power, valueAtRiskUsd }) => valueAtRiskUsd === null && WORTH.has(power)))
    unknown.push('valueAtRiskUsd')
  if (page.some(({ spenderClass }) => spenderClass === null)) unknown.push('spenderClass')
  return unknown
}

/** Powers that put something at risk that has a price. */
const WORTH: ReadonlySet<RightPower> = new Set(['everything', 'sign', 'take', 'borrow'])

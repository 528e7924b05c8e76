import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import type { AccountClass, Label } from '@redoubt/risk/facts/account.ts'
import type { FactName, Facts } from '@redoubt/risk/facts/facts.ts'
import type { WalletContract, WalletExtension } from '@redoubt/risk/facts/walletContract.ts'
import type { Exposure } from '@redoubt/risk/facts/walletFacts.ts'
import type { ScoreBreakdown } from '@redoubt/risk/report/breakDown.ts'
import { rankApprovals } from '@redoubt/risk/wallet/rankApprovals.ts'
import type { SubScores } from '@redoubt/risk/wallet/subScores.ts'
import { getAddress } from 'viem/utils'
import { isoSeconds } from '../../../lib/isoSeconds.ts'
import { renderWalletApprovals, type WalletApprovalsResult } from '../../approvals/renderWalletApprovals.ts'
import { accountLabel } from '../renderChanges.ts'
import { renderFindings } from '../renderFindings.ts'
import type { Grounds } from '../scanContext.ts'
import type { JudgedWallet } from './judgedWallet.ts'
import {
  type AddressAssociation,
  type RenderedAssociations,
  renderAcquaintances,
  renderAssociations,
} from './renderAssociations.ts'
import { type RecentSummary, renderWalletActivity } from './renderWalletActivity.ts'
import { unknownOfWallet, type WalletLabel, walletLabels } from './unknownOfWallet.ts'
import type { WalletScanInput } from './walletScanInput.ts'

/** `data` of GET /v1/scan/wallet/{address}: JSON values only. Documented members first, then what we add. */
export type WalletScanResult = Grounds & {
  /** As the caller spelled it. */
  address: string
  chain: Chain
  riskScore: number
  riskLevel: RiskLevel
  labels: WalletLabel[]
  profile: {
    /** Whole days since it was first seen. */
    age: number | null
    /** Sent by it, by its nonce. */
    transactionCount: number | null
    /** ISO 8601. */
    firstSeen: string | null
    lastSeen: string | null
  }
  associations: RenderedAssociations
  riskFactors: Finding[]
  /** Beyond the contract. `weighted`: the sum by weight, before the floors. */
  subScores: SubScores
  weightedScore: number
  confidence: number
  accountType: AccountClass | null
  walletContract: RenderedWalletContract | null
  labelSources: (Pick<Label, 'name' | 'category' | 'source' | 'confidence'> & { since: string | null })[]
  fundingChain: {
    hop: number
    address: string
    label: string
    transactionHash: Hex | null
    blockNumber: string | null
    value: string | null
  }[]
  counterparties: AddressAssociation[]
  exposures: (Omit<Exposure, 'unconfirmedLabel'> & { address: string })[]
  historySource: Facts['history']['source'] | null
  /** With `includeTransactions`; null: the history is not known. */
  transactions?: RecentSummary | null
  /** With `includeApprovals`: the worst fifty; null: they are not known. */
  approvals?:
    | (Pick<WalletApprovalsResult, 'summary' | 'complete'> & { entries: WalletApprovalsResult['approvals'] })
    | null
  breakdown: ScoreBreakdown
}

const MAX_APPROVALS = 50

/** Translates what was learned and judged into the contract's JSON. Decides nothing. */
export function renderWallet({
  input,
  judged: { gathered, score, breakdown, unavailable },
  intelAsOf,
}: {
  input: WalletScanInput
  judged: JudgedWallet
  intelAsOf: string
}): WalletScanResult {
  const { facts } = gathered
  const { subject, history, block } = facts
  return {
    address: input.spelling.spelled,
    chain: input.chain,
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    labels: walletLabels(facts),
    profile: profileOf(facts),
    associations: renderAssociations(facts),
    riskFactors: renderFindings(score.findings),
    subScores: score.subScores,
    weightedScore: score.weighted,
    confidence: score.confidence,
    accountType: subject?.class ?? null,
    walletContract: facts.walletContract
      ? renderWalletContract(facts.walletContract, facts.walletExtensions ?? [])
      : null,
    labelSources: (subject?.labels ?? []).map(({ name, category, source, confidence, listed }) => ({
      name,
      category,
      source,
      confidence,
      since: listed?.since ?? null,
    })),
    fundingChain: (facts.fundingChain ?? []).map(({ hop, address, account, hash, blockNumber, value }) => ({
      hop,
      address: getAddress(address),
      label: accountLabel(account),
      transactionHash: hash,
      blockNumber: blockNumber === null ? null : String(blockNumber),
      value: value === null ? null : String(value),
    })),
    counterparties: renderAcquaintances(facts),
    exposures: (facts.exposures ?? []).map(({ unconfirmedLabel: _, address, through, ...rest }) => ({
      ...rest,
      address: getAddress(address),
      through: through === null ? null : getAddress(through),
    })),
    historySource: history?.source ?? null,
    ...(input.includeTransactions && { transactions: renderWalletActivity(input.chain, input.address, facts) }),
    ...(input.includeApprovals && { approvals: approvalsOf(input, gathered, intelAsOf) }),
    complete: gathered.complete && score.missingDecisiveFacts.length === 0,
    unknown: unknownOfWallet(gathered),
    unavailable,
    blockNumber: block ? String(block.number) : null,
    blockHash: block?.hash ?? null,
    rulesetVersion: RULESET_VERSION,
    intelAsOf,
    breakdown,
  }
}

function profileOf({ history, subject, walletActivity }: Partial<Facts>): WalletScanResult['profile'] {
  return {
    age: walletActivity?.ageDays ?? null,
    transactionCount: history?.sentCount ?? (subject ? Number(subject.nonce) : null),
    firstSeen: isoSeconds(history?.firstSeen?.timestamp),
    lastSeen: isoSeconds(history?.lastSeen?.timestamp),
  }
}

function approvalsOf(
  input: { address: Address } & WalletScanInput,
  { facts, incomplete }: GatheredFacts,
  intelAsOf: string,
): NonNullable<WalletScanResult['approvals']> | null {
  const { block, walletApprovals } = facts
  if (block === undefined || walletApprovals === undefined) return null
  const approvals = rankApprovals(walletApprovals, { owner: input.address, now: Number(block.timestamp) })
  const part: FactName = 'walletApprovals'
  const complete = incomplete[part] === undefined
  const list = { approvals, unconfirmed: [], events: 0, complete, cut: [], unavailable: [], keyless: false }
  const page = approvals.slice(0, MAX_APPROVALS)
  const asked = { ...input, limit: MAX_APPROVALS, cursor: null, risk: null }
  const { summary, approvals: entries } = renderWalletApprovals({
    input: asked,
    block,
    list,
    page,
    nextCursor: null,
    intelAsOf,
  })
  return { summary, entries, complete }
}

type Extension = { address: string; role: WalletExtension['role']; label: string }

/** What a contract account is made of. `complete` false: it has more owners or modules than these. */
type RenderedWalletContract =
  | {
      type: 'safe'
      version: string
      owners: string[]
      threshold: number
      modules: string[]
      guard: string | null
      moduleGuard: string | null
      fallbackHandler: string | null
      extensions: Extension[]
      complete: boolean
    }
  | {
      type: 'smart-account'
      name: string
      implementation: string
      modules: string[]
      extensions: Extension[]
      complete: boolean
    }
  | { type: 'delegated'; delegate: string; delegateLabel: string }
  | { type: 'contract' }

function renderWalletContract(wallet: WalletContract, extensions: readonly WalletExtension[]): RenderedWalletContract {
  const maybe = (address: Parameters<typeof getAddress>[0] | null) => (address === null ? null : getAddress(address))
  const named = extensions.map(({ role, account }) => ({
    address: getAddress(account.address),
    role,
    label: accountLabel(account),
  }))
  switch (wallet.type) {
    case 'safe':
      return {
        type: 'safe',
        version: wallet.version,
        owners: wallet.owners.map((owner) => getAddress(owner)),
        threshold: wallet.threshold,
        modules: wallet.modules.map((module) => getAddress(module)),
        guard: maybe(wallet.guard),
        moduleGuard: maybe(wallet.moduleGuard),
        fallbackHandler: maybe(wallet.fallbackHandler),
        extensions: named,
        complete: wallet.complete,
      }
    case 'smart-account':
      return {
        type: 'smart-account',
        name: wallet.name,
        implementation: getAddress(wallet.implementation),
        modules: wallet.modules.map((module) => getAddress(module)),
        extensions: named,
        complete: wallet.complete,
      }
    case 'delegated':
      return {
        type: 'delegated',
        delegate: getAddress(wallet.delegate.address),
        delegateLabel: accountLabel(wallet.delegate),
      }
    case 'contract':
      return { type: 'contract' }
  }
}

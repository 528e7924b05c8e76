import { isContractLabelWithoutCode } from '@redoubt/risk/accounts/contractLabelWithoutCode.ts'
import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { RULESET_VERSION, type Score } from '@redoubt/risk/engine/score.ts'
import { isHistoryKnown } from '@redoubt/risk/wallet/exposures.ts'
import { getAddress } from 'viem/utils'
import { renderFindings } from '../renderFindings.ts'
import type { Grounds, ScanContext, ScanOwner } from '../scanContext.ts'
import type { JudgedWallet } from './judgedWallet.ts'
import { judgeWallet, type WalletInput } from './judgeWallet.ts'
import { withKeptLevels, withUnknownLevels } from './keptLevels.ts'
import { type AddressAssociation, renderAcquaintances, renderAssociations } from './renderAssociations.ts'
import { renewKept } from './renewKept.ts'
import { unknownOfWallet, type WalletLabel, walletLabels } from './unknownOfWallet.ts'
import { holdingsProviders, type WalletSources } from './walletSources.ts'

/** `owner`: the wallet whose history tells whether the address was planted there. */
export type VerifyInput = WalletInput & { owner: Address | null }

/** `data` of GET /v1/wallet/verify/{address}. Documented members first, then what we add. */
export type VerifyResult = Grounds & {
  /** As the caller spelled it. */
  address: string
  chain: Chain
  /** Nothing speaks against it, and something for it: see `isVerified`. */
  verified: boolean
  labels: (WalletLabel | 'nft_marketplace')[]
  riskScore: number
  checks: {
    /** Code of its own: false for EIP-7702 accounts. */
    isContract: boolean | null
    /** Any code, a delegation included. */
    hasCode: boolean | null
    /** A key moves it: true for EIP-7702 accounts; null where a label says contract and the chain shows no code. */
    isEOA: boolean | null
    /** Worthless transfers planted it in the history of a wallet whose counterparty it resembles; null: not all of that history was read. */
    isPoisoned: boolean | null
    /** EIP-55 of the address that it resembles. */
    isSimilar: string | null
    fundingSource: string[]
    associations: AddressAssociation[]
  }
  /** Beyond the contract. */
  riskLevel: RiskLevel
  confidence: number
  warnings: Finding[]
  /** Everything it resembles, planted ones first. */
  similar: {
    address: string
    label: string
    prefixMatchLength: number
    suffixMatchLength: number
    by: 'known' | 'history'
    baits: { kind: 'zero-value' | 'dust' | 'counterfeit'; transactionHash: Hex; blockNumber: string }[]
  }[]
}

const MEDIUM = 40

/**
 * Builds GET /v1/wallet/verify/{address}: the facts and the score of a wallet scan, so that both say the same.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the address's own state could be read.
 */
export function createAddressVerification(sourcesFor: (owner: ScanOwner, chain: Chain) => Promise<WalletSources>) {
  return async function verifyAddress(input: VerifyInput, context: ScanContext): Promise<VerifyResult> {
    const sources = await sourcesFor(context, input.chain)
    const signal = AbortSignal.any([context.signal, AbortSignal.timeout(input.deadlineMs)])
    const judged = await judgeWallet(input, sources, {
      signal: context.signal,
      shown: ['activityLabels'],
      providers: holdingsProviders(input, sources),
    })
    const result = renderVerification(input, judged, sources.intelAsOf())
    const { block } = judged.gathered.facts
    const { keptLevels } = sources
    const addressOf = ({ address }: AddressAssociation) => address
    const associations = await withKeptLevels(result.checks.associations, { addressOf, block, keptLevels, signal })
    // The history of the caller's own wallet is no public fact of this address.
    if (input.owner === null) await renewKept(sources, judged, signal)
    const unknown = withUnknownLevels(result.unknown, associations, 'associations')
    return { ...result, checks: { ...result.checks, associations }, unknown }
  }
}

function renderVerification(
  input: VerifyInput,
  { gathered, score, unavailable }: JudgedWallet,
  intelAsOf: string,
): VerifyResult {
  const { facts } = gathered
  const { subject, block } = facts
  const lookalikes = (facts.lookalikes ?? []).toSorted(
    (a, b) => b.bait.length - a.bait.length || b.prefix + b.suffix - (a.prefix + a.suffix),
  )
  const [closest] = lookalikes
  const marketplace = subject?.labels.some(({ category }) => category === 'nft_marketplace') ?? false
  return {
    address: input.spelling.spelled,
    chain: input.chain,
    verified: isVerified(gathered, score),
    labels: [...walletLabels(facts), ...(marketplace ? (['nft_marketplace'] as const) : [])],
    riskScore: score.riskScore,
    checks: {
      isContract: subject ? subject.class === 'contract' || subject.class === 'precompile' : null,
      hasCode: subject ? subject.codeSize > 0 : null,
      isEOA:
        subject && !isContractLabelWithoutCode(subject)
          ? subject.class === 'eoa' || subject.class === 'delegated-eoa'
          : null,
      isPoisoned: isPoisoned(gathered),
      isSimilar: closest === undefined ? null : getAddress(closest.similarTo),
      fundingSource: renderAssociations(facts).fundingSources,
      associations: renderAcquaintances(facts),
    },
    riskLevel: score.riskLevel,
    confidence: score.confidence,
    warnings: renderFindings(score.findings),
    similar: lookalikes.map(({ similarTo, label, prefix, suffix, by, bait }) => ({
      address: getAddress(similarTo),
      label: label?.name ?? 'Unlabelled address',
      prefixMatchLength: prefix,
      suffixMatchLength: suffix,
      by,
      baits: bait.map(({ kind, hash, blockNumber }) => ({
        kind,
        transactionHash: hash,
        blockNumber: String(blockNumber),
      })),
    })),
    complete: gathered.complete && score.missingDecisiveFacts.length === 0,
    unknown: unknownOfVerification(gathered),
    unavailable,
    blockNumber: block ? String(block.number) : null,
    blockHash: block?.hash ?? null,
    rulesetVersion: RULESET_VERSION,
    intelAsOf,
  }
}

/** Where this answer shows what the scan's members show. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  associations: ['associations'],
  counterparties: [],
  fundingChain: ['fundingSource'],
  lookalikes: ['isPoisoned', 'isSimilar'],
  riskFactors: ['warnings'],
  approvals: [],
  transactions: [],
}

/** A planted look-alike that was seen is one, whatever else could not be read. */
function isPoisoned({ facts: { lookalikes, history }, incomplete }: GatheredFacts): boolean | null {
  if (lookalikes?.some(({ bait }) => bait.length > 0)) return true
  const isRead = lookalikes !== undefined && history !== undefined && !incomplete.lookalikes && !incomplete.history
  return isRead ? false : null
}

function unknownOfVerification(gathered: GatheredFacts): string[] {
  const names = unknownOfWallet(gathered).flatMap((name) => CHECKS[name] ?? [name])
  const { subject } = gathered.facts
  if (isPoisoned(gathered) === null) names.push('isPoisoned')
  if (subject !== undefined && isContractLabelWithoutCode(subject)) names.push('isEOA')
  return [...new Set(names)].sort()
}

/**
 * An address is verified when nothing speaks against it (below medium, and no finding above low) and something speaks for
 * it: the label of a source that may be trusted, or transactions that a key sent. Unread facts verify nothing: not without
 * lists, history and look-alikes. One that was never seen is neither good nor bad: false.
 */
function isVerified(
  { facts: { subject, history, lookalikes }, incomplete }: GatheredFacts,
  { riskScore, findings }: Pick<Score, 'riskScore' | 'findings'>,
): boolean {
  if (subject === undefined || subject.sanctioned === null || history === undefined || lookalikes === undefined)
    return false
  if (riskScore >= MEDIUM || findings.some(({ severity }) => severity !== 'low' && severity !== 'info')) return false
  const named =
    trustOf(subject) === 'known' ||
    subject.labels.some(({ category, confidence }) => category === 'multisig' && confidence !== 'low')
  // A contract's nonce is 1 from birth and counts what it created: it proves no use.
  const used = subject.class !== 'contract' && history.sentCount > 0
  return named || (used && isHistoryKnown(history) && incomplete.lookalikes === undefined)
}

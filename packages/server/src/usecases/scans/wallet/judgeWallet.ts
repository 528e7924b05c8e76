import type { Chain } from '@redoubt/risk/chain.ts'
import { walletDetectors } from '@redoubt/risk/detectors/index.generated.ts'
import { withSecondEndpoint } from '@redoubt/risk/engine/endpointAgreement.ts'
import { failedExecutions } from '@redoubt/risk/engine/failedExecutions.ts'
import { type FactProviders, type GatheredFacts, gatherFacts, type OnFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { type Outcome, runDetectors } from '@redoubt/risk/engine/runDetectors.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import { breakDown } from '@redoubt/risk/report/breakDown.ts'
import { ASPECT_CATEGORY, aspectOf } from '@redoubt/risk/wallet/aspects.ts'
import { scoreWallet } from '@redoubt/risk/wallet/walletScore.ts'
import { ApiError, apiErrorOf } from '../../../errors.ts'
import { endpointAgreement } from '../endpointAgreement.ts'
import { refuseWhenBusy } from '../judgementProblems.ts'
import type { JudgedWallet } from './judgedWallet.ts'
import { type WalletSubject, walletProviders } from './walletProviders.ts'
import { failedHistorySources, type WalletSources } from './walletSources.ts'

export type WalletInput = WalletSubject & {
  chain: Chain
  /** 200-30,000, default 10,000. */
  deadlineMs: number
}

/** Facts that every answer about a wallet shows, whatever the detectors need. */
const SHOWN: readonly FactName[] = [
  'block',
  'subject',
  'walletContract',
  'history',
  'walletPrices',
  'fundingChain',
  'walletCounterparties',
  'exposures',
  'walletActivity',
  'lookalikes',
  'poisonings',
]

/** Whose failure the absence of a fact is. */
const SOURCE_OF: Partial<Record<FactName, string>> = {
  subject: 'rpc',
  block: 'rpc',
  walletContract: 'rpc',
  walletExtensions: 'rpc',
  codeJudgement: 'simulation',
  history: 'history',
  walletActivity: 'history',
  neighbours: 'history',
  fundingChain: 'history',
  walletApprovals: 'approvals',
  holdings: 'holdings',
  activityLabels: 'holdings',
  lookalikes: 'history',
}
/** Milliseconds before the deadline, and the share of it, after which no further hop is followed. */
const SPARE_MS = 400
const SPARE_SHARE = 0.15

/**
 * Learns a wallet's facts under one deadline, runs the detectors and scores it.
 * @param shown facts that the answer shows beyond the usual ones, and how the scan's own are learned.
 * @throws ApiError UPSTREAM_UNAVAILABLE or UPSTREAM_TIMEOUT when not even the address's own state could be read.
 */
export async function judgeWallet(
  input: WalletInput,
  sources: WalletSources,
  {
    signal: caller,
    onFact,
    shown = [],
    providers = {},
  }: {
    signal: AbortSignal
    onFact?: OnFact | undefined
    shown?: readonly FactName[]
    providers?: FactProviders
  },
): Promise<JudgedWallet> {
  const signal = AbortSignal.any([caller, AbortSignal.timeout(input.deadlineMs)])
  const spare = Math.min(SPARE_MS, input.deadlineMs * SPARE_SHARE)
  const late = AbortSignal.timeout(Math.floor(input.deadlineMs - spare))
  const failed = new Set<string>()
  const gathered = await gatherFacts({
    providers: { ...walletProviders(input, sources, { late, failed }), ...providers },
    needed: [...SHOWN, ...shown, ...walletDetectors.flatMap(({ needs }) => needs)],
    failedExecutions: () => sources.failedExecutions?.() ?? [],
    onFact,
    signal,
  })
  refuseWithoutState(gathered, input)
  refuseWhenBusy(gathered, 'codeJudgement', input.chain)
  const agreement = await endpointAgreement(sources, [gathered], signal)
  const unavailable = withSecondEndpoint(failedSources(gathered, failed), agreement)
  const outcomes = runDetectors(walletDetectors, gathered)
  const circumstances = {
    chain: input.chain,
    failedSources: unavailable.length,
    failedExecutions: failedExecutions(gathered),
    agreement,
  }
  const scoreOf = (some: readonly Outcome[]) => scoreWallet(some, gathered, circumstances)
  const score = scoreOf(outcomes)
  const breakdown = breakDown(outcomes, score.riskScore, (id) => ASPECT_CATEGORY[aspectOf(id)])
  return { gathered, outcomes, score, scoreOf, breakdown, unavailable }
}

function refuseWithoutState({ facts, missing }: GatheredFacts, { chain, spelling, deadlineMs }: WalletInput): void {
  if (facts.block && facts.subject) return
  const error = missing.block?.error ?? missing.subject?.error
  const known = apiErrorOf(error)
  if (known) throw known
  const late = missing.block?.reason === 'late' || missing.subject?.reason === 'late'
  if (!late && error !== null && error !== undefined)
    throw new ApiError('UPSTREAM_UNAVAILABLE', { chain, retryAfter: 1 }, { cause: error })
  throw new ApiError('UPSTREAM_TIMEOUT', { subject: spelling.checksummed, deadlineMs })
}

function failedSources(gathered: GatheredFacts, failed: ReadonlySet<string>): string[] {
  const { facts, missing, incomplete } = gathered
  const names = new Set(failed)
  for (const { reason, root } of Object.values(missing))
    if (reason === 'failed' || reason === 'late') names.add(SOURCE_OF[root] ?? root)
  // A partial answer is no failure: no source may know the rest.
  for (const { reason, root } of Object.values(incomplete)) if (reason === 'late') names.add(SOURCE_OF[root] ?? root)
  if (failedExecutions(gathered).length > 0) names.add('simulation')
  // Why is for `cut`, and the name is for here.
  for (const name of failedHistorySources(facts.history?.cut ?? [])) names.add(name)
  const accounts = [facts.subject, ...(facts.fundingChain ?? []).map(({ account }) => account)]
  if (accounts.some((account) => account?.sanctioned === null)) names.add('sanctions')
  if (facts.subject?.frozenBy === null) names.add('freeze-lists')
  return [...names].sort()
}

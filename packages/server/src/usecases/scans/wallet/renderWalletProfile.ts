import type { Hex } from '@redoubt/risk/address.ts'
import { type Chain, NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { RULESET_VERSION, type Score } from '@redoubt/risk/engine/score.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { FoundNft, WalletNft, WalletToken } from '@redoubt/risk/facts/holdings.ts'
import type { ActivityLabel } from '@redoubt/risk/facts/marketActs.ts'
import { type ActivityWindows, activityWindows } from '@redoubt/risk/wallet/activity.ts'
import { rankApprovals, summariseApprovals } from '@redoubt/risk/wallet/rankApprovals.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { symbolText } from '../renderChanges.ts'
import type { Grounds } from '../scanContext.ts'
import { type RenderedAssociations, renderAssociations } from './renderAssociations.ts'

/** A token of the wallet. Amounts are decimal strings in whole units (base units where it does not tell its decimals). */
export type TokenHolding = {
  token: string
  symbol: string
  name: string
  decimals: number | null
  balance: string
  priceUsd: number | null
  valueUsd: number | null
  /** Null: it was not judged, and nothing speaks against it here. */
  riskLevel: RiskLevel | null
  priceSource: string | null
  /** Why it counts for nothing; null when it counts. */
  spam: string | null
}
export type NFTHolding = {
  contract: string
  name: string
  standard: FoundNft['standard']
  count: string
  tokenIds: string[]
  spam: string | null
}

/** `data` of GET /v1/wallet/profile/{address}: JSON values only. Null numbers are named in `unknown`. */
export type WalletProfileResult = Grounds & {
  /** As the caller spelled it. */
  address: string
  chain: Chain
  riskScore: number
  riskLevel: RiskLevel
  /** Whole days since it was first seen. */
  age: number | null
  /** Sent by it, by its nonce. */
  transactionCount: number | null
  holdings: {
    /** USD of the coin and of tokens that have a price and are no spam. */
    totalValue: number | null
    native: {
      symbol: string
      balance: string | null
      priceUsd: number | null
      valueUsd: number | null
      priceSource: string | null
    }
    tokens: TokenHolding[]
    nfts: NFTHolding[]
    /** False: some may be missing, as `cut` says. */
    complete: boolean
    cut: string[]
  }
  activity: ActivityWindows
  associations: RenderedAssociations
  security: { activeApprovals: number | null; unlimitedApprovals: number | null; riskyApprovals: number | null }
  /** Names that its own doings earned it, with what shows them. */
  activityLabels: ActivityLabel[]
  confidence: number
}

/** Shapes what a wallet's scan learned into its profile. */
export function renderWalletProfile({
  input,
  gathered,
  score,
  unavailable,
  intelAsOf,
}: {
  input: { chain: Chain; address: Hex; spelling: { spelled: string } }
  gathered: Pick<GatheredFacts, 'facts' | 'incomplete' | 'complete'>
  score: Pick<Score, 'riskScore' | 'riskLevel' | 'confidence' | 'missingDecisiveFacts'>
  unavailable: readonly string[]
  intelAsOf: string
}): WalletProfileResult {
  const { facts, incomplete, complete } = gathered
  const { block, subject, history } = facts
  const now = Number(block?.timestamp ?? 0n)
  const isContract = subject?.class === 'contract'
  const prices = facts.walletPrices ?? new Map()
  const activity = activityWindows(history ?? null, { wallet: input.address, isContract, now, prices })
  const age = facts.walletActivity?.ageDays ?? null
  const transactionCount = history?.sentCount ?? (subject ? Number(subject.nonce) : null)
  const holdings = renderHoldings(input.chain, facts)
  const security = securityOf(gathered, { owner: input.address, now })
  return {
    address: input.spelling.spelled,
    chain: input.chain,
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    age,
    transactionCount,
    holdings,
    activity,
    associations: renderAssociations(facts),
    security,
    activityLabels: facts.activityLabels ?? [],
    confidence: score.confidence,
    complete: complete && score.missingDecisiveFacts.length === 0,
    unknown: [
      ...nulls({ age, transactionCount }),
      ...nulls(activity, 'activity.'),
      ...nulls(security, 'security.'),
      ...(incomplete.walletApprovals ? ['security'] : []),
      ...unknownHoldings(facts, holdings),
      ...(history?.complete.transfers ? [] : ['associations']),
    ],
    unavailable: [...unavailable],
    blockNumber: block ? String(block.number) : null,
    blockHash: block?.hash ?? null,
    rulesetVersion: RULESET_VERSION,
    intelAsOf,
  }
}

function nulls(members: object, prefix = ''): string[] {
  return Object.entries(members).flatMap(([name, value]) => (value === null ? [`${prefix}${name}`] : []))
}

function renderHoldings(chain: Chain, { holdings, subject }: Partial<Facts>): WalletProfileResult['holdings'] {
  const balance = holdings?.native.balance ?? subject?.balance ?? null
  const { priceUsd = null, valueUsd = null, priceSource = null } = holdings?.native ?? {}
  return {
    totalValue: cents(holdings?.totalUsd ?? null),
    native: {
      symbol: NATIVE_SYMBOLS[chain],
      balance: balance === null ? null : formatUnits(balance, 18),
      priceUsd,
      valueUsd: cents(valueUsd),
      priceSource,
    },
    tokens: (holdings?.tokens ?? []).map(renderToken),
    nfts: (holdings?.nfts ?? []).map(renderNft),
    complete: holdings?.complete ?? false,
    cut: holdings?.cut ?? [],
  }
}

/** Beyond it no text says how small the smallest part is. */
const MAX_DECIMALS = 77

function renderToken(held: WalletToken): TokenHolding {
  const { symbol, name, decimals, priceUsd, priceSource, spam } = held
  return {
    token: getAddress(held.token),
    symbol: symbolText(symbol),
    name: name || 'Unnamed token',
    decimals,
    balance: formatUnits(held.balance, decimals !== null && decimals <= MAX_DECIMALS ? decimals : 0),
    priceUsd,
    valueUsd: cents(held.valueUsd),
    riskLevel: riskOf(held),
    priceSource,
    spam,
  }
}

/** A trap is no spam: it was made to be used. Null: nothing speaks against it here, and what it is otherwise its judgement says. */
function riskOf({ spam, sellable }: WalletToken): RiskLevel | null {
  if (spam === null) return null
  return sellable === false ? 'critical' : 'high'
}

function renderNft({ contract, name, standard, count, tokenIds, spam }: WalletNft): NFTHolding {
  return {
    contract: getAddress(contract),
    name: name || 'Unnamed collection',
    standard,
    count: String(count),
    tokenIds: tokenIds.map(String),
    spam,
  }
}

/** Counts the known part of a list; none in a part is unknown, not zero. */
function securityOf(
  { facts: { walletApprovals }, incomplete }: Pick<GatheredFacts, 'facts' | 'incomplete'>,
  about: Parameters<typeof rankApprovals>[1],
): WalletProfileResult['security'] {
  if (walletApprovals === undefined) return { activeApprovals: null, unlimitedApprovals: null, riskyApprovals: null }
  const { total, unlimited, risky } = summariseApprovals(rankApprovals(walletApprovals, about))
  const count = (seen: number) => (seen === 0 && incomplete.walletApprovals ? null : seen)
  return { activeApprovals: count(total), unlimitedApprovals: count(unlimited), riskyApprovals: count(risky) }
}

function unknownHoldings({ holdings }: Partial<Facts>, rendered: WalletProfileResult['holdings']): string[] {
  if (holdings === undefined) return ['holdings']
  const unpriced = holdings.tokens.some(({ spam, valueUsd }) => spam === null && valueUsd === null)
  return [
    ...(rendered.totalValue === null ? ['holdings.totalValue'] : []),
    ...(rendered.native.priceUsd === null ? ['holdings.native.priceUsd'] : []),
    ...(unpriced ? ['holdings.tokens.priceUsd'] : []),
    ...(holdings.complete ? [] : ['holdings.tokens', 'holdings.nfts']),
  ]
}

function cents(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 100) / 100
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Effects } from './effects.ts'
import { LEVELS } from './evaluatePolicy.ts'
import {
  type AllowedContract,
  type ArgumentBound,
  isTransactionMethod,
  MESSAGE_KINDS,
  type PolicyRules,
  SIGNING_METHODS,
} from './policy.ts'

// Requests on either side of every boundary that two policies draw. Groups of members are independent of each other, given the shape.

/** What a request is made of, before sizes, parties, time, level and method are chosen. */
export type Shape = {
  chain: Chain
  kind: 'payment' | 'transfer' | 'call' | 'approval' | 'creation' | 'signed-transfer' | 'signed-approval' | 'text'
  /** The asset that leaves or is approved. */
  asset: Address | null
}

/** An account and a token that no policy lists. */
export const UNLISTED: Address = `0x${'5a'.repeat(20)}`
export const ANY_TOKEN: Address = `0x${'70'.repeat(20)}`

export type SizePoint = { usd: number; dayUsd: number; rollingUsd: number }
export type AmountPoint = { amount: bigint; used: bigint }
export type PartyPoint = { party: Address; data: Hex; unlimited: boolean }
export type MethodPoint = Pick<Effects, 'method' | 'messages'>

const KINDS = [
  'payment',
  'transfer',
  'call',
  'approval',
  'creation',
  'signed-transfer',
  'signed-approval',
  'text',
] as const

export function shapesOf(policies: readonly PolicyRules[]): Shape[] {
  return CHAINS.flatMap((chain) => {
    const limited = policies.flatMap(({ assetLimits }) =>
      assetLimits.flatMap((one) => (one.chain === chain && one.asset !== null ? [one.asset] : [])),
    )
    const tokens = [...new Set([ANY_TOKEN, ...limited])]
    return KINDS.flatMap((kind): Shape[] => {
      if (kind === 'payment' || kind === 'creation' || kind === 'text') return [{ chain, kind, asset: null }]
      const assets = kind === 'call' ? [null, ...tokens] : tokens
      return assets.map((asset) => ({ chain, kind, asset }))
    })
  })
}

const MICRO = 0.000001

/** Sizes at the boundaries of every limit in USD, with and without something used. */
export function sizePoints(policies: readonly PolicyRules[]): SizePoint[] {
  const limits = policies.flatMap(({ dailySpendingLimit }) =>
    dailySpendingLimit ? [dailySpendingLimit.usd, dailySpendingLimit.rolling24hUsd] : [],
  )
  const thresholds = policies.flatMap(({ timeDelay, approvals }) => [
    timeDelay?.thresholdUsd,
    approvals?.maxValueAtRiskUsd,
  ])
  const values = [...limits, ...thresholds].filter((one): one is number => one != null)
  const sizes = new Set([0, MICRO, ...values.flatMap((one) => [Math.max(0, one - MICRO), one, one + MICRO])])
  return [...sizes].flatMap((usd) => {
    const used = limits.flatMap((one) => (one === null ? [] : [one - usd, one + MICRO - usd])).filter((one) => one > 0)
    return [0, ...new Set(used)].flatMap((one) => [
      { usd, dayUsd: 0, rollingUsd: one },
      { usd, dayUsd: one, rollingUsd: one },
    ])
  })
}

/** Amounts at the boundaries of every limit of the asset. */
export function amountPoints(policies: readonly PolicyRules[], { chain, asset }: Shape): AmountPoint[] {
  const limits = policies.flatMap(({ assetLimits }) =>
    assetLimits.filter((one) => one.chain === chain && one.asset === asset),
  )
  const values = limits.flatMap(({ perRequest, perDay }) => [perRequest, perDay]).filter((one) => one !== null)
  const days = limits.map(({ perDay }) => perDay).filter((one) => one !== null)
  const amounts = new Set([0n, 1n, ...values.flatMap((one) => [one, one + 1n])])
  return [...amounts].flatMap((amount) => {
    const used = days.flatMap((one) => [one - amount, one + 1n - amount]).filter((one) => one > 0n)
    return [0n, ...new Set(used)].map((one) => ({ amount, used: one }))
  })
}

/** Accounts, calls and kinds of approval on either side of the whitelists and lists of spenders. */
export function partyPoints(policies: readonly PolicyRules[], { kind }: Shape): PartyPoint[] {
  const plain = (party: Address): PartyPoint => ({ party, data: '0x', unlimited: false })
  if (kind === 'creation' || kind === 'text') return [plain(UNLISTED)]
  const contracts = policies.flatMap(({ whitelistMode }) => whitelistMode?.contracts ?? [])
  if (kind === 'call') return [{ party: UNLISTED, data: '0x00000001', unlimited: false }, ...callPoints(contracts)]
  const named = policies.flatMap(({ whitelistMode, approvals }) => [
    ...(whitelistMode?.addresses ?? []),
    ...(approvals?.spenders ?? []),
  ])
  const parties = [...new Set([UNLISTED, ...named, ...contracts.map(({ address }) => address)])]
  const isApproval = kind === 'approval' || kind === 'signed-approval'
  return parties.flatMap((party) =>
    isApproval ? [plain(party), { ...plain(party), unlimited: true }] : [plain(party)],
  )
}

const WORD = 64
const MAX_WORD = 2n ** 256n - 1n

/** For every contract: no data, a function that no policy lists, and each listed one with words at the bounds, one word at a time. */
function callPoints(contracts: readonly AllowedContract[]): PartyPoint[] {
  return [...Map.groupBy(contracts, ({ address }) => address)].flatMap(([party, listed]) => {
    const selectors = listed.flatMap((one) => one.selectors ?? [])
    const point = (data: Hex): PartyPoint => ({ party, data, unlimited: false })
    const points = [point(unlistedSelector(selectors.map(({ selector }) => selector)))]
    for (const [selector, entries] of Map.groupBy(selectors, (one) => one.selector)) {
      const bounds = entries.flatMap((one) => one.arguments)
      const words = Math.max(0, ...bounds.map(({ word }) => word + 1))
      const valuesOf = (word: number) => wordValues(bounds.filter((one) => one.word === word))
      for (const { arguments: own } of entries) {
        const base = Array.from({ length: words }, (_, word) => withinAll(own.filter((one) => one.word === word)))
        points.push(point(dataOf(selector, base)))
        for (const word of new Set(bounds.map((one) => one.word)))
          for (const value of valuesOf(word)) points.push(point(dataOf(selector, base.with(word, value))))
      }
      if (words > 0) points.push(point(selector))
    }
    return points
  })
}

function unlistedSelector(listed: readonly Hex[]): Hex {
  let value = 1
  const text = () => `0x${value.toString(16).padStart(8, '0')}` as Hex
  while (listed.includes(text())) value++
  return text()
}

function wordValues(bounds: readonly ArgumentBound[]): bigint[] {
  const edges = bounds.flatMap(({ min, max, oneOf }) => [min, max, ...(oneOf ?? [])]).filter((one) => one !== null)
  return [...new Set([0n, MAX_WORD, ...edges.flatMap((one) => [one - 1n, one, one + 1n])])].filter(isWord)
}

const isWord = (value: bigint) => value >= 0n && value <= MAX_WORD

/** A value within the bounds of one entry; 0 where there is none. */
function withinAll(bounds: readonly ArgumentBound[]): bigint {
  const fits = (value: bigint) =>
    bounds.every(
      ({ min, max, oneOf }) =>
        (min === null || value >= min) && (max === null || value <= max) && (oneOf === null || oneOf.includes(value)),
    )
  return wordValues(bounds).find(fits) ?? 0n
}

function dataOf(selector: Hex, words: readonly bigint[]): Hex {
  return `${selector}${words.map((one) => one.toString(16).padStart(WORD, '0')).join('')}`
}

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440

/** Times of the day of `now` at the boundaries of the hours. */
export function timePoints(policies: readonly PolicyRules[], now: number): number[] {
  const midnight = now - (now % (DAY_MINUTES * MINUTE_MS))
  const minutes = policies.flatMap(({ hours }) => (hours ? [hours.from, hours.to] : []))
  const around = minutes.flatMap((one) => [one, (one + DAY_MINUTES - 1) % DAY_MINUTES])
  return [now, ...new Set(around.map((one) => midnight + one * MINUTE_MS))]
}

export const levelPoints = (): readonly NonNullable<Effects['riskLevel']>[] => LEVELS

export function methodPoints({ kind }: Shape): MethodPoint[] {
  const isSigned = kind === 'text' || kind === 'signed-transfer' || kind === 'signed-approval'
  return SIGNING_METHODS.filter((method) => isTransactionMethod(method) !== isSigned).flatMap((method) =>
    isSigned
      ? MESSAGE_KINDS.map((one): MethodPoint => ({ method, messages: [one] }))
      : [
          { method, messages: [] },
          { method, messages: ['delegation'] },
        ],
  )
}

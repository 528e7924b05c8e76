import type { Address } from '@redoubt/risk/address.ts'
import { DEFAULT_RULES, type PolicyRules } from '../../src/domain/policy/policy.ts'

/** Accounts, tokens and functions that random policies draw from. */
export const ACCOUNTS: readonly Address[] = [1, 2, 3].map((one): Address => `0x${String(one).repeat(40)}`)
export const TOKENS: readonly Address[] = [`0x${'7'.repeat(40)}`]
export const SELECTORS = ['0xaaaaaaaa', '0xbbbbbbbb'] as const
const USD = [1, 2, 3]
const AMOUNTS = [1n, 2n, 3n]

/** Draws small rules from few values, so that every request that matters to two of them can be tried. */
export function randomRules(random: () => number): PolicyRules {
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value
  const some = <Value>(from: readonly Value[]): Value[] => from.filter(() => random() < 0.5)
  const maybe = <Value>(make: () => Value): Value | null => (random() < 0.35 ? make() : null)
  return {
    ...DEFAULT_RULES,
    networks: maybe(() => some(['ethereum', 'polygon'] as const)),
    hours: maybe(() =>
      pick([
        { from: 480, to: 960 },
        { from: 960, to: 480 },
        { from: 480, to: 1_200 },
      ]),
    ),
    dailySpendingLimit: maybe(() => ({
      usd: pick(USD),
      rolling24hUsd: random() < 0.5 ? pick(USD) : null,
      alertAt: 0.8,
    })),
    whitelistMode: maybe(() => ({
      addresses: some(ACCOUNTS),
      contracts: some(ACCOUNTS).map((address) => ({
        address,
        selectors:
          random() < 0.3
            ? null
            : some(SELECTORS).map((selector) => ({
                selector,
                arguments: random() < 0.5 ? [] : [{ word: 0, min: pick([null, 1n]), max: pick([1n, 2n]), oneOf: null }],
              })),
      })),
    })),
    timeDelay: maybe(() => ({ thresholdUsd: pick(USD), seconds: pick([60, 600]) })),
    blockAt: maybe(() => pick(['low', 'high', 'critical'] as const)),
    approvals: maybe(() => ({
      forbidUnlimited: random() < 0.5,
      spenders: random() < 0.5 ? some(ACCOUNTS) : null,
      maxValueAtRiskUsd: random() < 0.5 ? pick(USD) : null,
    })),
    assetLimits:
      random() < 0.35
        ? [
            {
              chain: 'ethereum',
              asset: pick([null, ...TOKENS]),
              perRequest: pick([null, ...AMOUNTS]),
              perDay: pick([null, ...AMOUNTS]),
            },
          ]
        : [],
    signing: {
      methods: random() < 0.7 ? DEFAULT_RULES.signing.methods : ['eth_sendTransaction', 'eth_signTypedData_v4'],
      messages: random() < 0.7 ? [] : some(['allowance', 'text', 'delegation'] as const),
    },
  }
}

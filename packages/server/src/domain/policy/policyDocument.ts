import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { MessageKind, PolicyMethod, PolicyRules } from './policy.ts'

/** Rules as JSON: amounts and words are decimal text, hours `HH:MM`. It is stored so, and answered so but for the case of addresses. */
export type PolicyDocument = {
  networks: Chain[] | null
  hours: { from: string; to: string } | null
  dailySpendingLimit: { usd: number; rolling24hUsd: number | null; alertAt: number } | null
  whitelistMode: {
    addresses: Address[]
    contracts: {
      address: Address
      selectors:
        | {
            selector: Hex
            arguments: { word: number; min: string | null; max: string | null; oneOf: string[] | null }[]
          }[]
        | null
    }[]
  } | null
  timeDelay: { thresholdUsd: number; seconds: number } | null
  blockAt: RiskLevel | null
  approvals: { forbidUnlimited: boolean; spenders: Address[] | null; maxValueAtRiskUsd: number | null } | null
  assetLimits: { chain: Chain; asset: Address | null; perRequest: string | null; perDay: string | null }[]
  signing: { methods: PolicyMethod[]; messages: MessageKind[] }
}

/** @param spell how addresses are written; default: as they are, lower case. */
export function documentOf(rules: PolicyRules, spell: (address: Address) => Address = (one) => one): PolicyDocument {
  const { hours, whitelistMode, approvals, signing } = rules
  return {
    networks: rules.networks && [...rules.networks],
    hours: hours && { from: clockOf(hours.from), to: clockOf(hours.to) },
    dailySpendingLimit: rules.dailySpendingLimit,
    whitelistMode: whitelistMode && {
      addresses: whitelistMode.addresses.map(spell),
      contracts: whitelistMode.contracts.map(({ address, selectors }) => ({
        address: spell(address),
        selectors:
          selectors?.map(({ selector, arguments: bounds }) => ({
            selector,
            arguments: bounds.map(({ word, min, max, oneOf }) => ({
              word,
              min: textOf(min),
              max: textOf(max),
              oneOf: oneOf?.map(String) ?? null,
            })),
          })) ?? null,
      })),
    },
    timeDelay: rules.timeDelay,
    blockAt: rules.blockAt,
    approvals: approvals && {
      forbidUnlimited: approvals.forbidUnlimited,
      spenders: approvals.spenders?.map(spell) ?? null,
      maxValueAtRiskUsd: approvals.maxValueAtRiskUsd,
    },
    assetLimits: rules.assetLimits.map(({ chain, asset, perRequest, perDay }) => ({
      chain,
      asset: asset && spell(asset),
      perRequest: textOf(perRequest),
      perDay: textOf(perDay),
    })),
    signing: { methods: [...signing.methods], messages: [...signing.messages] },
  }
}

/** The rules of a document whose values were checked. */
export function rulesOf({ hours, whitelistMode, approvals, assetLimits, ...rest }: PolicyDocument): PolicyRules {
  const lower = (address: Address) => address.toLowerCase() as Address
  return {
    networks: rest.networks,
    hours: hours && { from: minuteOf(hours.from), to: minuteOf(hours.to) },
    dailySpendingLimit: rest.dailySpendingLimit,
    whitelistMode: whitelistMode && {
      addresses: whitelistMode.addresses.map(lower),
      contracts: whitelistMode.contracts.map(({ address, selectors }) => ({
        address: lower(address),
        selectors:
          selectors?.map(({ selector, arguments: bounds }) => ({
            selector: selector.toLowerCase() as Hex,
            arguments: bounds.map(({ word, min, max, oneOf }) => ({
              word,
              min: integerOf(min),
              max: integerOf(max),
              oneOf: oneOf?.map(BigInt) ?? null,
            })),
          })) ?? null,
      })),
    },
    timeDelay: rest.timeDelay,
    blockAt: rest.blockAt,
    approvals: approvals && {
      forbidUnlimited: approvals.forbidUnlimited,
      spenders: approvals.spenders?.map(lower) ?? null,
      maxValueAtRiskUsd: approvals.maxValueAtRiskUsd,
    },
    assetLimits: assetLimits.map(({ chain, asset, perRequest, perDay }) => ({
      chain,
      asset: asset && lower(asset),
      perRequest: integerOf(perRequest),
      perDay: integerOf(perDay),
    })),
    signing: rest.signing,
  }
}

const textOf = (value: bigint | null) => (value === null ? null : String(value))
const integerOf = (text: string | null) => (text === null ? null : BigInt(text))

function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import { DEFAULT_RULES, type PolicyRules } from '../../domain/policy/policy.ts'
import { ApiError } from '../../errors.ts'
import type { PolicyRequest } from '../schemas/policies.ts'
import { checksummed } from './parseEntity.ts'

const MAX_UINT = 2n ** 256n - 1n

/**
 * The rules that a body asks for; what it leaves out is not in force.
 * @throws ApiError VALIDATION_ERROR for mistyped addresses, amounts beyond 256 bits, hours without length, and contracts, selectors or
 * asset limits that are listed twice.
 */
export function parsePolicy(body: PolicyRequest): PolicyRules {
  const {
    hours = null,
    dailySpendingLimit,
    whitelistMode,
    timeDelay = null,
    approvals,
    signing,
    assetLimits = [],
  } = body
  if (hours !== null && hours.from === hours.to) refuse('body.hours', 'expected two different times')
  const limits = assetLimits.map(({ chain, asset, perRequest, perDay }, at) => ({
    chain,
    asset: asset === null ? null : addressOf(asset, `body.assetLimits[${at}].asset`),
    perRequest: amountOf(perRequest, `body.assetLimits[${at}].perRequest`),
    perDay: amountOf(perDay, `body.assetLimits[${at}].perDay`),
  }))
  refuseRepeated(
    limits.map(({ chain, asset }) => `${chain} ${asset}`),
    'body.assetLimits',
  )
  return {
    networks: body.networks ?? null,
    hours: hours && { from: minuteOf(hours.from), to: minuteOf(hours.to) },
    dailySpendingLimit: dailySpendingLimit
      ? {
          usd: dailySpendingLimit.usd,
          rolling24hUsd: dailySpendingLimit.rolling24hUsd ?? null,
          alertAt: dailySpendingLimit.alertAt ?? 0.8,
        }
      : null,
    whitelistMode: whitelistMode ? whitelistOf(whitelistMode) : null,
    timeDelay,
    blockAt: body.blockAt ?? null,
    approvals: approvals
      ? {
          forbidUnlimited: approvals.forbidUnlimited ?? false,
          spenders: approvals.spenders?.map((one, at) => addressOf(one, `body.approvals.spenders[${at}]`)) ?? null,
          maxValueAtRiskUsd: approvals.maxValueAtRiskUsd ?? null,
        }
      : null,
    assetLimits: limits,
    signing: {
      methods: signing?.methods ?? DEFAULT_RULES.signing.methods,
      messages: signing?.messages ?? DEFAULT_RULES.signing.messages,
    },
  }
}

function whitelistOf({ addresses = [], contracts = [] }: NonNullable<PolicyRequest['whitelistMode']>) {
  const listed = contracts.map(({ address, selectors = null }, at) => {
    const member = `body.whitelistMode.contracts[${at}]`
    const functions =
      selectors?.map(({ selector, arguments: bounds = [] }, place) => ({
        selector: selector.toLowerCase() as Hex,
        arguments: bounds.map(({ word, min, max, oneOf }, index) => {
          const of = `${member}.selectors[${place}].arguments[${index}]`
          return {
            word,
            min: amountOf(min, `${of}.min`),
            max: amountOf(max, `${of}.max`),
            oneOf: oneOf?.map((one, which) => amountOf(one, `${of}.oneOf[${which}]`) as bigint) ?? null,
          }
        }),
      })) ?? null
    if (functions !== null)
      refuseRepeated(
        functions.map(({ selector }) => selector),
        `${member}.selectors`,
      )
    return { address: addressOf(address, `${member}.address`), selectors: functions }
  })
  refuseRepeated(
    listed.map(({ address }) => address),
    'body.whitelistMode.contracts',
  )
  return {
    addresses: addresses.map((one, at) => addressOf(one, `body.whitelistMode.addresses[${at}]`)),
    contracts: listed,
  }
}

function addressOf(text: string, member: string): Address {
  return checksummed(text, member).toLowerCase() as Address
}

function amountOf(text: string | null | undefined, member: string): bigint | null {
  if (text == null) return null
  const value = BigInt(text)
  if (value > MAX_UINT) refuse(member, 'expected an unsigned integer of at most 256 bits')
  return value
}

function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return hour * 60 + minute
}

function refuseRepeated(values: readonly string[], member: string): void {
  if (new Set(values).size < values.length) refuse(member, 'expected each entry once')
}

function refuse(member: string, expected: string): never {
  throw new ApiError('VALIDATION_ERROR', { detail: `${member}: ${expected}` })
}

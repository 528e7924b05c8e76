import type { api } from '@redoubt/client'
import type { Chain } from '../../ui/format.ts'

export type Method = NonNullable<api.SigningRules['methods']>[number]
export type MessageKind = NonNullable<api.SigningRules['messages']>[number]
type AllowedContract = NonNullable<api.WhitelistMode['contracts']>[number]
type RiskLevel = NonNullable<api.PolicyRequest['blockAt']>

export const UNITS = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const
export type Unit = keyof typeof UNITS

export type AssetLimitDraft = { chain: Chain; asset: string; perRequest: string; perDay: string }

/** Rules as a person edits them: texts of boxes, and whether each rule is in force. */
export type PolicyDraft = {
  /** Empty: every network. */
  networks: readonly Chain[]
  hours: { on: boolean; from: string; to: string }
  spending: { on: boolean; usd: string; rollingUsd: string; alertPercent: string }
  /** A line each: an account; a contract with the selectors of its functions, none for every function, `payments` for plain payments. */
  allowed: { on: boolean; accounts: string; contracts: string; bounded: readonly AllowedContract[] }
  delay: { on: boolean; usd: string; amount: string; unit: Unit }
  blockAt: RiskLevel | ''
  approvals: { on: boolean; forbidUnlimited: boolean; onlyListed: boolean; spenders: string; maxUsd: string }
  assetLimits: readonly AssetLimitDraft[]
  methods: readonly Method[]
  messages: readonly MessageKind[]
}

const PAYMENTS = 'payments'

/** What a form shows of rules. */
export function draftOf(rules: api.PolicyRules | api.PolicyRequest): PolicyDraft {
  const { hours, dailySpendingLimit: daily, whitelistMode: allowed, timeDelay: delay, approvals } = rules
  const contracts = allowed?.contracts ?? []
  const bounded = contracts.filter(hasBounds)
  return {
    networks: rules.networks ?? [],
    hours: { on: hours != null, from: hours?.from ?? '08:00', to: hours?.to ?? '18:00' },
    spending: {
      on: daily != null,
      usd: String(daily?.usd ?? 1_000),
      rollingUsd: textOf(daily?.rolling24hUsd),
      alertPercent: String(Math.round((daily?.alertAt ?? 0.8) * 100)),
    },
    allowed: {
      on: allowed != null,
      accounts: (allowed?.addresses ?? []).join('\n'),
      contracts: contracts
        .filter((contract) => !bounded.includes(contract))
        .map(lineOf)
        .join('\n'),
      bounded,
    },
    delay: { on: delay != null, usd: String(delay?.thresholdUsd ?? 500), ...durationOf(delay?.seconds ?? 600) },
    blockAt: rules.blockAt ?? '',
    approvals: {
      on: approvals != null,
      forbidUnlimited: approvals?.forbidUnlimited ?? true,
      onlyListed: approvals?.spenders != null,
      spenders: (approvals?.spenders ?? []).join('\n'),
      maxUsd: textOf(approvals?.maxValueAtRiskUsd),
    },
    assetLimits: (rules.assetLimits ?? []).map(({ chain, asset, perRequest, perDay }) => ({
      chain,
      asset: asset ?? '',
      perRequest: perRequest ?? '',
      perDay: perDay ?? '',
    })),
    methods: rules.signing?.methods ?? [],
    messages: rules.signing?.messages ?? [],
  }
}

/** The rules that a form says; what is not in force is null. */
export function rulesOf(draft: PolicyDraft): api.PolicyRequest {
  const { networks, hours, spending, allowed, delay, blockAt, approvals, assetLimits, methods, messages } = draft
  return {
    networks: networks.length === 0 ? null : [...networks],
    hours: hours.on ? { from: hours.from, to: hours.to } : null,
    dailySpendingLimit: spending.on
      ? {
          usd: Number(spending.usd),
          rolling24hUsd: numberOf(spending.rollingUsd),
          alertAt: Number(spending.alertPercent) / 100,
        }
      : null,
    whitelistMode: allowed.on
      ? {
          addresses: wordsIn(allowed.accounts),
          contracts: [...linesIn(allowed.contracts).map(contractOf), ...allowed.bounded],
        }
      : null,
    timeDelay: delay.on
      ? { thresholdUsd: Number(delay.usd), seconds: Math.round(Number(delay.amount) * UNITS[delay.unit]) }
      : null,
    blockAt: blockAt === '' ? null : blockAt,
    approvals: approvals.on
      ? {
          forbidUnlimited: approvals.forbidUnlimited,
          spenders: approvals.onlyListed ? wordsIn(approvals.spenders) : null,
          maxValueAtRiskUsd: numberOf(approvals.maxUsd),
        }
      : null,
    assetLimits: assetLimits.map(({ chain, asset, perRequest, perDay }) => ({
      chain,
      asset: asset.trim() === '' ? null : asset.trim(),
      perRequest: perRequest.trim() === '' ? null : perRequest.trim(),
      perDay: perDay.trim() === '' ? null : perDay.trim(),
    })),
    signing: { methods: [...methods], messages: [...messages] },
  }
}

function hasBounds({ selectors }: AllowedContract): boolean {
  return (selectors ?? []).some((one) => (one.arguments ?? []).length > 0)
}

function lineOf({ address, selectors }: AllowedContract): string {
  if (selectors == null) return address
  return [address, ...(selectors.length === 0 ? [PAYMENTS] : selectors.map(({ selector }) => selector))].join(' ')
}

function contractOf(line: string): AllowedContract {
  const [address = '', ...functions] = line.split(/[\s,]+/)
  if (functions.length === 0) return { address, selectors: null }
  return { address, selectors: functions.filter((one) => one !== PAYMENTS).map((selector) => ({ selector })) }
}

function durationOf(seconds: number): { amount: string; unit: Unit } {
  const units = (Object.keys(UNITS) as Unit[]).reverse()
  const unit = units.find((one) => seconds % UNITS[one] === 0) ?? 'seconds'
  return { amount: String(seconds / UNITS[unit]), unit }
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'

// What a wallet may let go, as its account decided. USD in whole dollars with fractions, token amounts in base units, times in Unix ms.

/** How a wallet is asked to send or sign. The last two are the ERC-7715 requests. */
export const SIGNING_METHODS = [
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'wallet_sendCalls',
  'eth_sendUserOperation',
  'eth_signTransaction',
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_sign',
  'wallet_grantPermissions',
  'wallet_requestExecutionPermissions',
] as const
export type PolicyMethod = (typeof SIGNING_METHODS)[number]

/** Methods that send a transaction: they say all of it, so a policy allows them unless it lists others. */
export const SENDING_METHODS: readonly PolicyMethod[] = [
  'eth_sendTransaction',
  'eth_sendRawTransaction',
  'wallet_sendCalls',
  'eth_sendUserOperation',
]

/** Whether the method makes a transaction of the wallet, and no signature that others use. */
export function isTransactionMethod(method: PolicyMethod): boolean {
  return SENDING_METHODS.includes(method) || method === 'eth_signTransaction'
}

/** What a signature allows its holder: the kinds of `SignedIntent`, and `text` for a text that allows nothing. */
export const MESSAGE_KINDS = [
  'text',
  'sign-in',
  'vote',
  'allowance',
  'transfer',
  'order',
  'execution',
  'delegation',
  'session',
  'hidden-transaction',
  'blind',
  'unknown',
] as const satisfies readonly (SignedIntent['kind'] | 'text')[]
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** A limit on one 32-byte word of the arguments, counted from 0 after the selector. Addresses are words with 12 zero bytes in front. */
export type ArgumentBound = { word: number; min: bigint | null; max: bigint | null; oneOf: readonly bigint[] | null }

/** A function that may be called; every bound must hold. */
export type AllowedSelector = { selector: Hex; arguments: readonly ArgumentBound[] }

/** A contract that may be called. `selectors` null: every function; empty: plain payments of the coin alone. */
export type AllowedContract = { address: Address; selectors: readonly AllowedSelector[] | null }

/** A limit on one asset of one network. `asset` null is the native coin. */
export type AssetLimit = {
  chain: Chain
  asset: Address | null
  /** Most that one request may let go; null: no limit. */
  perRequest: bigint | null
  /** Most in one UTC day; null: no limit. */
  perDay: bigint | null
}

/** The rules of one wallet. A null rule is not in force. Addresses lower case. */
export type PolicyRules = {
  /** Networks on which the wallet may act; null: every network. */
  networks: readonly Chain[] | null
  /** Minutes of the UTC day, `from` included and `to` not; `from` after `to` passes midnight. Outside of them a request is held. */
  hours: { from: number; to: number } | null
  dailySpendingLimit: {
    /** Of one UTC day. */
    usd: number
    /** Of any 24 hours; null: the UTC day alone counts. */
    rolling24hUsd: number | null
    /** Share of the limit, 0-1, at which `policy.limit_alert` is emitted. */
    alertAt: number
  } | null
  whitelistMode: {
    /** Accounts that may receive assets. */
    addresses: readonly Address[]
    contracts: readonly AllowedContract[]
  } | null
  /** A request of so much or more is held for so long. */
  timeDelay: { thresholdUsd: number; seconds: number } | null
  /** A request judged at this level or above is refused. */
  blockAt: RiskLevel | null
  approvals: {
    forbidUnlimited: boolean
    /** Accounts that may be given an allowance; null: any. */
    spenders: readonly Address[] | null
    /** Most that the approvals of one request may put at risk; null: no limit. */
    maxValueAtRiskUsd: number | null
  } | null
  assetLimits: readonly AssetLimit[]
  /** Everything that is not listed is refused. */
  signing: { methods: readonly PolicyMethod[]; messages: readonly MessageKind[] }
}

/** Rules that a later version loosened: they stay in force beside it until then, Unix milliseconds. */
export type FormerRules = { version: number; rules: PolicyRules; until: number }

/**
 * What is in force for a wallet: `rules`, and every one of `former` whose time has not come. A request must pass them all, so that a
 * change tightens at once and loosens after its delay.
 */
export type Policy = {
  address: Address
  /** Counts from 1; every accepted change has the next number. */
  version: number
  rules: PolicyRules
  former: readonly FormerRules[]
  /** Unix milliseconds at which the policy was deleted; its former rules stay in force for their delay. Null: it was not. */
  deletedAt: number | null
  createdAt: number
  updatedAt: number
}

/** Seconds after which a loosening change takes effect where the policy has no time delay. */
const DEFAULT_CHANGE_DELAY_SECONDS = 3_600

/** The wait of a loosening change of a policy, in seconds. */
export function changeDelaySeconds({ timeDelay }: PolicyRules): number {
  return timeDelay?.seconds ?? DEFAULT_CHANGE_DELAY_SECONDS
}

/** Rules that forbid nothing but signatures: what a body that leaves all out means. */
export const DEFAULT_RULES: PolicyRules = {
  networks: null,
  hours: null,
  dailySpendingLimit: null,
  whitelistMode: null,
  timeDelay: null,
  blockAt: null,
  approvals: null,
  assetLimits: [],
  signing: { methods: SENDING_METHODS, messages: [] },
}

/** What a wallet without a policy may do: everything. The rules of a deleted policy. */
export const NO_RULES: PolicyRules = {
  networks: null,
  hours: null,
  dailySpendingLimit: null,
  whitelistMode: null,
  timeDelay: null,
  blockAt: null,
  approvals: null,
  assetLimits: [],
  signing: { methods: SIGNING_METHODS, messages: MESSAGE_KINDS },
}

/** Every rule set in force now, the newest first. */
export function rulesInForce({ rules, former }: Pick<Policy, 'rules' | 'former'>, now: number): PolicyRules[] {
  return [rules, ...former.filter(({ until }) => now < until).map((one) => one.rules)]
}

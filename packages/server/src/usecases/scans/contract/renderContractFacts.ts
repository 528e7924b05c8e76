import { type CallerClass, callerClassOf } from '@redoubt/risk/contract/callers.ts'
import type { Distribution, PastDistribution } from '@redoubt/risk/facts/distribution.ts'
import type { PullCoverage } from '@redoubt/risk/facts/guardedPull.ts'
import type {
  Capability,
  OwnerSwitch,
  PrivilegedAccount,
  PrivilegedCall,
  ProxyFact,
} from '@redoubt/risk/facts/privileges.ts'
import type { Trade, TradeRun } from '@redoubt/risk/facts/trade.ts'
import { getAddress } from 'viem/utils'

// The facts of a contract scan as the answer shows them: the same members, addresses in EIP-55, nothing that JSON lacks.

export type RenderedPrivileged = {
  address: string
  by: string
  account: PrivilegedAccount['account']
  /** Always text. */
  label: string
  commandedBy: string | null
  delaySeconds: number | null
  threshold: { needed: number; owners: number } | null
}
export type RenderedProxy = {
  kind: ProxyFact['kind']
  implementations: string[]
  beacon: string | null
  admin: RenderedPrivileged | null
  upgradeable: boolean | null
}
export type RenderedCall = {
  /** `setTax(uint256)`; the selector when no signature is published. */
  function: string
  selector: string
  args: string[]
  caller: string
  callerRole: PrivilegedCall['callerRole']
  callerClass: CallerClass
}
export type RenderedTrade = {
  pool: {
    address: string
    exchange: string
    style: 'v2' | 'v3'
    quote: { address: string; symbol: string }
    depthUsd: number | null
    made: boolean
  }
  runs: (Omit<TradeRun, 'account'> & { account: string })[]
  later: Trade['later']
  limits: Trade['limits']
  holders: Trade['holders']
  budget: Trade['budget']
}
export type RenderedSwitch = {
  calls: RenderedCall[]
  effect: OwnerSwitch['effect']
  hits: OwnerSwitch['hits']
  before: OwnerSwitch['before']
  after: OwnerSwitch['after']
}
export type RenderedCapability = {
  kind: Capability['kind']
  state: Capability['state']
  call: RenderedCall
  shown: string
  backed: boolean
}
/** `open`: functions that were not executed to the end of every path. */
export type RenderedCoverage = { functions: number; covered: number; open: string[] }
type Holder<Kind> = { address: string; share: number; kind: Kind }
export type RenderedDistribution = {
  liquidityUsd: number | null
  topHolders: Holder<Distribution['topHolders'][number]['kind']>[]
  lpHolders: Holder<NonNullable<Distribution['lpHolders']>[number]['kind']>[] | null
  sampled: boolean
  before: { day: RenderedPastDistribution | null; week: RenderedPastDistribution | null } | null
}
export type RenderedPastDistribution = {
  blockNumber: string
  timestamp: string
  totalSupply: string
  topHolders: { address: string; share: number; hasCode: boolean | null }[]
  pools: {
    address: string
    style: 'v2' | 'v3'
    usdBefore: number | null
    usdNow: number | null
    keptPercent: number | null
  }[]
}

const UNLABELLED: Readonly<Record<PrivilegedAccount['account'], string>> = {
  eoa: 'Unlabelled wallet',
  multisig: 'Unlabelled multisig',
  timelock: 'Unlabelled timelock',
  governor: 'Unlabelled governor',
  contract: 'Unlabelled contract',
  burned: 'Burn address',
}

export function renderPrivileged(privileged: PrivilegedAccount): RenderedPrivileged {
  const { address, by, account, labels, commandedBy, delaySeconds = null, threshold = null } = privileged
  return {
    address: getAddress(address),
    by,
    account,
    label: labels[0]?.name ?? UNLABELLED[account],
    commandedBy: commandedBy === undefined ? null : getAddress(commandedBy),
    delaySeconds,
    threshold,
  }
}

/** The proxy as execution showed it: an upgrade that was made is possible, whatever the standard's functions say of it. */
export function executedProxy(proxy: ProxyFact, capabilities: readonly Capability[] = []): ProxyFact {
  const isUpgraded = capabilities.some(({ kind, state }) => kind === 'upgrade' && state === 'effective')
  return isUpgraded ? { ...proxy, upgradeable: true } : proxy
}

export function renderProxy({ kind, implementations, beacon, admin, upgradeable }: ProxyFact): RenderedProxy {
  return {
    kind,
    implementations: implementations.map((one) => getAddress(one)),
    beacon: beacon && getAddress(beacon),
    admin: admin && renderPrivileged(admin),
    upgradeable,
  }
}

export function renderTrade({ pool, runs, later, limits, holders, budget }: Trade): RenderedTrade {
  const quote = { address: getAddress(pool.quote.address), symbol: pool.quote.symbol }
  const { exchange, style, depthUsd, made } = pool
  return {
    pool: { address: getAddress(pool.address), exchange, style, quote, depthUsd, made },
    runs: runs.map(({ scenario, account, failed, buyTax, transferTax, sellTax }) => {
      return { scenario, account: getAddress(account), failed, buyTax, transferTax, sellTax }
    }),
    later,
    limits,
    holders,
    budget,
  }
}

export function renderSwitch(flipped: OwnerSwitch, privileged: readonly PrivilegedAccount[]): RenderedSwitch {
  const { calls, effect, hits, before, after } = flipped
  return { calls: calls.map((call) => renderCall(call, privileged)), effect, hits, before, after }
}

export function renderCapability(
  { kind, state, call, shown, backed = false }: Capability,
  privileged: readonly PrivilegedAccount[],
): RenderedCapability {
  return { kind, state, call: renderCall(call, privileged), shown, backed }
}

export function renderCoverage({ functions, open }: PullCoverage): RenderedCoverage {
  return {
    functions,
    covered: functions - open.length,
    open: open.map(({ selector, signature }) => signature ?? selector),
  }
}

export function renderDistribution(of: Distribution): RenderedDistribution {
  return {
    liquidityUsd: of.liquidityUsd,
    topHolders: of.topHolders.map((one) => ({ ...one, address: getAddress(one.address) })),
    lpHolders: of.lpHolders?.map(({ address, share, kind }) => ({ address: getAddress(address), share, kind })) ?? null,
    sampled: of.sampled,
    before: of.before && {
      day: of.before.day && renderPast(of.before.day),
      week: of.before.week && renderPast(of.before.week),
    },
  }
}

function renderPast({ block, timestamp, totalSupply, topHolders, pools }: PastDistribution): RenderedPastDistribution {
  return {
    blockNumber: String(block),
    timestamp: new Date(timestamp * 1_000).toISOString(),
    totalSupply: String(totalSupply),
    topHolders: topHolders.map((one) => ({ ...one, address: getAddress(one.address) })),
    pools: pools.map((one) => ({ ...one, address: getAddress(one.address) })),
  }
}

function renderCall(call: PrivilegedCall, privileged: readonly PrivilegedAccount[]): RenderedCall {
  const { signature, selector, args, caller, callerRole } = call
  return {
    function: signature ?? selector,
    selector,
    args,
    caller: getAddress(caller),
    callerRole,
    callerClass: callerClassOf(call, privileged),
  }
}

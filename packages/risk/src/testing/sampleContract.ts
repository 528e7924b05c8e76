import { toFunctionSelector } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { Severity } from '../engine/finding.ts'
import type { Bytecode, ContractFunction } from '../facts/bytecode.ts'
import type { DeployerTokens } from '../facts/deployerTokens.ts'
import type { JudgedDeposit } from '../facts/deposit.ts'
import type { Distribution, PastDistribution } from '../facts/distribution.ts'
import type { Facts } from '../facts/facts.ts'
import type { Capability, OwnerSwitch, PrivilegedAccount, PrivilegedCall, ProxyFact } from '../facts/privileges.ts'
import type { Provenance } from '../facts/provenance.ts'
import type { Trade, TradeRun } from '../facts/trade.ts'
import { account, contract, sampleFacts, ZERO } from './sampleFacts.ts'

// Building blocks of tests about contracts: an honest token on a small market. Each builder takes what a case changes.

const address = (name: string): Address => `0x${name.padEnd(40, '0')}`
export const TOKEN = address('70ce1')
export const OWNER = address('0a1e2')
export const CREATOR = address('c2ea7e')
export const POOL = address('9001')
export const IMPLEMENTATION = address('1a9')
const DEAD = address('dead')
/** The sample's `block.timestamp`. */
const NOW = 1_700_000_000
export const DAY = 86_400

/** What makes each kind of account strong enough to lower a severity by two steps. */
const STRONG: Partial<Record<PrivilegedAccount['account'], Partial<PrivilegedAccount>>> = {
  multisig: { threshold: { needed: 4, owners: 7 } },
  timelock: { delaySeconds: 2 * DAY },
  governor: { delaySeconds: 9 * DAY },
}

/** A privileged account: an owner with a key, unless a case says otherwise; a 4-of-7 multisig, a timelock of two days. */
export function privileged(more: Partial<PrivilegedAccount> = {}): PrivilegedAccount {
  const { account = 'eoa' } = more
  return { address: OWNER, by: 'owner()', account, kind: null, labels: [], ...STRONG[account], ...more }
}

/** A call by the owner, from a signature: `setTax(uint256)`. */
export function call(signature: string, args: string[] = [], more: Partial<PrivilegedCall> = {}): PrivilegedCall {
  const selector = toFunctionSelector(`function ${signature}`)
  return { caller: OWNER, callerRole: 'owner', selector, signature, args, ...more }
}

/** A call by a stranger. */
export const BY_UNPRIVILEGED_CALLER = { caller: address('57a26e'), callerRole: 'stranger' } as const

export function capability(
  kind: Capability['kind'],
  signature: string,
  more: Partial<Omit<Capability, 'call'>> & { call?: Partial<PrivilegedCall> } = {},
): Capability {
  const { call: made, ...fields } = more
  return { kind, call: call(signature, [], made), state: 'effective', shown: 'shown by execution', ...fields }
}

/** `capabilities` with the owner behind it; `null` removes the owner from the picture. */
export function able(
  kind: Capability['kind'],
  signature: string,
  more: Parameters<typeof capability>[2] & { owner?: PrivilegedAccount['account'] } = {},
): Pick<Facts, 'capabilities' | 'privileged'> {
  const { owner = 'eoa', ...fields } = more
  return { capabilities: [capability(kind, signature, fields)], privileged: [privileged({ account: owner })] }
}

const UNTAXED = { buyTax: 0, transferTax: 0, sellTax: 0 }
export const ALL_FAILS = { buyTax: null, transferTax: null, sellTax: null }

/** Effect of one call by the owner on trading: sales stop for all accounts, unless a case says otherwise. */
export function flip(
  signature: string,
  more: Partial<Omit<OwnerSwitch, 'before' | 'after'>> & {
    before?: Partial<OwnerSwitch['before']>
    after?: Partial<OwnerSwitch['after']>
  } = {},
): OwnerSwitch {
  const { before, after, ...fields } = more
  return {
    calls: [call(signature)],
    effect: 'stops-sales',
    hits: 'all-holders',
    before: { ...UNTAXED, ...before },
    after: { ...UNTAXED, sellTax: null, reason: null, ...after },
    ...fields,
  }
}

/** `switches` with the owner behind them. */
export function flips(
  flipped: OwnerSwitch,
  owner: PrivilegedAccount['account'] = 'eoa',
): Pick<Facts, 'switches' | 'privileged'> {
  return { switches: [flipped], privileged: [privileged({ account: owner })] }
}

/** One untaxed attempt that succeeded, unless a case says otherwise. */
export function run(scenario: TradeRun['scenario'], more: Partial<TradeRun> = {}): TradeRun {
  return { scenario, account: address('f4e5'), failed: null, ...UNTAXED, ...more }
}

/** The sale of one attempt fails. */
export function unsold(scenario: TradeRun['scenario'], reason: string | null = 'execution reverted'): TradeRun {
  return run(scenario, { failed: { step: 'sell', reason }, sellTax: null })
}

const SCENARIOS = ['fresh', 'small', 'large', 'next-block', 'day-later', 'after-buys'] as const

/** A trade whose every attempt is made by `how`; holders sell without trouble. */
export function trade(more: Partial<Trade> = {}, how: (scenario: TradeRun['scenario']) => TradeRun = run): Trade {
  return {
    pool: {
      address: POOL,
      exchange: 'Uniswap V2',
      style: 'v2',
      quote: { address: address('e7'), symbol: 'WETH' },
      depthUsd: 400_000,
      made: false,
    },
    runs: SCENARIOS.map((scenario) => how(scenario)),
    later: [],
    limits: { maxBuy: null, maxSell: null, maxHolding: null, cooldownSeconds: null },
    holders: { sampled: 10, failed: 0, highestTax: 0, siphoned: 0 },
    budget: { runs: 16, max: 64, cut: [] },
    ...more,
  }
}

/** A token without a market that refuses every approval, as receipts and memberships do. */
export function untradable(): Trade {
  const refused = trade({}, (scenario) => run(scenario, { failed: { step: 'approve', reason: null }, sellTax: null }))
  return { ...refused, pool: { ...refused.pool, made: true } }
}

export function contractFunction(signature: string, more: Partial<ContractFunction> = {}): ContractFunction {
  const selector = toFunctionSelector(`function ${signature}`) as Hex
  const types = /\((.*)\)$/.exec(signature)?.[1] ?? ''
  return {
    selector,
    signature,
    arguments: types,
    mutability: 'nonpayable',
    reads: [],
    writes: [],
    gated: false,
    gatedBy: [],
    balanceWrites: [],
    asks: [],
    sendsNative: false,
    ...more,
  }
}

export function bytecode(
  more: Partial<Omit<Bytecode, 'opcodes'>> & { opcodes?: Partial<Bytecode['opcodes']> } = {},
): Bytecode {
  const none = {
    selfdestruct: false,
    delegatecall: false,
    callcode: false,
    create: false,
    create2: false,
    origin: false,
  }
  return {
    address: TOKEN,
    size: 4_000,
    functions: ['transfer(address,uint256)', 'balanceOf(address)'].map((one) => contractFunction(one)),
    slots: {
      balances: '0x0',
      allowances: '0x1',
      totalSupply: '0x2',
      owner: [],
      transferWords: [],
      transferMappings: [],
    },
    transferPath: { conditions: [], scaledBy: [], calls: [] },
    skeleton: `0x${'5e'.repeat(32)}`,
    compiler: '0.8.24',
    sourceHash: null,
    standard: 'erc20',
    complete: true,
    ...more,
    opcodes: { ...none, ...more.opcodes },
  }
}

/** An EIP-1967 proxy whose admin has a key, unless a case says otherwise. */
export function proxy(more: Partial<ProxyFact> = {}): ProxyFact {
  return {
    kind: 'eip1967',
    implementations: [IMPLEMENTATION],
    beacon: null,
    admin: privileged({ by: 'EIP-1967 admin slot' }),
    upgradeable: true,
    ...more,
  }
}

export function provenance(more: Partial<Provenance> = {}): Provenance {
  return {
    verified: true,
    asked: ['Sourcify'],
    unavailable: [],
    verifiedBy: 'Sourcify',
    name: 'PlainToken',
    compiler: '0.8.24',
    abi: null,
    creator: CREATOR,
    factory: null,
    createdAt: NOW - 400 * DAY,
    createdBefore: null,
    creationBlock: 17_000_000n,
    creationTransaction: `0x${'c7'.repeat(32)}`,
    creationBy: 'explorer',
    ...more,
  }
}

/** `provenance` of a contract created so many days ago. */
export const ageDays = (days: number) => provenance({ createdAt: NOW - days * DAY })

/** `provenance` of a contract that existed so many days ago, with an unknown creation. */
export const olderThanDays = (days: number) => provenance({ createdAt: null, createdBefore: NOW - days * DAY })

/** A deployer of nothing else. */
export function deployerTokens(more: Partial<DeployerTokens> = {}): DeployerTokens {
  return { deployer: CREATOR, transactions: 12, examined: 12, tokens: [], ...more }
}

/** Deep liquidity that cannot be removed, and a supply in many hands. */
export function distribution(more: Partial<Distribution> = {}): Distribution {
  return {
    liquidityUsd: 400_000,
    topHolders: [
      { address: POOL, share: 40, kind: 'pool' },
      { address: address('f12e2d'), share: 4, kind: 'eoa' },
    ],
    lpHolders: [{ address: DEAD, share: 99, kind: 'burned' }],
    sampled: true,
    before: null,
    ...more,
  }
}

/** The sample's distribution a day or a week before: as today, unless a case says otherwise. */
export function pastDistribution(more: Partial<PastDistribution> = {}): PastDistribution {
  return {
    block: 19_992_800n,
    timestamp: NOW - DAY,
    totalSupply: 10n ** 27n,
    topHolders: [
      { address: POOL, share: 40, hasCode: true },
      { address: address('f12e2d'), share: 4, hasCode: false },
    ],
    pools: [{ address: POOL, style: 'v2', usdBefore: 400_000, usdNow: 400_000, keptPercent: 100 }],
    ...more,
  }
}

/** Facts of something that is no token. */
export const NO_TOKEN = {
  token: null,
  totalSupply: null,
  trade: null,
  switches: [],
  distribution: null,
  deployerTokens: null,
  creatorFunding: null,
  imitates: null,
}

/** A deposit that brought tokens of the contract, which a withdrawal paid back; with a finding of that severity beside. */
export function redeemed(found?: Severity): JudgedDeposit {
  const finding = { id: 'owner-withdrawal-of-deposits', title: 'Owner withdrawal', description: 'It can be taken.' }
  return {
    selector: '0xb6b55f25',
    signature: 'deposit(uint256)',
    repeated: true,
    redeemed: true,
    findings: found === undefined ? [] : [{ ...finding, severity: found, evidence: {}, isSale: false }],
  }
}

/** Facts of an address where there is no code to run. */
export const NO_CODE = {
  ...NO_TOKEN,
  subject: account(TOKEN),
  bytecode: null,
  proxy: null,
  personalAccount: null,
  privileged: [],
  capabilities: [],
  guardedPulls: [],
  pullCoverage: null,
  guardedTokenPowers: { powers: [], cut: false },
  coinTraps: [],
  deposits: [],
}

/** A plain, verified, year-old ERC-20 whose ownership is renounced and whose liquidity is burned. */
export function sampleContract(): Partial<Facts> {
  const { block } = sampleFacts()
  const token = { standard: 'erc20', symbol: 'PLAIN', name: 'Plain Token', decimals: 18 } as const
  return {
    ...(block && { block }),
    spellings: [],
    subject: contract(TOKEN, { token }),
    implementations: [],
    creator: account(CREATOR),
    bytecode: bytecode(),
    proxy: null,
    personalAccount: null,
    privileged: [privileged({ address: ZERO, account: 'burned' })],
    token,
    totalSupply: 10n ** 27n,
    trade: trade(),
    switches: [],
    capabilities: [],
    guardedPulls: [],
    pullCoverage: { functions: 1, open: [] },
    guardedTokenPowers: { powers: [], cut: false },
    deposits: [],
    delegateActs: null,
    walletJudgement: null,
    privilegesBudget: { runs: 9, max: 400, cut: [] },
    provenance: provenance(),
    distribution: distribution(),
    deployerTokens: deployerTokens(),
    creatorFunding: null,
    flaggedDeployments: [],
    imitates: null,
  }
}

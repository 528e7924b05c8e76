import { type AbiFunction, encodeFunctionData, parseAbiItem } from 'viem'
import type { Address, Hex } from '../address.ts'
import type { Account, Label } from '../facts/account.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { CallFrame, Simulation } from '../facts/execution.ts'
import type { Facts } from '../facts/facts.ts'
import type { Transaction, UserOperation } from '../facts/transaction.ts'

// Building blocks of tests: an honest trader on a small world. Each builder takes what a case changes.

const address = (name: string): Address => `0x${name.padEnd(40, '0')}`
export const TRADER = address('a11ce5')
export const FRIEND = address('f12e2d')
export const STRANGER = address('57a26e')
export const ROUTER = address('20073e')
export const UNKNOWN_CONTRACT = address('c0de01')
export const DRAINER = address('d2a1ae')
export const USDC = address('05dc01')
export const SCAM = address('5ca301')
export const NFT = address('0f7001')
/** Builds the block. */
export const BUILDER = address('b0117d')
export const ZERO = address('')
export const MAX_UINT256 = 2n ** 256n - 1n
export const ETHER = 10n ** 18n

export function account(of: Address, more: Partial<Account> = {}): Account {
  const isContract = more.class === 'contract'
  return {
    address: of,
    class: 'eoa',
    codeSize: isContract ? 1_000 : 0,
    codeHash: null,
    delegate: null,
    balance: 10n * ETHER,
    nonce: 7n,
    labels: [],
    token: null,
    sanctioned: false,
    sanctionedBy: more.sanctioned === true ? ['a sanctions list'] : [],
    frozenBy: [],
    kind: null,
    ensName: null,
    deployedRecently: false,
    ...more,
  }
}

export function label(category: Label['category'], name: string = category): Label {
  return { name, category, source: 'test', confidence: 'high' }
}

export const contract = (of: Address, more: Partial<Account> = {}) => account(of, { class: 'contract', ...more })
export const router = () => contract(ROUTER, { labels: [label('defi_protocol', 'Uniswap V2 Router')] })

export function byAddress(...accounts: Account[]): Record<Address, Account> {
  return Object.fromEntries(accounts.map((one) => [one.address, one]))
}

/** A transaction and its decoded call from a signature, `transfer(address,uint256)`. */
export function invoke(
  to: Address,
  signature: string,
  args: readonly unknown[],
  more: Partial<Omit<Transaction, 'calls'>> & { abi?: string; calls?: DecodedCall[] } = {},
): Pick<Facts, 'transaction' | 'decodedCall'> {
  const { abi = 'test', calls = [], ...fields } = more
  const item = parseAbiItem(`function ${signature}` as string) as AbiFunction
  const data = encodeFunctionData({ abi: [item], functionName: item.name, args })
  const transaction: Transaction = { from: TRADER, to, value: 0n, data, ...fields }
  const parameters = item.inputs.map(({ type }, at) => ({ name: `arg${at}`, type, value: String(args[at]) }))
  const selector = data.slice(0, 10) as Hex
  const decodedCall = {
    to,
    selector,
    functionName: item.name,
    signature,
    parameters,
    args,
    abi,
    value: transaction.value,
    calls,
  }
  return { transaction, decodedCall }
}

/** A transaction without call data. */
export function pay(
  to: Address | null,
  value: bigint,
  more: Partial<Transaction> = {},
): Pick<Facts, 'transaction' | 'decodedCall'> {
  const transaction: Transaction = { from: TRADER, to, value, data: '0x', ...more }
  const decodedCall: DecodedCall = {
    to,
    selector: null,
    functionName: null,
    signature: null,
    parameters: [],
    args: [],
    abi: null,
    value,
    calls: [],
  }
  return { transaction, decodedCall }
}

/** An operation of the trader's account at EntryPoint 0.7 that leaves gas and fees to the wallet. */
export function userOperation(more: Partial<UserOperation> = {}): UserOperation {
  return {
    entryPoint: '0x0000000071727de22e5e9d8baf0edac6f37da032',
    sender: TRADER,
    nonce: 0n,
    factory: null,
    factoryData: '0x',
    callData: '0x',
    callGasLimit: null,
    verificationGasLimit: null,
    preVerificationGas: null,
    maxFeePerGas: null,
    maxPriorityFeePerGas: null,
    paymaster: null,
    paymasterAndData: '0x',
    ...more,
  }
}

export function frame(more: Partial<CallFrame> = {}): CallFrame {
  return {
    type: 'CALL',
    from: TRADER,
    to: FRIEND,
    value: 0n,
    gas: 100_000n,
    gasUsed: 21_000n,
    input: '0x',
    output: null,
    error: null,
    revertReason: null,
    logs: [],
    calls: [],
    ...more,
  }
}

export function simulation(more: Partial<Simulation> = {}): Simulation {
  return {
    success: true,
    outcome: 'succeeded',
    gasUsed: 50_000n,
    gasLimit: 1_000_000n,
    revertReason: null,
    output: '0x',
    trace: frame(),
    stateDiff: {},
    toppedUp: false,
    truncated: false,
    created: null,
    environments: [],
    ...more,
  }
}

export const failure = (revertReason: string | null, more: Partial<Simulation> = {}) =>
  simulation({
    success: false,
    outcome: 'reverted',
    revertReason,
    trace: frame({ error: 'execution reverted', revertReason }),
    ...more,
  })

/** A change of native coin (18 decimals); pass `address` and `assetType` for a token. */
export function change(of: Address, amount: bigint, more: Partial<BalanceChange> = {}): BalanceChange {
  const before = 'before' in more ? (more.before ?? null) : 10n * ETHER
  return {
    account: of,
    assetType: 'native',
    address: null,
    tokenId: null,
    symbol: 'ETH',
    decimals: 18,
    change: amount,
    changeUsd: null,
    priceSource: null,
    priceKind: more.changeUsd == null ? null : 'oracle',
    ...more,
    before,
    after: before === null ? null : before + amount,
  }
}

/** A change of USDC (6 decimals, before: 1,000). */
export function usdc(of: Address, amount: bigint, more: Partial<BalanceChange> = {}): BalanceChange {
  const fields = { assetType: 'erc20', address: USDC, symbol: 'USDC', decimals: 6, before: 1_000_000_000n } as const
  return change(of, amount, { ...fields, changeUsd: Number(amount) / 1e6, priceSource: 'test', ...more })
}

export function nft(of: Address, amount: bigint, tokenId: bigint): BalanceChange {
  return change(of, amount, {
    assetType: 'erc721',
    address: NFT,
    symbol: 'APE',
    decimals: null,
    tokenId,
    before: amount < 0n ? 1n : 0n,
  })
}

export function approval(spender: Address, more: Partial<ApprovalChange> = {}): ApprovalChange {
  return {
    token: USDC,
    symbol: 'USDC',
    decimals: 6,
    standard: 'erc20',
    owner: TRADER,
    spender,
    tokenId: null,
    before: 0n,
    after: MAX_UINT256,
    operator: false,
    unlimited: true,
    expiration: null,
    ...more,
  }
}

/** An honest transfer of one ether to a friend dealt with before. Derived facts are left to the derivations. */
export function sampleFacts(): Partial<Facts> {
  return {
    ...pay(FRIEND, ETHER),
    spellings: [],
    origin: null,
    block: {
      chain: 'ethereum',
      number: 20_000_000n,
      hash: `0x${'1'.repeat(64)}`,
      timestamp: 1_700_000_000n,
      baseFeePerGas: 10n ** 10n,
      gasLimit: 30_000_000n,
      coinbase: BUILDER,
      prevRandao: `0x${'2'.repeat(64)}`,
    },
    now: 1_700_000_000n,
    simulation: simulation({ trace: frame({ value: ETHER }) }),
    balanceChanges: [change(TRADER, -ETHER), change(FRIEND, ETHER)],
    approvalChanges: [],
    sender: account(TRADER),
    recipient: account(FRIEND),
    spenders: {},
    counterparties: byAddress(account(FRIEND)),
    codeOnOtherNetworks: [],
    senderHistory: [
      { address: FRIEND, direction: 'out', zeroValue: false, asset: 'ETH', genuine: true, blockNumber: 19_000_000n },
    ],
    knownParties: [],
    delegates: {},
    delegations: {},
    safes: [],
    tokenPulls: [],
    executedSteps: [],
    claims: [],
    rights: [],
    collections: [],
    executedParts: [],
    parts: [],
    paymasterCharge: null,
    saleProbes: [],
    spenderSources: [],
    spenderProbes: [],
    consentingSpenders: [],
    openAllowances: [],
    ownWallets: [],
    controllers: [],
    purchasePrivileges: [],
    purchaseJudgements: [],
    unsimulatedCalls: [],
    mined: false,
    approvalPulls: [],
    takerProbes: [],
    nextFork: null,
    delayedClaim: null,
    poolMove: null,
    dataFee: null,
    contractJudgements: {},
    walletJudgements: {},
  }
}

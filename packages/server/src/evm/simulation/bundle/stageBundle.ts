import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BundleCall, Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem/utils'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isDelegation } from '../../rpc/rpcValues.ts'
import { madeUpAddress, madeUpWord } from '../madeUp.ts'
import type { StateOverrides } from '../simulator.ts'
import { bundleCode, PLAIN_ACCOUNT } from './bundleCode.ts'
import { executedCallData } from './handleOps.ts'

/** Gas budget of a user operation's submitter, in wei. */
export const BUNDLER_BALANCE = 10n ** 21n
const SENDER_CREATOR = parseAbi(['function createSender(bytes initCode) returns (address)'])

export type Reads = Pick<ChainSource, 'code' | 'balance'>
export type Wanted = { block: PinnedBlock; transaction: Transaction; signal: AbortSignal }

/** One ordinary transaction that is executed in place of the bundle. */
export type Staged = {
  transaction: Transaction
  stateOverrides: StateOverrides
  calls: BundleCall[]
  /** Wei that the calls pay out of the sender's own balance. */
  paidByCalls: bigint
  atomic: boolean
  /** Temporary address of the account's real code, and the account; null for a plain transaction. */
  ownCode: { at: Address; of: Address } | null
}

/** Builds the ordinary transaction that runs in place of a bundle or user operation, on state that makes it possible. */
export async function stageBundle(chain: Reads, wanted: Wanted): Promise<Staged> {
  const { calls, userOperation } = wanted.transaction
  if (userOperation) return stageUserOperation(chain, wanted, userOperation)
  if (calls) return stageCalls(chain, wanted, calls)
  return {
    transaction: wanted.transaction,
    stateOverrides: {},
    calls: [],
    paidByCalls: 0n,
    atomic: true,
    ownCode: null,
  }
}

async function stageCalls(chain: Reads, { block, transaction, signal }: Wanted, calls: BundleCall[]): Promise<Staged> {
  const { from, atomic = false } = transaction
  const own = await codeOf(chain, { block, address: from, signal })
  const program = stage(block, from, calls, { starter: from, atomic, own })
  const delegate = madeUpAddress(block, 'delegate', program.data)
  const { calls: _calls, atomic: _atomic, ...rest } = transaction
  return {
    transaction: { ...rest, to: from, value: 0n, data: program.data },
    stateOverrides: {
      // A known wallet's delegate would need other code, which contracts can detect.
      [from]: { code: delegationTo(delegate) },
      [delegate]: { code: program.code },
      [program.ownAt]: { code: program.own },
    },
    calls,
    paidByCalls: calls.reduce((sum, { value }) => sum + value, 0n),
    atomic,
    ownCode: { at: program.ownAt, of: from },
  }
}

/** Calls of the paymaster around the account's own call. */
type Payment = { validate: Hex; postOp: Hex | null; atomic: boolean }

/** Builds the transaction of a user operation, with its paymaster's calls where they are given. */
export async function stageUserOperation(
  chain: Reads,
  { block, transaction, signal }: Wanted,
  operation: UserOperation,
  payment: Payment | null = null,
): Promise<Staged> {
  const { entryPoint, sender, factory, factoryData, paymaster } = operation
  const [own, code] = await Promise.all([entryPoint, sender].map((address) => chain.code(block, address, signal)))
  const delegate = transaction.authorizationList?.at(-1)?.address
  const calls: BundleCall[] = [{ to: sender, value: 0n, data: executedCallData(operation, block.chain) }]
  if (factory !== null && code === '0x' && delegate === undefined) {
    // Every entry point creates its own in its constructor.
    const creator = getContractAddress({ from: entryPoint, nonce: 1n }).toLowerCase() as Address
    const initCode: Hex = `${factory}${factoryData.slice(2)}`
    const exists = (await chain.code(block, creator, signal)) !== '0x'
    const data = encodeFunctionData({ abi: SENDER_CREATOR, functionName: 'createSender', args: [initCode] })
    calls.unshift(exists ? { to: creator, value: 0n, data } : { to: factory, value: 0n, data: factoryData })
  }
  if (payment !== null) {
    calls.splice(-1, 0, { to: paymaster, value: 0n, data: payment.validate })
    if (payment.postOp !== null) calls.push({ to: paymaster, value: 0n, data: payment.postOp })
  }
  const atomic = payment?.atomic ?? true
  // A new address each time: code that recognises the simulation's sender behaves.
  const bundler = madeUpAddress(block, 'bundler', entryPoint, ...calls.map(({ data }) => data))
  const program = stage(block, entryPoint, calls, { starter: bundler, atomic, own: own ?? '0x' })
  return {
    transaction: {
      from: bundler,
      to: entryPoint,
      value: 0n,
      data: program.data,
      ...feesOf(transaction),
    },
    stateOverrides: {
      [bundler]: { balance: BUNDLER_BALANCE },
      [entryPoint]: { code: program.code },
      [program.ownAt]: { code: program.own },
      ...(delegate && { [sender]: { code: delegationTo(delegate) } }),
    },
    calls,
    // The submitter pays for gas, and the account for its calls.
    paidByCalls: 0n,
    atomic,
    ownCode: { at: program.ownAt, of: entryPoint },
  }
}

function stage(
  block: PinnedBlock,
  account: Address,
  calls: BundleCall[],
  how: { starter: Address; atomic: boolean; own: Hex },
) {
  const bytes = calls.map(({ data }) => data.slice(2)).join('')
  const password = madeUpWord(block, 'password', account, bytes)
  const ownAt = madeUpAddress(block, 'own code', account, bytes)
  return {
    data: `${password}${bytes}` as Hex,
    code: bundleCode({ starter: how.starter, password, calls, atomic: how.atomic, ownCode: ownAt }),
    ownAt,
    own: how.own === '0x' ? PLAIN_ACCOUNT : how.own,
  }
}

/** Returns the fees that a transaction offers. */
export function feesOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: Transaction): Partial<Transaction> {
  return {
    ...(gasPrice !== undefined && { gasPrice }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
  }
}

/** Returns the code that runs for an account: its delegate's under EIP-7702. */
async function codeOf(
  chain: Reads,
  { block, address, signal }: { block: PinnedBlock; address: Address; signal: AbortSignal },
): Promise<Hex> {
  const code = await chain.code(block, address, signal)
  return isDelegation(code) ? chain.code(block, `0x${code.slice(8)}`, signal) : code
}

/** Returns the code of an account that delegates to the address (EIP-7702). */
export function delegationTo(address: Address): Hex {
  return `0xef0100${address.slice(2)}`
}

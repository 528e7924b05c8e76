import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { BundleCall, Transaction, UserOperation } from '@redoubt/risk/facts/transaction.ts'
import { toFunctionSelector } from 'viem/utils'
import type { ActingWallet } from '../../domain/ports/signedTransactions.ts'
import { parseSignature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'
import { delegatorOf } from './delegatorOf.ts'
import { type NestedCall, nestedCalls } from './nestedCalls.ts'

/** A call that a frame makes. */
type Outer = { from: Address; to: Address; args: readonly unknown[] }
type Unwrapper = { via: ActingWallet['via']; read(outer: Outer): ActingWallet[] }

const MAX_FRAMES = 20_000
/** More than that many are not looked at one by one. */
const MAX_ACTING = 8

const OP_06 =
  '(address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,bytes paymasterAndData,bytes signature)'
const OP_07 =
  '(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature)'
const FORWARD = 'address from,address to,uint256 value,uint256 gas'
const SAFE =
  'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)'

const safe: Unwrapper = {
  via: 'safe',
  read: ({ to, args: [target, value, data, operation] }) => [
    actor('safe', to, callsOf([{ to: target, value, data, ...(operation === 1n && { operation: 1 }) } as NestedCall])),
  ],
}

const rows = (value: unknown) => value as readonly (readonly unknown[])[]

const operations = (packed: boolean): Unwrapper => ({
  via: 'user-operation',
  read: ({ to, args: [ops] }) => rows(ops).map((op) => operated(to, op, packed)),
})

const aggregated = (packed: boolean): Unwrapper => ({
  via: 'user-operation',
  read: ({ to, args: [groups] }) => rows(groups).flatMap(([ops]) => rows(ops).map((op) => operated(to, op, packed))),
})

/** MetaMask's delegation framework: the account at the root of each chain of delegations executes. */
const redeemed: Unwrapper = {
  via: 'delegation',
  read: ({ from, args: [contexts, modes, executions] }) =>
    (contexts as Hex[]).map((context, index) => {
      const root = delegatorOf(context)
      const wallet = root === 'redeemer' ? from : root
      const mode = (modes as Hex[])[index]
      const execution = (executions as Hex[])[index]
      if (wallet === null || mode === undefined || execution === undefined)
        return { wallet, via: 'delegation', transaction: null }
      const calls = nestedCalls('executeFromExecutor(bytes32,bytes)', { to: wallet, args: [mode, execution] })
      return actor('delegation', wallet, callsOf(calls))
    }),
}

/** ERC-2771: the target takes the account at the end of its call data for the sender. */
const forwarded: Unwrapper = {
  via: 'forwarder',
  read: ({ args: [request] }) => [forwardOf(request as readonly unknown[])],
}

const forwardedAll: Unwrapper = { via: 'forwarder', read: ({ args: [requests] }) => rows(requests).map(forwardOf) }

/** Contracts that take meta-transactions themselves. */
const metaTransaction: Unwrapper = {
  via: 'forwarder',
  read: ({ to, args: [wallet, data] }) => [
    actor('forwarder', wallet as Address, [{ to, value: 0n, data: data as Hex }]),
  ],
}

const UNWRAPPERS = new Map(
  (
    [
      [SAFE, safe],
      [`handleOps(${OP_06}[] ops,address beneficiary)`, operations(false)],
      [`handleOps(${OP_07}[] ops,address beneficiary)`, operations(true)],
      [
        `handleAggregatedOps((${OP_06}[] ops,address aggregator,bytes signature)[] groups,address beneficiary)`,
        aggregated(false),
      ],
      [
        `handleAggregatedOps((${OP_07}[] ops,address aggregator,bytes signature)[] groups,address beneficiary)`,
        aggregated(true),
      ],
      ['redeemDelegations(bytes[] contexts,bytes32[] modes,bytes[] executions)', redeemed],
      [`execute((${FORWARD},uint256 nonce,bytes data) request,bytes signature)`, forwarded],
      [`execute((${FORWARD},uint48 deadline,bytes data,bytes signature) request)`, forwarded],
      [
        `executeBatch((${FORWARD},uint48 deadline,bytes data,bytes signature)[] requests,address refundReceiver)`,
        forwardedAll,
      ],
      ['executeMetaTransaction(address user,bytes functionSignature,bytes32 r,bytes32 s,uint8 v)', metaTransaction],
    ] as const
  ).map(([text, unwrapper]) => {
    const signature = parseSignature(text)
    return [toFunctionSelector(`function ${signature.canonical}`), { ...unwrapper, inputs: signature.inputs }] as const
  }),
)

/**
 * The wallets that a transaction acts for: of a Safe's transaction, of user operations (ERC-4337), of redeemed delegations and of
 * relayed requests (ERC-2771), wherever in the execution they are made, and in the call data where nothing was executed. Each call of
 * such a function counts, also when its arguments cannot be read.
 * @param trace the call tree of the execution; null: it is not known.
 */
export function actingWallets(transaction: Transaction, trace: CallFrame | null): ActingWallet[] {
  const found = new Map<string, ActingWallet>()
  const look = (from: Address, to: Address | null, data: Hex) => {
    const unwrapper = UNWRAPPERS.get(data.slice(0, 10) as Hex)
    if (unwrapper === undefined || to === null || found.size > MAX_ACTING) return
    const key = `${to} ${data}`
    const decoded = decodeArguments(unwrapper.inputs, data.slice(10))
    const acting =
      decoded === null
        ? [{ wallet: unwrapper.via === 'safe' ? to : null, via: unwrapper.via, transaction: null }]
        : unwrapper.read({ from, to, args: decoded.values })
    acting.forEach((one, index) => void found.set(`${key} ${index}`, one))
  }
  for (const call of transaction.calls ?? [transaction]) look(transaction.from, call.to, call.data)
  const { calls, isWhole } = callsIn(trace)
  for (const { from, to, input } of calls) look(from, to, input)
  if (!isWhole) found.set('unread', { wallet: null, via: 'unread', transaction: null })
  // What the sender does itself is the transaction.
  return [...found.values()].filter(({ wallet, transaction: own }) => wallet !== transaction.from || own !== null)
}

function callsIn(trace: CallFrame | null): { calls: CallFrame[]; isWhole: boolean } {
  const calls: CallFrame[] = []
  const waiting = trace === null ? [] : [trace]
  for (let count = 0; count < MAX_FRAMES; count++) {
    const frame = waiting.pop()
    if (frame === undefined) return { calls, isWhole: true }
    if (frame.error !== null) continue
    if (frame.type === 'CALL') calls.push(frame)
    waiting.push(...frame.calls)
  }
  return { calls, isWhole: waiting.length === 0 }
}

/** Null when one of the calls runs code as the account's own: what that does only an execution shows. */
function callsOf(calls: readonly NestedCall[]): BundleCall[] | null {
  const flat = calls.flatMap((call): (NestedCall | null)[] => {
    if (call.operation !== 1) return [call]
    // A Safe's batch: its library runs as the Safe and makes the calls.
    const sent =
      MULTI_SEND.selector === call.data.slice(0, 10) ? decodeArguments(MULTI_SEND.inputs, call.data.slice(10)) : null
    const inner = sent && nestedCalls('multiSend(bytes)', { to: call.to, args: sent.values })
    return inner === null || inner.some(({ operation }) => operation === 1) ? [null] : inner
  })
  if (flat.length === 0 || flat.includes(null)) return null
  return flat.flatMap((call) => (call === null ? [] : [{ to: call.to, value: call.value, data: call.data }]))
}

const MULTI_SEND = (() => {
  const { inputs, canonical } = parseSignature('multiSend(bytes transactions)')
  return { inputs, selector: toFunctionSelector(`function ${canonical}`) }
})()

function actor(via: ActingWallet['via'], wallet: Address, calls: BundleCall[] | null): ActingWallet {
  if (calls === null) return { wallet, via, transaction: null }
  return {
    wallet,
    via,
    transaction: {
      from: wallet,
      to: calls[0]?.to ?? null,
      value: calls.reduce((sum, { value }) => sum + value, 0n),
      data: `0x${calls.map(({ data }) => data.slice(2)).join('')}`,
      calls,
      atomic: true,
    },
  }
}

function operated(entryPoint: Address, op: readonly unknown[], packed: boolean): ActingWallet {
  const [sender, nonce, initCode, callData] = op as [Address, bigint, Hex, Hex]
  const paymasterAndData = op[packed ? 7 : 9] as Hex
  const signature = op[packed ? 8 : 10] as Hex
  const [verificationGasLimit, callGasLimit] = packed ? halves(op[4] as Hex) : [op[5] as bigint, op[4] as bigint]
  const [maxPriorityFeePerGas, maxFeePerGas] = packed ? halves(op[6] as Hex) : [op[8] as bigint, op[7] as bigint]
  const isFactory = initCode.length >= 42 && !initCode.startsWith('0x7702')
  const userOperation: UserOperation = {
    entryPoint,
    sender,
    nonce,
    factory: isFactory ? (initCode.slice(0, 42) as Address) : null,
    factoryData: isFactory ? `0x${initCode.slice(42)}` : '0x',
    ...(!isFactory && initCode !== '0x' && { initCode }),
    callData,
    callGasLimit,
    verificationGasLimit,
    preVerificationGas: op[packed ? 5 : 6] as bigint,
    maxFeePerGas,
    maxPriorityFeePerGas,
    paymaster: paymasterAndData.length >= 42 ? (paymasterAndData.slice(0, 42) as Address) : null,
    paymasterAndData,
    ...(signature !== '0x' && { signature }),
  }
  const transaction: Transaction = {
    from: sender,
    to: sender,
    value: 0n,
    data: callData,
    maxFeePerGas,
    maxPriorityFeePerGas,
    userOperation,
  }
  return { wallet: sender, via: 'user-operation', transaction }
}

/** Splits a word into two 128-bit numbers. */
function halves(word: Hex): [bigint, bigint] {
  return [BigInt(word.slice(0, 34)), BigInt(`0x${word.slice(34)}`)]
}

function forwardOf(request: readonly unknown[]): ActingWallet {
  const [from, to, value] = request as [Address, Address, bigint]
  const data = request[5] as Hex
  return actor('forwarder', from, [{ to, value, data }])
}

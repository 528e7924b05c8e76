import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { parseSignature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'
import { delegatorOf } from './delegatorOf.ts'

/** A call that another call's arguments contain. */
export type NestedCall = { to: Address | null; value: bigint; data: Hex; operation?: 1 }
type Outer = { to: Address | null; args: readonly unknown[] }
type Extract = (outer: Outer) => NestedCall[]

/** How Safe and ERC-7579 accounts number it. */
const DELEGATECALL = 1n
const ZERO = `0x${'0'.repeat(40)}`
const CALLS = parseSignature('calls((address target,uint256 value,bytes data)[] calls)').inputs
const BATCHES = parseSignature('batches(bytes[] batches)').inputs
const CALLS_WITH_DATA = parseSignature('calls((address target,uint256 value,bytes data)[] calls,bytes opData)').inputs

const call = (to: unknown, value: unknown, data: unknown, operation: unknown = 0n): NestedCall => ({
  to: to as Address,
  value: value as bigint,
  data: data as Hex,
  ...(operation === DELEGATECALL && { operation: 1 }),
})
const EXECUTOR = parseAbi(['function executeFromExecutor(bytes32 mode, bytes executionCalldata)'])
const rows = (value: unknown) => value as readonly (readonly unknown[])[]
/** A delegate call into the same contract: the value stays where it already is. */
const toSelf: (index: number) => Extract = (index) => (outer) =>
  (outer.args[index] as Hex[]).map((data) => ({ to: outer.to, value: 0n, data }))
/** Parallel lists, as governors, timelocks and batch accounts take them; a missing value list means no value. */
const zip = (targets: number, values: number | null, datas: number): Extract => {
  return ({ args }) =>
    (args[targets] as Address[]).flatMap((to, index) => {
      const list = values === null ? [] : (args[values] as bigint[])
      const data = (args[datas] as Hex[])[index]
      // OpenZeppelin and the reference account treat an empty value list as zeros.
      return data === undefined ? [] : [call(to, list[index] ?? 0n, data)]
    })
}
const single: Extract = ({ args: [to, value, data] }) => [call(to, value, data)]
/** The fourth argument says whether the code runs as the account's own. */
const operated: Extract = ({ args: [to, value, data, operation] }) => [call(to, value, data, operation)]
const pairs =
  (index: number): Extract =>
  ({ args }) =>
    rows(args[index]).map(([to, data]) => call(to, 0n, data))
const batch: Extract = ({ args: [calls] }) => rows(calls).map(([to, value, data]) => call(to, value, data))
/** Sender and call data are members 0 and 3 in EntryPoint 0.6 as in 0.7 and 0.8. */
const userOperations: Extract = ({ args: [operations] }) => rows(operations).map((op) => call(op[0], 0n, op[3]))
const aggregatedOperations: Extract = ({ to, args: [groups] }) =>
  rows(groups).flatMap(([operations]) => userOperations({ to, args: [operations] }))
/** MetaMask's delegation framework (ERC-7710): the manager calls the account at the root of each chain of delegations. */
function redemptions({ args: [contexts, modes, executions] }: Outer): NestedCall[] {
  return (contexts as Hex[]).flatMap((context, index) => {
    const wallet = delegatorOf(context)
    const mode = (modes as Hex[])[index]
    const execution = (executions as Hex[])[index]
    if (wallet === null || wallet === 'redeemer' || mode === undefined || execution === undefined) return []
    return [call(wallet, 0n, encodeFunctionData({ abi: EXECUTOR, args: [mode, execution] }))]
  })
}
/** Initial call of the new proxy; it has no address yet, so the code it runs stands for it. */
const initializer: Extract = ({ args: [singleton, data] }) => (data === '0x' ? [] : [call(singleton, 0n, data)])

const EXTRACTORS: Readonly<Record<string, Extract>> = {
  'multicall(bytes[])': toSelf(0),
  'multicall(uint256,bytes[])': toSelf(1),
  'multicall(bytes32,bytes[])': toSelf(1),
  'aggregate((address,bytes)[])': pairs(0),
  'tryAggregate(bool,(address,bytes)[])': pairs(1),
  'blockAndAggregate((address,bytes)[])': pairs(0),
  'tryBlockAndAggregate(bool,(address,bytes)[])': pairs(1),
  'aggregate3((address,bool,bytes)[])': ({ args: [calls] }) => rows(calls).map(([to, , data]) => call(to, 0n, data)),
  'aggregate3Value((address,bool,uint256,bytes)[])': ({ args: [calls] }) =>
    rows(calls).map(([to, , value, data]) => call(to, value, data)),
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': operated,
  'execTransactionFromModule(address,uint256,bytes,uint8)': operated,
  'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)': operated,
  'multiSend(bytes)': ({ args: [transactions] }) => unpackMultiSend(transactions as Hex),
  'execute(address,uint256,bytes)': single,
  'execute(address,uint256,bytes,uint8)': operated,
  'execute((address,uint256,bytes)[])': batch,
  'executeBatch((address,uint256,bytes)[])': batch,
  'executeBatch(address[],bytes[])': zip(0, null, 1),
  'executeBatch(address[],uint256[],bytes[])': zip(0, 1, 2),
  'execute(bytes32,bytes)': unpackExecution,
  'executeFromExecutor(bytes32,bytes)': unpackExecution,
  'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)': userOperations,
  'handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)':
    userOperations,
  'handleAggregatedOps(((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address,bytes)[],address)':
    aggregatedOperations,
  'handleAggregatedOps(((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address,bytes)[],address)':
    aggregatedOperations,
  'executeUserOp(address,uint256,bytes,uint8)': operated,
  'executeUserOpWithErrorString(address,uint256,bytes,uint8)': operated,
  'executeNextTx(address,uint256,bytes,uint8)': operated,
  'execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)': operated,
  'execTransactionWithRoleReturnData(address,uint256,bytes,uint8,bytes32,bool)': operated,
  'execTransactionWithRole(address,uint256,bytes,uint8,uint16,bool)': operated,
  'execTransactionWithRoleReturnData(address,uint256,bytes,uint8,uint16,bool)': operated,
  'execute((address,uint256,bytes)[],bytes)': batch,
  'executeBySender((address,uint256,bytes)[])': batch,
  'executeBySelf((address,uint256,bytes)[])': batch,
  'executeMultiple(((address,uint256,bytes)[],bytes)[])': ({ to, args: [bundles] }) =>
    rows(bundles).flatMap(([calls]) => batch({ to, args: [calls] })),
  'multiCall(address,(address,uint256,bytes)[])': ({ to, args: [, calls] }) => batch({ to, args: [calls] }),
  'execute_ncC(address,uint256,bytes)': single,
  'executeBatch_y6U(address[],uint256[],bytes[])': zip(0, 1, 2),
  'executeCall(address,uint256,bytes)': single,
  'executeBatchCall(address[],uint256[],bytes[])': zip(0, 1, 2),
  'executeWithoutChainIdValidation(bytes[])': toSelf(0),
  'executeDelegateCall(address,bytes)': ({ args: [to, data] }) => [call(to, 0n, data, DELEGATECALL)],
  'createProxyWithNonce(address,bytes,uint256)': initializer,
  'createProxyWithCallback(address,bytes,uint256,address)': initializer,
  'createChainSpecificProxyWithNonce(address,bytes,uint256)': initializer,
  'redeemDelegations(bytes[],bytes32[],bytes[])': redemptions,
  'schedule(address,uint256,bytes,bytes32,bytes32,uint256)': single,
  'execute(address,uint256,bytes,bytes32,bytes32)': single,
  'scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)': zip(0, 1, 2),
  'executeBatch(address[],uint256[],bytes[],bytes32,bytes32)': zip(0, 1, 2),
  'execute(address[],uint256[],bytes[],bytes32)': zip(0, 1, 2),
  'propose(address[],uint256[],bytes[],string)': zip(0, 1, 2),
  'relay(address,uint256,bytes)': single,
  'upgradeToAndCall(address,bytes)': ({ to, args: [, data] }) => (data === '0x' ? [] : [call(to, 0n, data)]),
  'upgradeAndCall(address,address,bytes)': ({ args: [proxy, , data] }) =>
    data === '0x' ? [] : [call(proxy, 0n, data)],
}

/**
 * The calls inside a call, by its canonical signature: multicalls, Multicall3, Safe transactions and MultiSend, batch
 * executions of smart accounts (ERC-4337, ERC-7579, ERC-7821), user operations, timelocks, governors, upgrades.
 */
export function nestedCalls(canonical: string, outer: Outer): NestedCall[] {
  const extract = Object.hasOwn(EXTRACTORS, canonical) ? EXTRACTORS[canonical] : undefined
  return extract === undefined ? [] : extract(outer)
}

/** Safe MultiSend: operation (1), to (20), value (32), length (32), data, packed; stops where the packing breaks. */
function unpackMultiSend(packed: Hex): NestedCall[] {
  const hex = packed.slice(2)
  const calls: NestedCall[] = []
  let at = 0
  while (at + 170 <= hex.length) {
    const length = BigInt(`0x${hex.slice(at + 106, at + 170)}`)
    const end = BigInt(at + 170) + length * 2n
    if (end > BigInt(hex.length)) break
    const data = hex.slice(at + 170, Number(end))
    const operation = BigInt(`0x${hex.slice(at, at + 2)}`)
    const value = BigInt(`0x${hex.slice(at + 42, at + 106)}`)
    calls.push(call(`0x${hex.slice(at + 2, at + 42)}`, value, `0x${data}`, operation))
    at = Number(end)
  }
  return calls
}

/**
 * ERC-7579 call types, the mode's first byte: 00 single (packed), 01 batch (ABI), fe static call (packed as a single one), ff
 * delegate call. ERC-7821 adds optional data, "zero means self", and batches of batches (mode …78210002).
 */
function unpackExecution({ to, args }: Outer): NestedCall[] {
  const [mode, execution] = args as [Hex, Hex]
  const hex = execution.slice(2)
  const kind = mode.slice(2, 4)
  if (kind === '01' && mode.slice(14, 22) === '78210002') {
    const batches = (decodeArguments(BATCHES, hex)?.values[0] ?? []) as Hex[]
    return batches.flatMap((one) => unpackBatch(to, one.slice(2)))
  }
  if (kind === '01') return unpackBatch(to, hex)
  if ((kind === '00' || kind === 'fe') && hex.length >= 104)
    return [call(`0x${hex.slice(0, 40)}`, BigInt(`0x${hex.slice(40, 104)}`), `0x${hex.slice(104)}`)]
  if (kind === 'ff' && hex.length >= 40) return [call(`0x${hex.slice(0, 40)}`, 0n, `0x${hex.slice(40)}`, DELEGATECALL)]
  return []
}

function unpackBatch(to: Address | null, hex: string): NestedCall[] {
  const decoded = decodeArguments(CALLS, hex) ?? decodeArguments(CALLS_WITH_DATA, hex)
  return rows(decoded?.values[0] ?? []).map(([target, value, data]) => call(target === ZERO ? to : target, value, data))
}

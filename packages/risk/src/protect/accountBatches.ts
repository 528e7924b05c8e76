import {
  concatHex,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  size,
} from 'viem/utils'
import { SAFE_LIBRARIES } from '../accounts/knownAddresses.ts'
import type { Address, Hex } from '../address.ts'

/** A call that an account makes. */
export type BatchStep = { to: Address; value: bigint; data: Hex }

/** One way to tell an account to make several calls, all or none. */
export type BatchCall = { function: string; data: Hex }

const ABI = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] datas)',
  'function executeBatch(address[] targets, bytes[] datas)',
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
])
const CALLS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const
const SELECTOR = {
  execute: '0xb61d27f6',
  structs: '0x34fcd5be',
  lists: '0x47e1da2a',
  listsWithoutValue: '0x18dfb3c7',
  erc7579: '0xe9ae5c53',
  safe4337: '0x7bb37428',
} as const
/** ERC-7579 and ERC-7821: call type single or batch, and the first failure reverts all; no further data. */
const SINGLE: Hex = `0x${'00'.repeat(32)}`
const BATCH: Hex = `0x01${'00'.repeat(31)}`
const DELEGATECALL = 1

/** Returns the calls that an account makes when it is called so; null for calldata of another kind, or with a delegatecall inside. */
export function unwrapBatch(data: Hex): BatchStep[] | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: ABI, data })
    if (functionName === 'multiSend') return null
    if (functionName === 'execTransaction' || functionName === 'executeUserOp') {
      const [to, value, inner, operation] = args
      return operation === DELEGATECALL ? unwrapMultiSend(to, inner) : [step(to, value, inner)]
    }
    if (functionName === 'execute') return args.length === 2 ? unwrapMode(...args) : [step(...args)]
    const [first, second, third] = args
    if (second === undefined)
      return (first as readonly { target: Address; value: bigint; data: Hex }[]).map((one) =>
        step(one.target, one.value, one.data),
      )
    const datas = (third ?? second) as readonly Hex[]
    const values = third === undefined ? [] : (second as readonly bigint[])
    const targets = first as readonly Address[]
    if (targets.length !== datas.length) return null
    return targets.map((to, at) => step(to, values[at] ?? 0n, datas[at] as Hex))
  } catch {
    return null
  }
}

/**
 * Returns the ways in which accounts are told to make these calls, the one of `like` first: which of them an account knows shows when
 * it is executed.
 * @param multiSend MultiSendCallOnly, for accounts that are Safes.
 */
export function wrapBatch(steps: readonly BatchStep[], like: Hex, multiSend: Address | null): BatchCall[] {
  const calls = steps.map(({ to, value, data }) => ({ target: to, value, data }))
  const targets = steps.map(({ to }) => to)
  const values = steps.map(({ value }) => value)
  const datas = steps.map(({ data }) => data)
  const structs = encodeFunctionData({ abi: ABI, functionName: 'executeBatch', args: [calls] })
  const mode = encodeFunctionData({
    abi: ABI,
    functionName: 'execute',
    args: [BATCH, encodeAbiParameters(CALLS, [calls])],
  })
  const ways: (BatchCall & { selectors: readonly Hex[] })[] = [
    {
      function: 'executeBatch((address,uint256,bytes)[])',
      data: structs,
      selectors: [SELECTOR.structs, SELECTOR.execute],
    },
    { function: 'execute(bytes32,bytes)', data: mode, selectors: [SELECTOR.erc7579] },
    {
      function: 'executeBatch(address[],uint256[],bytes[])',
      data: encodeFunctionData({ abi: ABI, functionName: 'executeBatch', args: [targets, values, datas] }),
      selectors: [SELECTOR.lists],
    },
  ]
  if (values.every((value) => value === 0n))
    ways.push({
      function: 'executeBatch(address[],bytes[])',
      data: encodeFunctionData({ abi: ABI, functionName: 'executeBatch', args: [targets, datas] }),
      selectors: [SELECTOR.listsWithoutValue],
    })
  if (multiSend !== null)
    ways.push({
      function: 'executeUserOp(address,uint256,bytes,uint8)',
      data: encodeFunctionData({
        abi: ABI,
        functionName: 'executeUserOp',
        args: [multiSend, 0n, encodeMultiSend(steps), DELEGATECALL],
      }),
      selectors: [SELECTOR.safe4337],
    })
  const own = like.slice(0, 10) as Hex
  return ways
    .toSorted((a, b) => Number(b.selectors.includes(own)) - Number(a.selectors.includes(own)))
    .map(({ function: name, data }) => ({ function: name, data }))
}

/** Returns the call data of MultiSend: each call as operation (0), to, value, length and data, packed. */
export function encodeMultiSend(steps: readonly BatchStep[]): Hex {
  const packed = steps.map(({ to, value, data }) =>
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, value, BigInt(size(data)), data]),
  )
  return encodeFunctionData({ abi: ABI, functionName: 'multiSend', args: [concatHex(packed)] })
}

/**
 * Returns the call data by which an owner alone executes a transaction of a Safe whose threshold is one: its signature is that it sends.
 */
export function execTransactionByOwner(owner: Address, inner: { to: Address; data: Hex; operation: 0 | 1 }): Hex {
  const none: Address = `0x${'0'.repeat(40)}`
  const signature: Hex = `0x${owner.slice(2).padStart(64, '0')}${'0'.repeat(64)}01`
  return encodeFunctionData({
    abi: ABI,
    functionName: 'execTransaction',
    args: [inner.to, 0n, inner.data, inner.operation, 0n, 0n, 0n, none, none, signature],
  })
}

function unwrapMode(mode: Hex, execution: Hex): BatchStep[] | null {
  if (mode === SINGLE)
    return size(execution) < 52
      ? null
      : [step(`0x${execution.slice(2, 42)}`, BigInt(`0x${execution.slice(42, 106)}`), `0x${execution.slice(106)}`)]
  if (mode.slice(2, 6) !== '0100') return null
  const [calls] = decodeAbiParameters(CALLS, execution)
  return calls.map(({ target, value, data }) => step(target, value, data))
}

/** Only of the canonical libraries: what another contract makes of its call data is not known. */
function unwrapMultiSend(library: Address, data: Hex): BatchStep[] | null {
  if (!SAFE_LIBRARIES.has(library.toLowerCase())) return null
  const { functionName, args } = decodeFunctionData({ abi: ABI, data })
  if (functionName !== 'multiSend') return null
  const hex = args[0].slice(2)
  const steps: BatchStep[] = []
  let at = 0
  while (at < hex.length) {
    const length = Number(BigInt(`0x${hex.slice(at + 106, at + 170)}`))
    const end = at + 170 + 2 * length
    if (hex.slice(at, at + 2) !== '00' || end > hex.length) return null
    const value = BigInt(`0x${hex.slice(at + 42, at + 106)}`)
    steps.push(step(`0x${hex.slice(at + 2, at + 42)}`, value, `0x${hex.slice(at + 170, end)}`))
    at = end
  }
  return steps
}

function step(to: Address, value: bigint, data: Hex): BatchStep {
  return { to: to.toLowerCase() as Address, value, data }
}

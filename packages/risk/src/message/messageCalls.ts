import { toFunctionSelector } from 'viem/utils'
import { SAFE_LIBRARIES } from '../accounts/knownAddresses.ts'
import type { Address, Hex } from '../address.ts'
import { CHAIN_IDS, type Chain } from '../chain.ts'
import { derivePrivilegeChanges } from '../derive/privilegeChanges.ts'
import type { PrivilegeChange } from '../derive/shapes.ts'
import type { AccountClass } from '../facts/account.ts'
import type { Facts } from '../facts/facts.ts'
import type { SignedCall, SignedIntent } from '../facts/signedIntent.ts'
import type { SignedMessage } from '../facts/signedMessage.ts'
import type { BundleCall, Transaction } from '../facts/transaction.ts'
import { isExpired } from './permissions.ts'

/** multiSend(bytes) of the Safe project. */
const MULTI_SEND = '0x8d80ff0a'

/** Selector, offset and length of the bytes. */
const HEAD = 2 + 2 * (4 + 32 + 32)

/** One packed call: operation, to, value, length of data (Safe MultiSend). */
const [OPERATION, TO, VALUE, LENGTH] = [2, 40, 64, 64] as const

const DEEPEST = 4
const MAX = 256

/** Returns every call, and the calls inside MultiSend batches and delegated code, depth first. At most 256: signed data is bounded. */
export function callsOf(calls: readonly SignedCall[], depth = 0): SignedCall[] {
  return calls
    .flatMap((call) => [
      call,
      ...(depth < DEEPEST ? callsOf(call.makes ?? unpackMultiSend(call.data, MAX), depth + 1) : []),
    ])
    .slice(0, MAX)
}

/** Limit of calls in one bundle; longer bundles are not executed as one. */
const TRANSACTION_OF_MAX = 100

/** The intents that make an account run calls. */
export type RunningIntent = Extract<SignedIntent, { kind: 'execution' | 'hidden-transaction' }>

/**
 * Returns what the account would do once the intent is used, as its transaction: a single call of an EOA, else a bundle, a user
 * operation, or the hidden transaction. Null where no transaction fits: the intent is for another network, names no calls, or
 * runs foreign code as the account's own, which other rules judge.
 * @param runner class of the account that runs it; null when it is not known.
 */
export function transactionOf(
  intent: RunningIntent,
  { message: { form }, chain, runner }: { message: SignedMessage; chain: Chain; runner: AccountClass | null },
): Transaction | null {
  const here = BigInt(CHAIN_IDS[chain])
  if (form.type === 'typed-data' && form.domain.chainId !== null && form.domain.chainId !== here) return null
  if (intent.kind === 'hidden-transaction')
    return intent.chainId === null || intent.chainId === here ? intent.transaction : null
  const { account, userOperation } = intent
  // Without its fees: its submitter pays the network, and an unaffordable price must not prevent the execution.
  if (userOperation) return { from: account, to: account, value: 0n, data: userOperation.callData, userOperation }
  const calls = callsMade(intent.calls)
  if (calls === null || calls.length === 0 || calls.length > TRANSACTION_OF_MAX) return null
  const [only] = calls
  if (calls.length === 1 && only && (runner === 'eoa' || runner === 'delegated-eoa')) return { from: account, ...only }
  return {
    from: account,
    to: only?.to ?? null,
    value: calls.reduce((sum, { value }) => sum + value, 0n),
    data: `0x${calls.map(({ data }) => data.slice(2)).join('')}`,
    calls,
    // An opened batch reverts as a whole; separate calls may succeed without each other.
    atomic: calls.length === 1 || calls.length > intent.calls.length,
  }
}

/** Returns the calls with batches opened (Safe's MultiSend by delegate call, code that only calls); null where other code runs by delegate call. */
function callsMade(calls: readonly SignedCall[], depth = 0): BundleCall[] | null {
  const made: BundleCall[] = []
  for (const { to, value, data, operation, makes } of calls) {
    if (operation !== 1) {
      made.push({ to, value, data })
      continue
    }
    const isBatch = to !== null && SAFE_LIBRARIES.has(to)
    const inner = makes ?? (isBatch ? unpackMultiSend(data, TRANSACTION_OF_MAX + 1) : [])
    const opened = inner.length > 0 && depth < DEEPEST ? callsMade(inner, depth + 1) : null
    if (opened === null) return null
    made.push(...opened)
  }
  return made
}

/** The calls that a MultiSend's call data carries, in order, at most `max`; empty for any other call data. */
function unpackMultiSend(data: Hex, max: number): SignedCall[] {
  if (!data.startsWith(MULTI_SEND)) return []
  const length = Number.parseInt(data.slice(HEAD - 16, HEAD), 16)
  const packed = data.slice(HEAD, HEAD + 2 * length)
  const calls: SignedCall[] = []
  for (let at = 0; at + OPERATION + TO + VALUE + LENGTH <= packed.length && calls.length < max; ) {
    const take = (digits: number) => {
      at += digits
      return packed.slice(at - digits, at)
    }
    const delegated = take(OPERATION) === '01'
    const to = `0x${take(TO)}` as const
    const value = BigInt(`0x${take(VALUE)}`)
    const size = Number.parseInt(take(LENGTH), 16)
    const call = { to, value, data: `0x${take(2 * size)}` as const }
    calls.push(delegated ? { ...call, operation: 1 } : call)
  }
  return calls
}

/** Tokens that leave for a receiver who is part of what is signed (EIP-3009). Amounts in base units. */
export type SignedPayment = {
  protocol: string | null
  token: Address
  from: Address
  to: Address
  amount: bigint
  /** Unix seconds until which the signature can be used; null for ever. */
  deadline: bigint | null
}

/** The payments a message orders; what one sends to oneself is none, nor what expired before the block. */
export function paymentsOf(intents: Facts['intents'], block: Facts['block']): SignedPayment[] {
  return intents.flatMap((intent) => {
    if (intent.kind !== 'transfer' || intent.to === null || intent.to === intent.from || intent.amount === 0n) return []
    if (isExpired(intent, block)) return []
    const { protocol, token, from, to, amount, deadline } = intent
    return [{ protocol, token, from, to, amount, deadline }]
  })
}

/** Whether the intent lets its holder act on assets or in the account’s name; votes, sign-ins and unknown types do not. */
export function movesAssets({ kind }: SignedIntent): boolean {
  return MOVING.has(kind)
}

const MOVING: ReadonlySet<SignedIntent['kind']> = new Set([
  'allowance',
  'transfer',
  'order',
  'execution',
  'delegation',
  'session',
])

/** Functions by which a Safe (1.0-1.5) changes who controls it, with the place of the address that gains it. */
const FUNCTIONS: ReadonlyMap<Hex, { kind: PrivilegeChange['kind']; to: number | null }> = new Map(
  (
    [
      ['addOwnerWithThreshold(address,uint256)', { kind: 'safe-owner', to: 0 }],
      ['swapOwner(address,address,address)', { kind: 'safe-owner', to: 2 }],
      ['removeOwner(address,address,uint256)', { kind: 'safe-owner', to: null }],
      ['changeThreshold(uint256)', { kind: 'safe-threshold', to: null }],
      ['enableModule(address)', { kind: 'safe-module', to: 0 }],
      ['setGuard(address)', { kind: 'safe-guard', to: 0 }],
      ['setModuleGuard(address)', { kind: 'safe-guard', to: 0 }],
      ['setFallbackHandler(address)', { kind: 'safe-fallback-handler', to: 0 }],
    ] as const
  ).map(([signature, shape]) => [toFunctionSelector(`function ${signature}`), shape]),
)

/**
 * Control that passes when the executions of a message run: told by the calls an account makes of itself, and shown by what
 * ran. Each kind once per contract.
 */
export function controlChangesOf({
  intents,
  worstCaseExecutions,
}: Pick<Facts, 'intents' | 'worstCaseExecutions'>): PrivilegeChange[] {
  const changes = intents.flatMap((intent, at) => {
    if (intent.kind !== 'execution') return []
    const told = callsOf(intent.calls).flatMap(({ to, data, operation }) =>
      to === intent.account && operation !== 1 ? changeOf(to, data) : [],
    )
    const runs = worstCaseExecutions.filter((run) => run.intent === at).flatMap(({ simulations }) => simulations)
    // The account stands second, as a Safe does among the principals of a transaction.
    const principals = [intent.account, intent.account]
    const shown = runs.flatMap((simulation) => derivePrivilegeChanges({ steps: [], principals, simulation }))
    return [...shown, ...told]
  })
  const first = new Map<string, PrivilegeChange>()
  for (const change of changes) {
    const key = `${change.kind} ${change.contract}`
    if (!first.has(key)) first.set(key, change)
  }
  return [...first.values()]
}

function changeOf(contract: Address, data: Hex): PrivilegeChange[] {
  const shape = FUNCTIONS.get(data.slice(0, 10) as Hex)
  if (!shape) return []
  const word = shape.to === null ? '' : data.slice(10 + 64 * shape.to, 74 + 64 * shape.to)
  const to = word.length === 64 ? (`0x${word.slice(24)}` as const) : null
  return [{ kind: shape.kind, contract, from: null, to, shownBy: 'call-data' }]
}

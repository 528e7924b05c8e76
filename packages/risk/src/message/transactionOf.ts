import { CHAIN_IDS, type Chain } from '../chain.ts'
import type { AccountClass } from '../facts/account.ts'
import type { SignedCall, SignedIntent } from '../facts/signedIntent.ts'
import type { SignedMessage } from '../facts/signedMessage.ts'
import type { BundleCall, Transaction } from '../facts/transaction.ts'
import { SAFE_LIBRARIES } from '../safeLibraries.ts'
import { unpackMultiSend } from './unpackMultiSend.ts'

/** Limit of nested batches; honest accounts hardly nest them. */
const DEEPEST = 4
/** Limit of calls in one bundle; longer bundles are not executed as one. */
const MAX = 100

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
  if (calls === null || calls.length === 0 || calls.length > MAX) return null
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

/** Returns the calls with batches opened (Safe's MultiSend by delegate call); null where other code runs by delegate call. */
function callsMade(calls: readonly SignedCall[], depth = 0): BundleCall[] | null {
  const made: BundleCall[] = []
  for (const { to, value, data, operation } of calls) {
    if (operation !== 1) {
      made.push({ to, value, data })
      continue
    }
    const inner = to !== null && SAFE_LIBRARIES.has(to) ? unpackMultiSend(data, MAX + 1) : []
    const opened = inner.length > 0 && depth < DEEPEST ? callsMade(inner, depth + 1) : null
    if (opened === null) return null
    made.push(...opened)
  }
  return made
}

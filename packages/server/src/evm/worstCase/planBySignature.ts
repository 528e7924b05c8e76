import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { encodeFunctionData, keccak256 } from 'viem/utils'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { flowsOf } from '../rights/flows.ts'
import { AnswerTooLarge } from '../simulation/engine/engineCall.ts'
import { NATIVE } from '../simulation/flatRun.ts'
import { type CallOutcome, SimulationUnavailable, type StateOverrides } from '../simulation/simulator.ts'
import { quoteSlots } from '../trade/quoteSlots.ts'
import { word } from '../trade/trader.ts'
import { mergeOverrides } from './mergeOverrides.ts'
import { MAX_REACHED, type SignatureUse, signatureUses } from './signatureUses.ts'
import { leavesOf } from './signedArguments.ts'
import { signedCalls } from './signedCalls.ts'
import {
  ANY_ACCOUNT,
  step,
  WORST_CASE_ABI,
  type WorstCaseExecutionContext,
  type WorstCaseExecutionPlan,
} from './worstCaseExecutionContext.ts'

const MAX_SENDERS = 3
const MAX_TOKENS = 4
const MAX_NUMBERS = 6
const MAX_MOMENTS = 2
/** Seconds before the end of a time. */
const BEFORE_END = 60n
const LENT = 10n ** 30n
/** Seconds around now within which a number is a time: ten years. */
const TIMES = 315_360_000n
/** Above it a number is a salt. */
const MAX_NUMBER = 1n << 128n
/** Slots in which mappings are looked for, and words of an entry. */
const MAX_SLOTS = 96n
const MAX_WORDS = 4n

/** The contract that is called with the signed struct, and the one whose code recovers the signer: mostly the same. */
type Asked = { target: Address; checker: Address; struct: TypedStruct; addresses: readonly Address[] }

/**
 * Plans the use of a signature by a function of a contract, found by the types of the members. The contract recovers the signer from any signature
 * over the digest of the message. The use with the worst result for the signer wins. Null where no function works. `isWhole`: every function that takes the struct
 * was made to use it, and each account that the message names has its part in what was executed.
 */
export async function planBySignature(
  context: WorstCaseExecutionContext,
  { target, checker, struct, addresses }: Asked,
): Promise<(WorstCaseExecutionPlan & { isWhole: boolean }) | null> {
  const { chain, simulator, block, message, signal, functionsOf } = context
  const digest = message.form.type === 'typed-data' ? message.form.digest : null
  if (digest === null || functionsOf === undefined) return null
  const { calls, complete } = signedCalls((await functionsOf(target)) ?? [], struct)
  if (calls.length === 0) return null
  const code = await chain.code(block, checker, signal)
  const proxy = await resolveProxy(chain, { block, address: checker, code }, signal).catch(() => null)
  const contract = proxy?.implementations[0] ?? checker
  const running = contract === checker ? code : await chain.code(block, contract, signal)
  const named = [...new Set(addresses)].filter((one) => one !== message.account && one !== target && one !== checker)
  const tokens = await lendable()
  const senders = [ANY_ACCOUNT, ...named.filter((one) => tokens.every(({ token }) => token !== one))]
  const { uses, reached } = await signatureUses({
    simulator,
    block,
    signal,
    account: message.account,
    digest,
    target,
    checker: { address: contract, code: running },
    calls,
    senders: senders.slice(0, MAX_SENDERS),
    numbers: numbersOf(struct, block.timestamp),
    funds: [lent, (bringer) => mergeOverrides(lent(bringer), lent(target))],
    moments: momentsOf(struct, block.timestamp),
    before: (bringer) => approvals(bringer).map(({ transaction }) => transaction),
  })
  const worst = worstOf(uses)
  if (worst === null) return null
  const { transaction, bringer, overrides, seconds } = worst
  const why = bringer.listed
    ? 'an account that the contract lists uses the signature'
    : 'the holder of the signature uses it'
  const own = approvals(bringer.from).filter((_, at) => worst.approved[at] === true)
  const steps = [...own, step(why, bringer.from, target, transaction.data, transaction.value)]
  const isUsed = (selector: Hex) => uses.some((one) => one.selector === selector)
  const missed = reached.length > MAX_REACHED || calls.some(({ selector, whole }) => whole && !isUsed(selector))
  return { steps, notRun: null, overrides, seconds, isWhole: complete && !missed && (await isExplained(worst)) }

  /** Tokens that the message names, with the slot of a balance. */
  async function lendable() {
    const found = await Promise.all(
      named.slice(0, MAX_TOKENS).map(async (token) => {
        if ((await chain.code(block, token, signal)) === '0x') return null
        const slot = await quoteSlots({ chain, simulator }, { block, token }, signal)
        return slot === null ? null : { token, slot }
      }),
    )
    return found.filter((one) => one !== null)
  }

  function lent(account: Address): StateOverrides {
    return mergeOverrides(
      ...tokens.map(
        ({ token, slot }): StateOverrides => ({ [token]: { storage: { [slot(account)]: `0x${word(LENT)}` } } }),
      ),
    )
  }

  function approvals(bringer: Address) {
    const data = encodeFunctionData({ abi: WORST_CASE_ABI, functionName: 'approve', args: [target, LENT] })
    return tokens.map(({ token }) => step('its user pays by the contract', bringer, token, data))
  }

  /** The changes of the signer's holdings, each as a part of the largest of its asset: the use with the smallest sum. */
  function worstOf(some: readonly SignatureUse[]): SignatureUse | null {
    const flows = some.map(({ outcome }) => flowsOf(outcome.logs, message.account))
    const largest = new Map<string, bigint>()
    for (const { asset, tokenId, change } of flows.flat()) {
      const key = `${asset} ${tokenId}`
      const size = change < 0n ? -change : change
      if (size > (largest.get(key) ?? 0n)) largest.set(key, size)
    }
    const sums = flows.map((own) =>
      own.reduce(
        (sum, { asset, tokenId, change }) =>
          sum + Number((change * 1_000_000n) / (largest.get(`${asset} ${tokenId}`) ?? 1n)),
        0,
      ),
    )
    const least = Math.min(...sums)
    return some[sums.indexOf(least)] ?? null
  }

  /** Whether no account that the message names is written down for later: it may have got a right. Tokens that moved, and contracts that were paid, have their part. */
  async function isExplained(use: SignatureUse): Promise<boolean> {
    const { logs } = use.outcome
    const moved = new Set(logs.map(({ address }) => address))
    const paid = new Set(receiversOf(use.outcome))
    const open = await Promise.all(
      named.map(async (one) => {
        if (moved.has(one) || tokens.some(({ token }) => token === one)) return null
        const isContract = paid.has(one) && (await chain.code(block, one, signal)) !== '0x'
        return isContract ? null : one
      }),
    )
    const asked = open.filter((one) => one !== null)
    if (asked.length === 0) return true
    const first = approvals(use.bringer.from).map(({ transaction }) => transaction)
    const calls = [...first, use.transaction]
    const blocks = [{ calls, ...(use.seconds > 0n && { seconds: use.seconds }) }]
    const diffs = await simulator
      .stateDiffs({ block, sequence: { blocks, stateOverrides: use.overrides }, signal })
      .catch((error: unknown) => {
        signal.throwIfAborted()
        if (error instanceof SimulationUnavailable || error instanceof AnswerTooLarge) return null
        throw error
      })
    const diff = diffs?.at(-1)
    if (diff === undefined) return false
    // Balances of the named tokens are no right; allowances over them show among the approvals.
    const others = Object.entries(diff).filter(([address]) => tokens.every(({ token }) => token !== address))
    return asked.every((one) => !isWritten(Object.fromEntries(others), one, message.account))
  }
}

/** Numbers of the message that may be amounts or prices. */
function numbersOf(struct: TypedStruct, now: bigint): bigint[] {
  const numbers = leavesOf(struct).flatMap(({ value }) => (typeof value === 'bigint' ? [value] : []))
  const amounts = numbers.filter((one) => one > 1n && one < MAX_NUMBER && (one > now + TIMES || one < now - TIMES))
  // Prices and amounts are larger than rates, counters and ids.
  return [...new Set(amounts)].toSorted((a, b) => (a > b ? -1 : 1)).slice(0, MAX_NUMBERS)
}

/** Seconds from now until just before the latest times of the message. */
function momentsOf(struct: TypedStruct, now: bigint): bigint[] {
  const times = leavesOf(struct).flatMap(({ value }) => (typeof value === 'bigint' ? [value - now - BEFORE_END] : []))
  return [...new Set(times)]
    .filter((one) => one > BEFORE_END && one < TIMES)
    .toSorted((a, b) => (a > b ? -1 : 1))
    .slice(0, MAX_MOMENTS)
}

/** Accounts that a call paid in tokens or coins. */
function receiversOf({ logs }: CallOutcome): Address[] {
  const tokens = logs.filter(({ address }) => address !== NATIVE)
  const coins = logs.filter(({ address }) => address === NATIVE)
  return [
    ...transfersOf(tokens.map((log) => ({ ...log, selector: '0x' as const }))).map(({ to }) => to),
    ...coins.map(({ topics }): Address => `0x${(topics[2] ?? '').slice(-40)}`),
  ]
}

/** Whether a changed word holds the account, or is an entry about it, alone or beside the signer. */
function isWritten(diff: StateDiff, account: Address, signer: Address): boolean {
  const changed = Object.values(diff).flatMap(({ storage }) => Object.entries(storage))
  if (changed.some(([, { after }]) => after.includes(account.slice(2)))) return true
  const keys = new Set(changed.map(([slot]) => BigInt(slot)))
  const entry = (key: Address, slot: bigint) => BigInt(keccak256(`0x${word(key)}${word(slot)}` as Hex))
  for (let slot = 0n; slot < MAX_SLOTS; slot++) {
    const [own, ofSigner] = [entry(account, slot), entry(signer, slot)]
    for (const first of [own, entry(account, ofSigner), entry(signer, own)])
      for (let at = 0n; at < MAX_WORDS; at++) if (keys.has(first + at)) return true
  }
  return false
}

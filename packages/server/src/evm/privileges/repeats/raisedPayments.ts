import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { transfersOf } from '../../decode/emittedLogs.ts'
import { redirected, type SentCall, sentCalls } from '../../deposits/pastCalls.ts'
import type { CallOutcome, StateOverrides } from '../../simulation/simulator.ts'
import { word } from '../../trade/trader.ts'
import { isBurnAddress } from '../effects.ts'
import { type Attempt, execute } from '../execute.ts'
import { CALLER_OF_FUNCTIONS, type Candidate } from '../holders/candidate.ts'
import type { Target } from '../holders/targets.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { takersFromRecords } from '../pulls/recordedOwners.ts'
import { strangerOf } from '../screen.ts'
import { staticCalls } from './staticCalls.ts'

const GAS = 2_000_000n
const DAY = 86_400n
/** Until the next payment of a month, and of a year. */
const WAITS = [31n * DAY, 400n * DAY]
const MAX_RECORDS = 4
const MAX_TAKERS = 3
const MAX_WRITERS = 12
const MAX_CALLERS = 5
const MAX_IDS = 6
/** What the payer has, and more than any number that is a sum. */
const HELD = 1n << 96n
const USER: Omit<Candidate, 'address'> = { by: CALLER_OF_FUNCTIONS, role: 'role', named: false }
const WHAT = 'payments of earlier consent'

/** A past call made as the holder, and the first payment that another account’s call then takes. */
type Standing = {
  record: Transaction
  taken: Transaction
  wait: bigint
  amount: bigint
  terms: bigint
  ids: bigint[]
  payees: Address[]
}

/**
 * Finds payments by earlier consent that grow. A past call of a user is made as the holder, another account’s call then takes a payment, and once more
 * after each further account wrote what it can. More than the first payment, and than each sum that the holder’s own call names, is a pull.
 */
export async function raisedPayments(context: PrivilegesContext, subject: Target): Promise<Capability[]> {
  const { chain, block, address, bytecode, fixture, signal, budget } = context
  if (fixture.assets.length === 0 || bytecode.standard !== null) return []
  const takers = await takersFromRecords(chain, { block, address, bytecode }, signal)
  if (takers.length === 0) return []
  const past = await sentCalls(chain, { block, address }, signal)
  if (past.failure !== null) budget.note(WHAT)
  const callers = callersOf(context, subject, past.calls)
  const standing = await standingPayment(context, { takers, past: past.calls, callers })
  return standing === null ? [] : raised(context, { standing, takers, callers })
}

async function standingPayment(
  context: PrivilegesContext,
  { takers, past, callers }: { takers: readonly Hex[]; past: readonly SentCall[]; callers: readonly Candidate[] },
): Promise<Standing | null> {
  const { fixture, bytecode } = context
  const newest = [...new Map(past.toReversed().map((call) => [call.data.slice(0, 10), call])).values()]
  const records = newest
    .slice(0, MAX_RECORDS)
    .map(({ from, data }) => callBy(context, fixture.holder, redirected(data, from, fixture.holder)))
  const overrides = fundsOf(context)
  const made = await execute(
    context,
    records.map((call) => ({ calls: [call], overrides })),
    WHAT,
  )
  for (const [at, record] of records.entries()) {
    const [outcome] = made[at] ?? []
    if (outcome?.success !== true) continue
    const ids = idsIn(outcome)
    const pulls = bytecode.functions
      .filter(({ selector }) => takers.includes(selector))
      .slice(0, MAX_TAKERS)
      .flatMap((one) => staticCalls(one, { ids, numbers: ids, accounts: [fixture.holder] }))
    const calls = callers.flatMap((caller) => pulls.map((data) => callBy(context, caller.address, data)))
    const rows = WAITS.map(
      (seconds): Attempt => ({ calls: [record, ...calls], overrides, pause: { after: 1, seconds } }),
    )
    const runs = await execute(context, calls.length === 0 ? [] : rows, WHAT)
    for (const [place, run] of runs.entries()) {
      const first = calls.findIndex((_, index) => takenOf(context, run?.[index + 1]) > 0n)
      const taken = calls[first]
      const wait = WAITS[place]
      if (taken === undefined || wait === undefined) continue
      const amount = takenOf(context, run?.[first + 1])
      const own = wordsIn(record.data.slice(10)).filter((one) => one < HELD)
      const terms = [amount, takenOf(context, outcome), ...own].reduce((max, one) => (one > max ? one : max))
      const payees = transfersIn(run?.[first + 1]).flatMap(({ to }) => (to === context.address ? [] : [to]))
      return { record, taken, wait, amount, terms, ids: [...own, ...ids], payees }
    }
  }
  return null
}

async function raised(
  context: PrivilegesContext,
  { standing, takers, callers }: { standing: Standing; takers: readonly Hex[]; callers: readonly Candidate[] },
): Promise<Capability[]> {
  const { bytecode, fixture } = context
  const { record, taken, wait, amount, terms, ids, payees } = standing
  const asset = fixture.assets.map((one) => one.address)
  const numbers = [...new Set([amount * 2n, terms * 8n])]
  const given = { ids: [...new Set(ids)].slice(0, MAX_IDS), numbers, accounts: [fixture.holder, ...asset.slice(0, 1)] }
  const own = record.data.slice(0, 10)
  // The accounts that are paid profit by a higher price.
  const paid = payees.map((address) => callers.find((one) => one.address === address) ?? { ...USER, address })
  const writing = firstOfEach([...paid, ...callers])
  const writers = bytecode.functions
    .filter(({ selector, mutability }) => !takers.includes(selector) && selector !== own && mutability === 'nonpayable')
    .map((made) => ({ made, ways: staticCalls(made, given) }))
    .filter(({ ways }) => ways.length > 0)
    .slice(0, MAX_WRITERS)
  const overrides = fundsOf(context)
  const rowOf = (calls: readonly Transaction[]): Attempt => ({
    calls: [record, ...calls, taken],
    overrides,
    pause: { after: 1 + calls.length, seconds: wait },
  })
  const isMore = (run: CallOutcome[] | null | undefined) => takenOf(context, run?.at(-1)) * 10n > terms * 11n
  const by = (who: readonly Candidate[], ways: readonly Hex[]) =>
    who.flatMap(({ address }) => ways.map((data) => callBy(context, address, data)))
  const runs = await execute(
    context,
    writers.map(({ ways }) => rowOf(by(writing, ways))),
    WHAT,
  )
  for (const [at, { made, ways }] of writers.entries()) {
    if (!isMore(runs[at])) continue
    const alone = await execute(
      context,
      writing.map((one) => rowOf(by([one], ways))),
      WHAT,
    )
    const found = writing.findIndex((_, index) => isMore(alone[index]))
    const caller = writing[found]
    const run = alone[found]
    if (caller === undefined || run === null || run === undefined) continue
    const used = ways.findLastIndex((_, index) => run[index + 1]?.success === true)
    return [capabilityOf(made, caller, { data: ways[used] ?? '0x', standing, taken: takenOf(context, run.at(-1)) })]
  }
  return []
}

function capabilityOf(
  made: ContractFunction,
  caller: Candidate,
  { data, standing, taken }: { data: Hex; standing: Standing; taken: bigint },
): Capability {
  const args = wordsIn(data.slice(10)).map(String)
  const { amount, wait, terms, record } = standing
  return {
    kind: 'pull-approved-tokens',
    call: { caller: caller.address, callerRole: caller.role, selector: made.selector, signature: made.signature, args },
    state: 'effective',
    shown: `after ${record.data.slice(0, 10)} of the holder, a call of another account took ${amount} ${wait / DAY} days later, and ${taken} after this call; the holder’s own call named no sum above ${terms}`,
    raises: true,
  }
}

/** A stranger, those who were paid or called it before, and the accounts that the contract names. */
function callersOf(context: PrivilegesContext, subject: Target, past: readonly SentCall[]): Candidate[] {
  const senders = past.map(({ from }): Candidate => ({ ...USER, address: from }))
  const known = subject.candidates.filter(({ address }) => !isBurnAddress(BigInt(address)))
  return firstOfEach([strangerOf(context), ...known, ...senders]).slice(0, MAX_CALLERS)
}

function firstOfEach(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter((one, at) => candidates.findIndex(({ address }) => address === one.address) === at)
}

function transfersIn(outcome: CallOutcome | undefined): ReturnType<typeof transfersOf> {
  const logs = outcome?.success === true ? outcome.logs : []
  return transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const })))
}

/** Amount that a call took of the holder, in the asset with the largest one. */
function takenOf({ fixture }: PrivilegesContext, outcome: CallOutcome | undefined): bigint {
  const moved = transfersIn(outcome)
  const sums = fixture.assets.map(({ address: token }) =>
    moved
      .filter((one) => one.token === token && one.from === fixture.holder)
      .reduce((sum, one) => sum + one.amount, 0n),
  )
  return sums.reduce((max, one) => (one > max ? one : max), 0n)
}

function fundsOf({ fixture }: PrivilegesContext): StateOverrides {
  return Object.fromEntries(
    fixture.assets.map(({ address, slot }) => [
      address,
      { storage: { [slot(fixture.holder)]: `0x${word(HELD)}` as Hex } },
    ]),
  )
}

/** Numbers that may name what a call recorded: what it answers and logs. */
function idsIn({ output, logs }: CallOutcome): bigint[] {
  const topics = logs.flatMap((log) => log.topics.slice(1).map(BigInt))
  const shown = [...wordsIn(output.slice(2)), ...topics, ...logs.flatMap(({ data }) => wordsIn(data.slice(2)))]
  const isAccount = (one: bigint) => one >> 160n === 0n && one >> 120n !== 0n
  return [...new Set(shown.filter((one) => !isAccount(one)))].slice(0, MAX_IDS)
}

function wordsIn(digits: string): bigint[] {
  return (digits.match(/.{64}/g) ?? []).map((one) => BigInt(`0x${one}`))
}

function callBy({ address }: PrivilegesContext, from: Address, data: Hex): Transaction {
  return { from, to: address, value: 0n, data, gas: GAS }
}

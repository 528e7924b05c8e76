import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { type Observation, observeCall, readObservation } from '../observation.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

const DAY = 86_400n
/** A stranger's gain that is smaller than the privileged one by less than one part in this many is rounded. */
const ROUNDING = 100n
/** Base units that a share may be rounded by. */
const UNITS = 2n
/** Limit of a second, immediate gain, as one part in this many of the first. */
const AT_ONCE = 100n
/** Limit of a day's gain, as one part in this many of the balance. */
const A_DAY = 10n

type Gainer = keyof Observation['held']
type Gain = { supply: bigint; held: bigint }

/**
 * Of what minted for a privileged caller, the calls that are as good for any account, and the paid calls that are not. `open`: a stranger that
 * pays as much gets as much, which is a purchase; or an account that made no call gained what had come to it with time. `exclusive`: a stranger
 * is refused, or gets less for as much.
 */
export async function openMints(
  context: PrivilegesContext,
  minting: readonly ObservedCall[],
): Promise<{ open: ReadonlySet<AcceptedCall>; exclusive: ReadonlySet<AcceptedCall> }> {
  const { fixture, address } = context
  const { stranger } = fixture
  const seen = minting.flatMap((one) => {
    const gain = gainOf(one.before, one.after, one.after === null ? null : gainerOf(one.before, one.after))
    const isSilent = gain?.supply === 0n && gain.who !== 'caller'
    return gain !== null && (one.tried.way.value > 0n || isSilent) ? [{ ...one, gain }] : []
  })
  const attempts = seen.map(({ tried }): Attempt => {
    const look = observeCall({ subject: address, caller: stranger, fixture })
    const calls = [...(tried.first === undefined ? [] : [tried.first.call]), tried.call].map((call) => {
      return asAnother(call, tried.caller.address, stranger)
    })
    const round = [...calls, look]
    return { calls: [look, ...round, ...round, ...round], pause: { after: 1 + 2 * round.length, seconds: DAY } }
  })
  const outcomes = await execute(context, attempts, 'effects of privileged calls')
  const [open, exclusive] = [new Set<AcceptedCall>(), new Set<AcceptedCall>()]
  for (const [index, { tried, gain }] of seen.entries()) {
    const round = tried.first === undefined ? 2 : 3
    const looks = [0, round, 2 * round, 3 * round].map((at) => readObservation(fixture, outcomes[index]?.[at]))
    const [was, once, twice, later] = looks
    const gains = [gainOf(was, once, gain.who), gainOf(once, twice, gain.who), gainOf(twice, later, gain.who)]
    const [made, again, aDay] = gains
    const isAsGood = made != null && isAtLeast(made.supply, gain.supply) && isAtLeast(made.held, gain.held)
    if (tried.way.value > 0n) (isAsGood ? open : exclusive).add(tried)
    else if (isAsGood && again != null && aDay != null && made !== undefined) {
      const held = gain.who === null ? 0n : (was?.held[gain.who] ?? 0n)
      if (again.held * AT_ONCE <= made.held && aDay.held * A_DAY <= held) open.add(tried)
    }
  }
  return { open, exclusive }
}

/** The call with another sender, whose address stands in the place of the first sender's. */
function asAnother(call: Transaction, from: Address, to: Address): Transaction {
  const data = call.data.replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase()) as Transaction['data']
  return { ...call, from: to, data }
}

function gainerOf(before: Observation, after: Observation): Gainer | null {
  const names: Gainer[] = ['caller', 'holder', 'recipient', 'pool', 'subject']
  const gained = names.map((name) => ({ name, by: (after.held[name] ?? 0n) - (before.held[name] ?? 0n) }))
  const [most] = gained.filter(({ by }) => by > 0n).toSorted((one, other) => (one.by < other.by ? 1 : -1))
  return most?.name ?? null
}

/** What the supply and one account gained. Null where it was not observed. */
function gainOf(
  before: Observation | null | undefined,
  after: Observation | null | undefined,
  who: Gainer | null,
): (Gain & { who: Gainer | null }) | null {
  if (!before || !after) return null
  const held = who === null ? 0n : (after.held[who] ?? 0n) - (before.held[who] ?? 0n)
  return { supply: (after.supply ?? 0n) - (before.supply ?? 0n), held, who }
}

function isAtLeast(gain: bigint, wanted: bigint): boolean {
  return gain + wanted / ROUNDING + (wanted > UNITS ? UNITS : 0n) >= wanted
}

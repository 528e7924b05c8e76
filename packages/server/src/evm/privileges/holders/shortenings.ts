import type { Address, Hex } from '@redoubt/risk/address.ts'
import { SHORT_DELAY } from '@redoubt/risk/contract/callers.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { ASK, ask } from '../../bytecode/proxy/askAddress.ts'
import { wordAt } from '../../decode/callData.ts'
import type { Budget } from '../../trade/tradeContext.ts'
import { execute } from '../execute.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { type Attempt, COMMAND_GAS, typesOf, WHAT, word } from './commandCalls.ts'

/** Functions that may set a delay. */
const MAX_SETTERS = 3
/** Calls that halve a delay of months to seconds. */
const MAX_HALVES = 26
const SHORT = BigInt(SHORT_DELAY)
/** What states the delay of a timelock. */
const DELAYS: readonly Hex[] = [ASK.getMinDelay, ASK.delay]

/**
 * The calls by which a key sets the delay of a timelock below what users can react to, at once or by halves, with the seconds that are left; none
 * for other keys. `shortest`: the least that a key can leave of it, null where none can change it.
 *
 * @param getters what states the delay, or another time; in its own unit.
 */
export async function shortenings(
  context: PrivilegesContext,
  {
    holder,
    keys,
    functions,
    budget,
    getters = DELAYS,
  }: {
    holder: Address
    keys: readonly Address[]
    functions: readonly ContractFunction[]
    budget: Budget
    getters?: readonly Hex[]
  },
): Promise<{ attempts: Attempt[]; shortest: bigint | null }> {
  const { chain, block, signal } = context
  const asked = functions.find(({ selector }) => getters.includes(selector))
  const delay =
    asked === undefined ? null : wordAt(await ask(chain, { block, to: holder, data: asked.selector }, signal))
  if (asked === undefined || delay === null) return { attempts: [], shortest: null }
  const setters = functions
    .filter((made) => typesOf(made) === 'uint256' && made.writes.some((slot) => asked.reads.includes(slot)))
    .slice(0, MAX_SETTERS)
  const look: Transaction = { from: holder, to: holder, value: 0n, data: asked.selector, gas: COMMAND_GAS }
  const halves: bigint[] = []
  for (let left = delay / 2n; halves.length < MAX_HALVES; left /= 2n) {
    halves.push(left)
    if (left === 0n) break
  }
  // One that is short already only has to pass.
  const short = delay > 0n && delay < SHORT ? keys.map((key) => wayOf(key, [], delay)) : []
  const ways = keys.flatMap((key) =>
    setters.flatMap(({ selector }) =>
      [[0n], halves].map((values) =>
        values.map((value): Transaction => {
          return { from: key, to: holder, value: 0n, data: `${selector}${word(value).slice(2)}`, gas: COMMAND_GAS }
        }),
      ),
    ),
  )
  // The first call of each tells whether the rest is worth it.
  const begun = await execute(
    { ...context, budget },
    ways.map((calls) => ({ calls: calls.slice(0, 1) })),
    WHAT,
  )
  const open = ways.filter((_, at) => begun[at]?.[0]?.success === true)
  const made = await execute(
    { ...context, budget },
    open.map((calls) => ({ calls: [...calls, look] })),
    WHAT,
  )
  const left = open.flatMap((calls, at) => {
    const rest = wordAt(made[at]?.at(-1)?.output ?? null)
    return rest === null || rest >= delay ? [] : [{ calls, rest }]
  })
  const shortened = left.flatMap(({ calls, rest }) => {
    const [first] = calls
    return first === undefined || rest >= SHORT ? [] : [wayOf(first.from, calls, rest)]
  })
  const shortest = left.reduce<bigint | null>(
    (least, { rest }) => (least === null || rest < least ? rest : least),
    null,
  )
  return { attempts: [...short, ...shortened], shortest }
}

/** The calls come first, then the key’s own, and what is left of the delay passes behind that. */
function wayOf(key: Address, calls: readonly Transaction[], left: bigint): Attempt {
  return { key, senders: [key], calls, shortens: calls.length, ...(left > 0n && { seconds: left + 1n }) }
}

import type { Hex } from '@redoubt/risk/address.ts'
import type { GuardedPull, PullCoverage } from '@redoubt/risk/facts/guardedPull.ts'
import { isBurnAddress } from '../effects.ts'
import { appointments, selfListed } from '../paths/appointments.ts'
import { explorePulls } from '../paths/explore.ts'
import type { Explored } from '../paths/explored.ts'
import { exploreLayouts } from '../paths/exploreLayouts.ts'
import { slotKey } from '../paths/frame.ts'
import { FIRST_IDS, numberedInputs, severalInputs } from '../paths/markedInput.ts'
import { inputsOf, TAINT } from '../paths/marks.ts'
import { ANY_CODE } from '../paths/outsideCalls.ts'
import { afterSetting } from '../paths/payouts.ts'
import type { ProposedCall } from '../paths/proposedCall.ts'
import type { Lifted, Opening, Pull } from '../paths/pull.ts'
import type { CalledFunction } from './calledFunctions.ts'
import { guardsOf } from './guards.ts'

const MAX_SECOND_STEPS = 60_000
const MAX_LIST_STEPS = 60_000
const MAX_PROPOSALS = 4
/** Above what a counter is at. */
const MAX_ID = 1n << 40n

/** `proposals`: the calls by which its holder would do it, by call data of several kinds. */
export type FoundPull = Omit<GuardedPull, 'holders'> & {
  use?: Pull['use']
  stays?: bigint
  /** A list of callers that the contract itself keeps is among its guards. */
  ownList?: true
  /** Those lists, by their slots, where a condition about the caller is one entry of one, and nothing else: a caller without an entry is refused. */
  ownLists?: readonly bigint[]
  /** Words of storage that hold the account which a guard asks for, and that is not set. */
  keySlots?: readonly bigint[]
  proposals?: readonly (readonly ProposedCall[])[]
}
export type FoundPulls = { pulls: FoundPull[]; complete: boolean; coverage: PullCoverage }

/** Executes the functions of `entry`, which is the contract with the power or one that it obeys. */
export async function contractPulls(
  world: Explored,
  functions: readonly CalledFunction[],
  signal: AbortSignal,
): Promise<FoundPulls> {
  const found: { selector: Hex; signature: string | null; pull: Pull }[] = []
  let complete = functions.length > 0
  const coverage: PullCoverage = { functions: 0, open: [] }
  const lists: Explored = { ...world, left: MAX_LIST_STEPS, setters: [], openings: [] }
  for (const { selector, signature, inputs, second, listed = [] } of functions) {
    let isOpen = false
    let moves = second !== undefined
    for (const input of inputs) {
      signal.throwIfAborted()
      const explored = await exploreLayouts(world, { selector, input })
      complete &&= explored.complete
      isOpen ||= !explored.complete
      moves ||= explored.moves
      for (const pull of explored.pulls) found.push({ selector, signature, pull })
    }
    if (!moves) continue
    found.push(...(await inLists({ selector, signature, listed })))
    coverage.functions++
    // What was found of it says more.
    if (isOpen && !found.some((one) => one.selector === selector)) coverage.open.push({ selector, signature })
  }
  for (const one of found) one.pull = await withConstantKeys(one.pull, world)
  // After all of them: any function may set what another one reads.
  const alone = found.flatMap(guarded)
  const replaced = world.setters.some(
    ({ slot, entry, filled }) =>
      entry === undefined && filled === undefined && world.delegateSlots.has(slotKey(world.entry, slot)),
  )
  if (alone.some(({ use }) => use === undefined)) return { pulls: weakest(alone), complete, coverage }
  return {
    pulls: weakest([...alone, ...(replaced ? replacements() : []), ...(await inTwoCalls())]),
    complete,
    coverage,
  }

  /** Lists that name the caller, and another account beside it: where one passes without its consent, any account takes its tokens. */
  async function inLists({
    selector,
    signature,
    listed,
  }: Pick<CalledFunction, 'selector' | 'signature'> & { listed: readonly string[] }): Promise<typeof found> {
    const isOpen = (one: (typeof found)[number]) => guarded(one).some(({ guards }) => guards.length === 0)
    const own = found.filter((one) => one.selector === selector)
    if (world.powers === 'every call' || own.some(isOpen)) return []
    // Where lists of one entry move nothing of another account, not even past a check, longer ones move it by what one entry was not tried with.
    const isPackedOnly = own.length === 0
    for (const types of listed)
      for (const input of severalInputs(selector, types, { caller: world.caller, isPackedOnly })) {
        signal.throwIfAborted()
        const { pulls } = await explorePulls(lists, input)
        const open = pulls.map((pull) => ({ selector, signature, pull })).filter(isOpen)
        if (open.length > 0) return open.slice(0, 1)
      }
    return []
  }

  function guarded({ pull, ...called }: (typeof found)[number]): FoundPull[] {
    if (world.payouts !== undefined && pull.payout === undefined && pull.calls === undefined) return []
    const set = pull.payout === undefined ? selfListed(pull, world.setters) : afterSetting(pull, world.setters)
    return [...appointments(pull, world.setters), ...set].flatMap((one): FoundPull[] => {
      const guards = guardsOf(one, world)
      const isSet = one !== pull
      return guards === null
        ? []
        : [
            {
              ...called,
              guards,
              anyCall: one.anyCall,
              ...(one.use && { use: one.use }),
              ...(one.stays !== undefined && { stays: one.stays }),
              ...(one.lifted.some(isEntryOfCaller) && { ownList: true as const, ...listsOf(one) }),
              ...keySlotsOf(one),
              ...(one.bounded && { bounded: true as const }),
              ...(isSet && { afterSetting: true as const }),
              ...(one.proposal !== undefined && { proposals: [one.proposal] }),
            },
          ]
    })
  }

  /** Code that runs in the contract's place, by functions that were executed before it was known where its address is stored. */
  function replacements(): FoundPull[] {
    return world.setters
      .filter(
        ({ slot, entry, filled }) =>
          entry === undefined && filled === undefined && world.delegateSlots.has(slotKey(world.entry, slot)),
      )
      .flatMap(({ lifted }) => guarded({ selector: '0x', signature: null, pull: { ...ANY_CODE, lifted } }))
  }

  /** Ids of what a first call stored behind others: those that a counter of it was at before and after. */
  async function idsAfter({ slots }: Opening): Promise<bigint[]> {
    const prefix = slotKey(world.entry, 0n).slice(0, -1)
    for (const [key, { value, marks, place }] of slots) {
      if (!key.startsWith(prefix) || place !== 0 || inputsOf(marks) !== 0 || value > MAX_ID) continue
      if ((await world.storage(world.entry, BigInt(key.slice(prefix.length)))) !== value - 1n) continue
      return [value - 1n, value].filter((id) => !FIRST_IDS.includes(id))
    }
    return []
  }

  /** A call that stores whose tokens another call then moves: a queue. */
  async function inTwoCalls(): Promise<FoundPull[]> {
    const after: Explored = { ...world, left: MAX_SECOND_STEPS }
    const pulls: FoundPull[] = []
    for (const { selector, signature, second = [], listed: [types] = [] } of functions)
      for (const opening of second.length === 0 ? [] : world.openings)
        for (const input of types === undefined
          ? second
          : [...second, ...numberedInputs(selector, types, await idsAfter(opening))]) {
          signal.throwIfAborted()
          const explored = await explorePulls(after, input, opening)
          pulls.push(...explored.pulls.flatMap((pull) => guarded({ selector, signature, pull })))
        }
    return pulls
  }
}

/**
 * Returns the pull without conditions that any caller meets with a constant of the code: an argument that neither the written call nor its target
 * depends on is the key of a mapping with such an entry.
 */
async function withConstantKeys(pull: Pull, { hasConstantKey }: Explored): Promise<Pull> {
  const { target } = pull
  if (hasConstantKey === undefined || target === undefined) return pull
  const used = pull.owner | pull.chosen | target
  const isMet = await Promise.all(
    pull.lifted.map(
      async ({ entry, order }) =>
        entry !== undefined && order !== true && (entry.key & used) === 0 && (await hasConstantKey(entry.base)),
    ),
  )
  return { ...pull, lifted: pull.lifted.filter((_, at) => isMet[at] !== true) }
}

/** Whether a condition reads what the contract itself keeps about its caller. */
function isEntryOfCaller({ marks, identity }: Lifted): boolean {
  const entry = TAINT.caller | TAINT.hash | TAINT.stored
  return identity === undefined && (marks & entry) === entry && (marks & TAINT.answer) === 0
}

function listsOf({ lifted }: Pull): Pick<FoundPull, 'ownLists'> {
  const ownLists = lifted.flatMap(({ alone, list }) => (alone === true && list !== undefined ? [list] : []))
  return ownLists.length > 0 ? { ownLists } : {}
}

function keySlotsOf({ lifted }: Pull): Pick<FoundPull, 'keySlots'> {
  const keySlots = lifted.flatMap(({ identity }) =>
    identity?.slot !== undefined && isBurnAddress(identity.other) ? [identity.slot] : [],
  )
  return keySlots.length > 0 ? { keySlots } : {}
}

/** One pull of each function and kind of guards; of several with the same kinds, the first, with the calls of all. */
function weakest(found: readonly FoundPull[]): FoundPull[] {
  const key = ({ selector, guards, use, stays, ownList, ownLists, keySlots }: FoundPull) =>
    `${selector} ${use} ${stays} ${ownList} ${ownLists?.join()} ${keySlots?.join()} ${guards
      .map(({ by, holder }) => `${by} ${holder}`)
      .sort()
      .join()}`
  const each = [...Map.groupBy(found, key).values()].flatMap((same): FoundPull[] => {
    const [first] = same
    const proposals = same.flatMap((one) => one.proposals ?? []).slice(0, MAX_PROPOSALS)
    return first === undefined ? [] : [proposals.length > 0 ? { ...first, proposals } : first]
  })
  return each.toSorted((a, b) => a.guards.length - b.guards.length)
}

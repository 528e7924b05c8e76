import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { GuardedPull, PullCoverage } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { NETWORKS } from '../../../chains/index.ts'
import { type Code, readCode } from '../../bytecode/analysis/code.ts'
import { recoverFunctions } from '../../bytecode/analysis/evmole.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import { isBurnAddress } from '../effects.ts'
import { appointments, selfListed } from './appointments.ts'
import { comparedSelectors } from './comparedSelectors.ts'
import { explorePulls } from './explore.ts'
import type { Explored } from './explored.ts'
import { slotKey } from './frame.ts'
import { guardsOf } from './guards.ts'
import {
  FIRST_IDS,
  fallbackInput,
  listedTypes,
  listInputs,
  markedInputs,
  numberedInputs,
  packedInputs,
  rawInputs,
  secondInputs,
  severalInputs,
} from './markedInput.ts'
import { ANY_CODE } from './outsideCalls.ts'
import { afterSetting } from './payouts.ts'
import type { ProposedCall } from './proposedCall.ts'
import type { Lifted, Opening, Pull } from './pull.ts'
import { inputsOf, TAINT } from './taint.ts'
import type { TaintedBytes } from './taintedBytes.ts'

const MAX_FUNCTIONS = 40
/** Steps in all: some tenths of a second. */
const MAX_STEPS = 150_000
const MAX_SECOND_STEPS = 60_000
const MAX_LIST_STEPS = 60_000
const MAX_PROPOSALS = 4
/** Above what a counter is at. */
const MAX_ID = 1n << 40n
/** Questions to other contracts. */
const MAX_ANSWERS = 12
/** Selectors of calls that move tokens of an account (see `explorePulls`). */
const TRANSFERS = new Set<Hex>(['0x23b872dd', '0x42842e0e', '0xb88d4fde', '0xf242432a', '0x2eb2c2d6', '0x36c78516'])

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
/** `second`: call data after a first call, of a function that moves tokens; absent: it moves none. `listed`: types of its arguments, where they may be lists. */
export type CalledFunction = {
  selector: Hex
  signature: string | null
  inputs: TaintedBytes[]
  second?: TaintedBytes[]
  listed?: readonly string[]
}

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
      const explored = await explorePulls(world, input)
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

/** Builds the state that contracts run on: the real one at the block. */
export function pullsWorld(
  chain: ChainSource,
  { block, address, powers }: { block: PinnedBlock; address: Address; powers: Explored['powers'] },
  signal: AbortSignal,
): Explored {
  const codes = new Map<bigint, Promise<Code | null>>()
  const words = new Map<string, Promise<bigint>>()
  const answers = new Map<string, Promise<Uint8Array | null>>()
  const asked = async (to: Address, data: Hex) => {
    const answer = await chain.call(block, { to, data }, signal).catch(() => null)
    signal.throwIfAborted()
    return answer === null || answer.length <= 2 ? null : hexToBytes(answer)
  }
  const readWord = async (account: bigint, slot: bigint) =>
    BigInt(await chain.storage(block, addressOf(account), `0x${slot.toString(16).padStart(64, '0')}`, signal))
  const read = async (account: bigint): Promise<Code | null> => {
    const hex = await chain.code(block, addressOf(account), signal)
    return hex.length > 2 ? readCode(hex) : null
  }
  return {
    address: BigInt(address),
    entry: BigInt(address),
    inside: new Set([BigInt(address)]),
    powers,
    caller: BigInt(freshAccount(block.hash, address, 'puller')),
    timestamp: block.timestamp,
    number: block.number,
    factories: new Set(NETWORKS[chain.chain].factories.map(({ factory }) => BigInt(factory))),
    left: MAX_STEPS,
    delegateSlots: new Set(),
    settable: new Set(),
    bases: new Map(),
    keys: new Map(),
    free: new Set(),
    foretold: { hashed: new Map(), accounts: new Map() },
    signers: new Map(),
    setters: [],
    openings: [],
    asked: new Set(),
    chainId: BigInt(NETWORKS[chain.chain].chainId),
    storage(account, slot) {
      const key = slotKey(account, slot)
      const known = words.get(key) ?? readWord(account, slot)
      words.set(key, known)
      return known
    },
    answer(to, input) {
      const data = bytesToHex(input)
      const known = answers.get(`${to} ${data}`)
      if (known !== undefined) return known
      if (answers.size >= MAX_ANSWERS) return Promise.resolve(null)
      const answer = asked(addressOf(to), data)
      answers.set(`${to} ${data}`, answer)
      return answer
    },
    code(account) {
      const known = codes.get(account) ?? read(account)
      codes.set(account, known)
      return known
    },
  }
}

/** The same state for a contract that the one with the power obeys. */
export function worldOf(world: Explored, entry: bigint): Explored {
  return { ...world, entry, inside: new Set([...world.inside, entry]), left: MAX_STEPS, setters: [], openings: [] }
}

/**
 * Functions that may change something, those that mention a transfer first; those of the proxy itself (`shell`: its code); and call data
 * without a selector.
 */
export function analysedFunctions({ functions, standard }: Bytecode, shell: Hex): CalledFunction[] {
  const likely = functions
    .filter((one) => one.mutability !== 'view' && one.mutability !== 'pure' && (standard === null || mentions(one)))
    .toSorted((a, b) => Number(mentions(b)) - Number(mentions(a)))
    .slice(0, MAX_FUNCTIONS)
  return [
    // First: it tells which slots hold code that runs in the contract's place.
    ...(standard === null ? [RAW()] : []),
    ...(shell === '0x' ? [] : recoveredFunctions(shell)),
    ...likely.map((one) => ({
      selector: one.selector,
      signature: one.signature,
      inputs: [
        ...markedInputs(one.selector, one.arguments),
        ...packedInputs(one.selector, one.arguments),
        ...(one.signature === null ? listInputs(one.selector, one.arguments) : []),
      ],
      listed: one.signature === null ? listedTypes(one.arguments) : [one.arguments],
      ...(mentions(one) && { second: secondInputs(one.selector, one.arguments) }),
    })),
  ]
}

function mentions({ asks }: ContractFunction): boolean {
  return asks.some((selector) => TRANSFERS.has(selector))
}

/** Functions that mention a transfer and are beyond the limit of those that are executed. */
export function leftOut({ functions }: Bytecode, executed: readonly CalledFunction[]): PullCoverage['open'] {
  const known = new Set(executed.map(({ selector }) => selector))
  return functions
    .filter(
      (one) => one.mutability !== 'view' && one.mutability !== 'pure' && mentions(one) && !known.has(one.selector),
    )
    .map(({ selector, signature }) => ({ selector, signature }))
}

/** Functions of code that nothing else is known of, and call data without a selector. */
export function functionsOf(codes: readonly Hex[]): CalledFunction[] {
  return [RAW(), ...codes.flatMap(recoveredFunctions)]
}

const RAW = (): CalledFunction => ({ selector: '0x', signature: null, inputs: rawInputs() })

/** Functions of code that nothing else is known of, and calls that its fallback tells by a selector of its own. */
export function allFunctionsOf(code: Hex): CalledFunction[] {
  const named = functionsOf([code])
  return [...fallbackFunctions(code, { functions: named.map(({ selector }) => ({ selector, asks: [] })) }), ...named]
}

/** Calls that the fallback tells by a selector of its own. */
export function fallbackFunctions(
  code: Hex,
  { functions }: { functions: readonly Pick<ContractFunction, 'selector' | 'asks'>[] },
): CalledFunction[] {
  const known = new Set(functions.flatMap(({ selector, asks }) => [selector, ...asks]))
  return comparedSelectors(code, known).map((selector) => {
    return { selector, signature: null, inputs: [fallbackInput(selector)] }
  })
}

function recoveredFunctions(code: Hex): CalledFunction[] {
  const changing = recoverFunctions(code).filter(
    ({ stateMutability }) => stateMutability !== 'view' && stateMutability !== 'pure',
  )
  return changing.slice(0, MAX_FUNCTIONS).map((own) => {
    const selector: Hex = `0x${own.selector}`
    const types = own.arguments ?? ''
    return {
      selector,
      signature: null,
      inputs: [...markedInputs(selector, types), ...packedInputs(selector, types), ...listInputs(selector, types)],
      listed: listedTypes(types),
    }
  })
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

function addressOf(account: bigint): Address {
  return `0x${account.toString(16).padStart(40, '0')}`
}

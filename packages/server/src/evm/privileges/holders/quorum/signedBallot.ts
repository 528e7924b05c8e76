import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privateKeyToAddress } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import type { StateOverrides } from '../../../simulation/simulator.ts'
import type { ForgedSignature } from '../../drainingCalls.ts'
import { type Attempt, execute } from '../../execute.ts'
import { initialBalanceOf } from '../../initialBalance.ts'
import type { PrivilegesContext } from '../../privilegesContext.ts'
import { RECEIVER_CODE } from '../../probes.ts'
import { entryOf } from '../../pulls/mappingEntry.ts'
import { digestIn, signatureOf } from '../../signatures/digests.ts'
import { COMMAND_GAS, keysAmong, typesOf, WHAT } from '../commandCalls.ts'
import { commandSteps } from '../commandSteps.ts'
import { type Found, isWriting, partsOf, type Wallet } from './ballot.ts'
import { slotOf } from './memberLists.ts'
import { formOf, type SignedForm } from './signedForm.ts'

const MAX_FORMS = 2
const MAX_SIGNERS = 10
const MAX_GETTERS = 12
const MAX_STATED = 2
const MAX_STATED_NUMBER = 1n << 40n
/** Rounds of reading: each may show further words. */
const MAX_ROUNDS = 3
/** Slots of mappings that are tried beside those that the analysis found. */
const FIRST_SLOTS = 24n
const MAX_TARGETS = 2
const YEAR = 365n * 86_400n
/** Order of secp256k1: (r, s) and (r, order - s) sign the same under the other parity. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** From it ECRECOVER answers nothing, which careless code reads as the zero address. */
const NOTHING: ForgedSignature = { bytes: `0x${'00'.repeat(65)}`, v: 0n, words: [0n, 0n] }

type Signer = { key: Hex; address: Address }
/** The words that name members, with our keys in their places. */
type Replaced = { members: Address[]; storage: Record<Hex, Hex>; lists: Set<bigint> }
/** `target`: the called account, with the first word of the call. */
type Way = { form: SignedForm; numbers: readonly bigint[]; target: readonly [Address, bigint] }

/**
 * How many members have to sign before a wallet makes a call: members that its storage names are replaced by keys of ours, which sign what the wallet asks
 * ECRECOVER about. Null: there is no such function, members were not found, or fewer signatures, one of them twice, none, or a year’s wait did it, too.
 */
export async function signedBallot(context: PrivilegesContext, wallet: Wallet): Promise<Found> {
  const { chain, simulator, block, signal, fixture, budget } = context
  const { holder, functions, named } = wallet
  const forms = functions.filter(isWriting).flatMap(formOf).slice(0, MAX_FORMS)
  const [sender] = named as [Address]
  if (forms.length === 0 || named.length === 0) return null
  const signers = signersOf(block.hash, holder, MAX_SIGNERS)
  const [foreign] = signersOf(block.hash, `${holder} foreign`, 1) as [Signer]
  const stranger = context.fresh('sender of signatures')
  const target = [context.fresh('receiver of a signed call'), BigInt(context.fresh('signed call'))] as const
  const stated = await statedNumbers()
  let isWhole = true

  for (const form of forms)
    for (const numbers of form.numbersOf(stated)) {
      const found = await countedBy({ form, numbers, target })
      if (found !== null) return found
    }
  return null

  function callOf(
    { form, numbers, target: [receiver, marker] }: Way,
    from: Address,
    signatures: readonly ForgedSignature[],
  ) {
    const data = form.data({ receiver, marker, numbers, signatures })
    return data === null ? [] : [{ from, to: holder, value: 0n, data, gas: COMMAND_GAS } satisfies Transaction]
  }

  /** Small numbers that the wallet states about itself, such as its nonce. */
  async function statedNumbers(): Promise<bigint[]> {
    const calls = functions
      .filter((made) => !isWriting(made) && typesOf(made) === '')
      .slice(0, MAX_GETTERS)
      .map(({ selector }): Transaction => {
        return { from: stranger, to: holder, value: 0n, data: selector, gas: COMMAND_GAS }
      })
    if (calls.length === 0) return []
    const [answers] = await execute(context, [{ calls }], WHAT)
    const words = (answers ?? []).map(({ output }) => (output.length === 66 ? BigInt(output) : 0n))
    return [...new Set(words.filter((one) => one > 0n && one < MAX_STATED_NUMBER))].slice(0, MAX_STATED)
  }

  async function countedBy(way: Way): Promise<Found> {
    const digest = await digestOf(way)
    if (digest === null) return null
    const replaced = await replacedMembers(way, digest)
    const { members, storage, lists } = replaced
    if (members.length === 0) return null
    const all = await signaturesOf(digest, members.length)
    const firsts = all.map((_, at) => all.slice(0, at + 1))
    const [byStranger, byNamed] = await Promise.all(
      [stranger, sender].map((from) =>
        reach(
          way,
          storage,
          firsts.map((some) => ({ from, some })),
        ),
      ),
    )
    const counts = [byStranger, byNamed].map((one) => (one?.indexOf(true) ?? -1) + 1)
    const [anyone = 0, own = 0] = counts
    const needed = anyone || own
    if (needed === 0) return null
    const [first] = members
    if (needed === 1 && first !== undefined) return { key: first }
    if (own !== 0 && own < needed) return null
    const from = anyone === 0 ? sender : stranger
    const alone = await reach(
      way,
      storage,
      named.map((one) => ({ from: one, some: [] })),
    )
    const [key] = await keysAmong(
      context,
      named.filter((_, at) => alone[at]),
    )
    if (key !== undefined) return { key }
    if (alone.includes(true) || (await isReachedByLess(way, { all, digest, storage, needed, from }))) return null
    if (!isWhole) return null
    const calls = callOf(way, from, all.slice(0, needed))
    return {
      needed,
      members,
      lists,
      tested: new Set([way.form.made.selector]),
      agree: null,
      operation: null,
      state: new Map(),
      changed: await changedBy(calls, storage),
    }
  }

  /** What the wallet asks ECRECOVER about, with signatures of something else. */
  async function digestOf(way: Way): Promise<Hex | null> {
    const other = await signaturesOf(keccak256(way.form.made.selector), signers.length)
    for (const count of [signers.length, 2, 3, 4, 5]) {
      const [transaction] = callOf(way, sender, other.slice(0, count))
      if (transaction === undefined || !budget.take(1, WHAT)) return null
      const stateOverrides = overridesOf({}, transaction.from)
      const run = await simulator.simulate({ block, transaction, stateOverrides, environments: 'none', signal })
      const digest = run.trace === null ? null : digestIn(run.trace)
      if (digest !== null) return digest
    }
    return null
  }

  /** Signatures of our first keys, in the order of their accounts. */
  async function signaturesOf(digest: Hex, count: number): Promise<ForgedSignature[]> {
    return Promise.all(signers.slice(0, count).map(({ key }) => signatureOf(digest, key)))
  }

  function overridesOf(storage: Record<Hex, Hex>, ...senders: readonly Address[]): StateOverrides {
    const all: StateOverrides = { ...fixture.overrides, [target[0]]: { code: RECEIVER_CODE } }
    all[holder] = { ...all[holder], storage: { ...all[holder]?.storage, ...storage } }
    for (const one of senders) all[one] = { ...all[one], balance: initialBalanceOf(one) }
    return all
  }

  /** Puts our keys in the place of members: in words that hold one, and in a mapping with an entry about each. */
  async function replacedMembers(way: Way, digest: Hex): Promise<Replaced> {
    const found: Replaced = { members: [], storage: {}, lists: new Set() }
    const keys = await keysAmong(context, named)
    const placeOf = (account: Address) => {
      const at = found.members.indexOf(account)
      if (at < 0 && found.members.length === signers.length) return null
      return signers[at < 0 ? found.members.push(account) - 1 : at] ?? null
    }
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const known = Object.keys(found.storage).length
      const [transaction] = callOf(way, sender, await signaturesOf(digest, signers.length))
      if (transaction === undefined || !budget.take(1, WHAT)) return found
      const stateOverrides = overridesOf(found.storage, transaction.from)
      const read = (await simulator.slotsRead({ block, transaction, stateOverrides, signal })).get(holder) ?? new Map()
      for (const [slot, value] of read as Map<Hex, Hex>) {
        const account = keys.find((one) => value.endsWith(one.slice(2)))
        const place = account === undefined ? null : placeOf(account)
        if (account !== undefined && place !== null)
          found.storage[slot] = value.replace(account.slice(2), place.address.slice(2)) as Hex
      }
      const base = baseIn(new Set([...read.keys()].map(BigInt)))
      if (base !== null && !found.lists.has(base)) {
        found.lists.add(base)
        for (const key of keys) {
          const entry = await chain.storage(block, holder, slotOf(entryOf(key, base)), signal)
          const place = BigInt(entry) === 0n ? null : placeOf(key)
          if (place !== null) found.storage[slotOf(entryOf(place.address, base))] = entry
        }
      }
      if (Object.keys(found.storage).length === known) return found
    }
    return found
  }

  /** The mapping whose entry about one of our keys was read. */
  function baseIn(read: ReadonlySet<bigint>): bigint | null {
    const first = Array.from({ length: Number(FIRST_SLOTS) }, (_, at) => BigInt(at))
    const bases = new Set([...functions.flatMap(({ reads }) => reads.map(BigInt)), ...first])
    for (const base of bases) if (signers.some(({ address }) => read.has(entryOf(address, base)))) return base
    return null
  }

  async function reach(
    way: Way,
    storage: Record<Hex, Hex>,
    runs: readonly { from: Address; some: readonly ForgedSignature[]; seconds?: bigint }[],
  ): Promise<boolean[]> {
    const [receiver, marker] = way.target
    const { isReached } = commandSteps({ holder, receiver, marker, functions })
    const overrides = { [receiver]: { code: RECEIVER_CODE }, [holder]: { storage } }
    const attempts = runs.map(({ from, some, seconds }): Attempt => {
      return {
        calls: callOf(way, from, some),
        overrides,
        ...(seconds !== undefined && { pause: { after: 0, seconds } }),
      }
    })
    const outcomes = await execute(context, attempts, WHAT)
    isWhole &&= !outcomes.includes(null)
    return outcomes.map((one) => one?.some(isReached) === true)
  }

  /** Whether fewer members do it: any part of them, one of them several times, beside signatures of others or of none, with each account that the wallet names as the sender, later. */
  async function isReachedByLess(
    way: Way,
    {
      all,
      digest,
      storage,
      needed,
      from,
    }: { all: readonly ForgedSignature[]; digest: Hex; storage: Record<Hex, Hex>; needed: number; from: Address },
  ): Promise<boolean> {
    const parts = partsOf(all, needed - 1)
    const [some = []] = parts
    const [one] = all as [ForgedSignature]
    const many = (signature: ForgedSignature) => Array.from({ length: needed }, () => signature)
    const twins = Array.from({ length: needed }, (_, at) => (at % 2 === 0 ? one : twinOf(one)))
    const other = await signatureOf(digest, foreign.key)
    const isFirst = foreign.address < (signers[0]?.address ?? '')
    const runs = [
      ...parts,
      many(one),
      twins,
      twins.toReversed(),
      [...some, ...some],
      [...some.flatMap((each) => [each, each])],
      many(NOTHING),
      [...some, NOTHING],
      [NOTHING, ...some],
      isFirst ? [other, ...some] : [...some, other],
      many(other),
    ].map((signatures) => ({ from, some: signatures }))
    const senders = [...new Set([...named, ...signers.slice(0, 2).map(({ address }) => address)])]
    const bySenders = senders.flatMap((each) => [some, []].map((signatures) => ({ from: each, some: signatures })))
    const later = { from, some, seconds: YEAR }
    if ((await reach(way, storage, [...runs, ...bySenders, later])).includes(true)) return true
    if ((await reach(way, {}, [{ from, some: many(NOTHING) }])).includes(true)) return true
    return isReachedThere(way, { storage, needed, from })
  }

  /** Whether fewer members make the wallet call the contract that it has power over, by one of its functions for the wallet. */
  async function isReachedThere(
    way: Way,
    { storage, needed, from }: { storage: Record<Hex, Hex>; needed: number; from: Address },
  ): Promise<boolean> {
    if (context.address === holder) return false
    for (const { selector } of context.bytecode.functions.filter(({ gated }) => gated).slice(0, MAX_TARGETS)) {
      const there: Way = { ...way, target: [context.address, BigInt(selector) << 224n] }
      const digest = await digestOf(there)
      if (digest === null) return true
      const some = await signaturesOf(digest, needed - 1)
      if ((await reach(there, storage, [{ from, some }])).includes(true)) return true
    }
    return false
  }

  async function changedBy(calls: readonly Transaction[], storage: Record<Hex, Hex>): Promise<Set<bigint>> {
    const stateOverrides = overridesOf(storage, ...calls.map(({ from }) => from))
    const diffs = await simulator.stateDiffs({ block, sequence: { blocks: [{ calls }], stateOverrides }, signal })
    return new Set(diffs.flatMap((diff) => Object.keys(diff[holder]?.storage ?? {}).map(BigInt)))
  }
}

/** Keys that no code can foretell, in the order of their accounts, in which wallets ask for signatures. */
function signersOf(blockHash: Hex, name: string, count: number): Signer[] {
  return Array.from({ length: count }, (_, at): Signer => {
    const key: Hex = `0x${createHash('sha256').update(`${blockHash}:${name}:signer ${at}`).digest('hex')}`
    return { key, address: privateKeyToAddress(key).toLowerCase() as Address }
  }).toSorted((one, other) => (one.address < other.address ? -1 : 1))
}

/** The other form of the same signature. */
function twinOf({ v, words: [r, s] }: ForgedSignature): ForgedSignature {
  const twin = { v: 55n - v, words: [r, ORDER - s] as const }
  const digits = (value: bigint) => value.toString(16).padStart(64, '0')
  return { ...twin, bytes: `0x${digits(r)}${digits(twin.words[1])}${twin.v.toString(16)}` }
}

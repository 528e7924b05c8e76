import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { type ClaimSources, claimRuns, type Stand, type Walk } from '../claims/runs/claimRuns.ts'
import { overridesOf } from '../decode/readState.ts'
import type { StateOverrides } from '../simulation/simulator.ts'
import type { RunAll } from './budgetedRuns.ts'
import { stoppedAt, stopsIn } from './comparisons.ts'
import { callerIn, entryLock, type Key, type Written, wordLock } from './lockKeys.ts'
import type { Site } from './readSite.ts'
import { takeCalls, takeFunctions } from './takeCalls.ts'

/** A call that fails as the state is, and works for an account that has the key. */
export type Opened = {
  contract: Address
  made: ContractFunction
  call: Transaction
  /** Puts what the call computed in place of what the transaction stored. */
  overrides: StateOverrides
  /** The account whose key it is; null: a secret, a proof or a list. */
  holder: Address | null
}

export type Locks = {
  opened: Opened[]
  /** Accounts that a failing call accepts as caller. */
  callers: { party: Address; contract: Address; made: ContractFunction }[]
}

type Question = {
  block: PinnedBlock
  simulation: Simulation
  stand: Stand
  taker: Address
  run: RunAll
}

/** `reads`: the written word itself, or an empty word of the same contract, perhaps another entry of the mapping written. */
type Failing = {
  contract: Address
  made: ContractFunction
  ways: Transaction[]
  call: Transaction
  codes: Address[]
  reads: 'word' | 'empty'
}

const MAX_FUNCTIONS = 10
const MAX_WAYS = 4
const MAX_TRACES = 40
const MAX_FAILING = 4
const MAX_EMPTY = 4
const MAX_CODES = 3
const MAX_READ = 6
const CONCURRENT = 4
const COIN = 10n ** 18n

/**
 * Finds calls that fail because of a word that the transaction wrote, and what they compare it with: the word of a secret, the root of a
 * list, the signer of a signature. The same call with the compared value in the word's place shows what its holder can do. Calls that
 * read no such word are not looked into.
 */
export async function openLocks(
  { chain, simulator }: Pick<ClaimSources, 'chain' | 'simulator'>,
  site: Site,
  { block, simulation, stand, taker, run: runAll }: Question,
  signal: AbortSignal,
): Promise<Locks> {
  const written = writtenBy(simulation)
  const base: StateOverrides = overridesOf(simulation.stateDiff)
  const runs = claimRuns({ simulation, watched: [], stand })
  const run = async (calls: readonly { call: Transaction; overrides?: StateOverrides }[]) => {
    const walks = calls.map(({ call, overrides = {} }): Walk => ({ blocks: [{ calls: [call] }], overrides }))
    const seen = await runAll(walks.map((walk) => runs.sequenceOf(site.account, 0n, walk)))
    return seen.map((outcomes) => outcomes?.[1] ?? null)
  }
  let traces = MAX_TRACES
  const readBy = async (call: Transaction) => {
    if (traces-- <= 0) return null
    const stateOverrides = { ...base, [call.from]: { ...base[call.from], balance: 1_000n * COIN } }
    return simulator.slotsRead({ block, transaction: call, stateOverrides, signal }).catch(() => {
      signal.throwIfAborted()
      return null
    })
  }

  const failing = await failingCalls(site.values)
  const keys = keysOf(site)
  const locks: Locks = { opened: [], callers: [] }
  for (const one of failing) {
    if (locks.opened.length > 0 || locks.callers.length > 0) break
    const found = await keyOf(one)
    if (found === null) continue
    if (found.caller !== null) locks.callers.push({ party: found.caller, contract: one.contract, made: one.made })
    if (found.key !== null) locks.opened.push(...(await openedBy(one, found.key)))
  }
  return locks

  async function failingCalls(values: Site['values']): Promise<Failing[]> {
    const open = site.payers.flatMap(({ address: contract, functions }) =>
      takeFunctions(functions, contract === site.contract ? site.selectors : [])
        .slice(0, MAX_FUNCTIONS)
        .flatMap((made) => {
          const ways = takeCalls({ contract, made }, taker, values, true)
          return ways.length === 0 ? [] : [{ contract, made, ways }]
        }),
    )
    const found: Failing[] = []
    const isFound = ({ contract, made }: (typeof open)[number]) =>
      found.some((one) => one.contract === contract && one.made === made && one.reads === 'word')
    for (let way = 0; way < MAX_WAYS; way++) {
      const asked = open.flatMap((one) => {
        const call = one.ways[way]
        return call === undefined || isFound(one) ? [] : [{ ...one, call }]
      })
      const outcomes = await run(asked)
      const failed = asked.filter((_, at) => outcomes[at]?.success === false)
      const answers = await mapConcurrent(failed, CONCURRENT, ({ call }) => readBy(call))
      for (const [at, one] of failed.entries()) {
        const read = answers[at]
        if (read === null || read === undefined) continue
        const reads = written.some(({ contract, slot }) => read.get(contract)?.has(slot))
          ? 'word'
          : one.call.data.includes(site.account.slice(2)) &&
              written.some(({ contract }) =>
                [...(read.get(contract)?.values() ?? [])].some((word) => BigInt(word) === 0n),
              )
            ? 'empty'
            : null
        const codes = [...read.keys()].filter((address) => address !== taker && address !== site.account)
        if (reads !== null) found.push({ ...one, codes, reads })
      }
    }
    const exact = found.filter(({ reads }) => reads === 'word').slice(0, MAX_FAILING)
    const isExact = ({ made }: Failing) => exact.some((one) => one.made === made)
    const others = found.filter((one, at) => !isExact(one) && found.findIndex(({ made }) => made === one.made) === at)
    return [...exact, ...others.slice(0, MAX_EMPTY)]
  }

  async function keyOf({ call, codes, reads }: Failing): Promise<{ caller: Address | null; key: Key | null } | null> {
    const all = codes.slice(0, MAX_READ)
    const read = await Promise.all(
      all.map(async (address) => ({ address, code: await chain.code(block, address, signal) })),
    )
    const running = read.filter(({ code }) => code !== '0x').slice(0, MAX_CODES)
    const stops = running.flatMap(({ address, code }) =>
      stopsIn(code, reads === 'word' ? 'compare' : 'hash').map((stop) => ({ address, stopped: stoppedAt(code, stop) })),
    )
    const outcomes = await run(
      stops.map(({ address, stopped }) => ({ call, overrides: { [address]: { code: stopped } } })),
    )
    let caller: Address | null = null
    for (const [at, code] of stops.entries()) {
      const outcome = outcomes[at]
      if (outcome === null || outcome === undefined || outcome.success) continue
      const key =
        reads === 'word'
          ? wordLock(outcome.output, { code, written })
          : entryLock(outcome.output, { code, written, keys, own: [taker, site.account] })
      if (key !== null) return { caller: null, key }
      if (reads === 'word') caller ??= callerIn(outcome.output, taker)
    }
    return caller === null ? null : { caller, key: null }
  }

  async function openedBy({ contract, made, ways }: Failing, { code, open, holder }: Key): Promise<Opened[]> {
    const told = await run(ways.map((call) => ({ call, overrides: { [code.address]: { code: code.stopped } } })))
    return ways.flatMap((call, at) => {
      const output = told[at]?.output
      const word = output === undefined ? null : open(output)
      if (word === null) return []
      const storage = { ...base[word.contract]?.storage, [word.slot]: word.value }
      return [{ contract, made, call, overrides: { [word.contract]: { storage } }, holder }]
    })
  }
}

function writtenBy({ stateDiff }: Simulation): Written[] {
  return (Object.entries(stateDiff) as [Address, Simulation['stateDiff'][Address]][]).flatMap(
    ([contract, { storage }]) =>
      (Object.entries(storage) as [Hex, { before: Hex; after: Hex }][])
        .filter(([, { after }]) => BigInt(after) !== 0n)
        .map(([slot, { after }]) => ({ contract, slot, after })),
  )
}

/** What the transaction's calls name: keys of the entries that they write. */
function keysOf({ parties, words }: Site): bigint[] {
  return [...parties.map(({ address }) => BigInt(address)), ...words]
}

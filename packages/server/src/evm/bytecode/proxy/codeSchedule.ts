import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { remember } from '../../rpc/stateCache.ts'
import { environmentOpcodes } from '../../simulation/environments/environmentOpcodes.ts'
import { laterSimulator } from '../../simulation/laterSimulator.ts'
import { SimulationUnavailable, type Simulator } from '../../simulation/simulator.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import { facetsIn } from './facetsIn.ts'
import { delegation } from './privilegedAccount.ts'

/** Code of another contract that an account comes to run by itself, so many seconds after the next block. */
export type LaterCode = { running: Address; seconds: bigint }
/** `now`: the code that it runs in the next block; null: none. */
export type CodeSchedule = { now: Address | null; later: LaterCode[] }

const HOUR = 3_600n
const DAY = 24n * HOUR
/** Times at which the code is looked at; between two of them the hour of a switch is searched. */
const LOOKS = [DAY, 7n * DAY, 30n * DAY, 100n * DAY, 400n * DAY, 1_500n * DAY]
const MAX_LATER = 2
const GAS = 2_000_000n
const PURSE = 10n ** 19n

/** Whether code reads the time or the number of its block. */
export const readsClock = remember(300, (code: Hex) => {
  const read = environmentOpcodes(code)
  return read.has('TIMESTAMP') || read.has('NUMBER')
})

type Subject = { block: PinnedBlock; address: Address; proxy: ProxyFact | null }
type Sources = { chain: ChainSource; simulator: Simulator }

/** By block of a scan, and address. */
const found = new WeakMap<PinnedBlock, Map<Address, Promise<CodeSchedule | null>>>()

/**
 * Finds the code that an account hands its calls to, now and at later times, where its own code chooses it by the clock: a proxy whose next
 * implementation runs from a date on. Executes one call, of a function that no code has, at each time, once for a scan. Null where the account
 * chooses no code by the clock: that costs no execution.
 */
export function codeSchedule(sources: Sources, subject: Subject, signal: AbortSignal): Promise<CodeSchedule | null> {
  const { block, address } = subject
  const all = found.get(block) ?? new Map<Address, Promise<CodeSchedule | null>>()
  found.set(block, all)
  const known = all.get(address)
  if (known !== undefined) return known
  const schedule = executedSchedule(sources, subject, signal)
  all.set(address, schedule)
  // The next search asks again.
  schedule.catch(() => all.delete(address))
  return schedule
}

async function executedSchedule(
  { chain, simulator }: Sources,
  { block, address, proxy }: Subject,
  signal: AbortSignal,
): Promise<CodeSchedule | null> {
  if (!(await isTimed())) return null
  const from = freshAccount(block.hash, address, 'caller')
  const stateOverrides = { [from]: { balance: PURSE } }
  // A selector that changes with the block: no code has a function for it, or knows it.
  const data: Hex = `0x${block.hash.slice(-8)}`
  const transaction: Transaction = { from, to: address, value: 0n, data, gas: GAS }
  const runningAt = async (seconds: bigint): Promise<Address | null> => {
    const at = seconds === 0n ? simulator : laterSimulator(simulator, seconds)
    const run = await at.simulate({ block, transaction, stateOverrides, environments: 'none', signal })
    return facetsIn(run.trace, address).at(-1) ?? null
  }
  try {
    const now = await runningAt(0n)
    return { now, later: await switchesOf(now, runningAt) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SimulationUnavailable) return null
    throw error
  }

  /** Whether code that hands on unknown calls reads the clock, or the beacon does that it asks. */
  async function isTimed(): Promise<boolean> {
    const own = [address, ...(proxy?.implementations.slice(0, 1) ?? [])]
    const [beacon, ...codes] = await Promise.all(
      [proxy?.beacon ?? null, ...own].map((one) => (one === null ? '0x' : chain.code(block, one, signal))),
    )
    return codes.some((code) => delegation(code) !== null && (readsClock(code) || readsClock(beacon ?? '0x')))
  }
}

/** Returns the contracts that take the place of the one of `now` at later times, and the hour from which they do. */
export async function switchesOf(
  now: Address | null,
  at: (seconds: bigint) => Promise<Address | null>,
): Promise<LaterCode[]> {
  const seen = await Promise.all(LOOKS.map(at))
  const later: LaterCode[] = []
  for (const [index, running] of seen.entries()) {
    const before = index === 0 ? now : (seen[index - 1] ?? null)
    if (running === null || running === now || running === before || later.length === MAX_LATER) continue
    let [low, high] = [index === 0 ? 0n : (LOOKS[index - 1] ?? 0n), LOOKS[index] ?? 0n]
    while (high - low > HOUR) {
      const middle = (low + high) / 2n
      if ((await at(middle)) === running) high = middle
      else low = middle
    }
    later.push({ running, seconds: high })
  }
  return later
}

/** Returns the proxy with the code that it runs in the next block, where it names several and chooses by the clock. */
export async function scheduledProxy(
  sources: Sources,
  subject: Subject,
  signal: AbortSignal,
): Promise<ProxyFact | null> {
  const { proxy } = subject
  if (proxy?.kind === 'diamond') return proxy
  const schedule = await codeSchedule(sources, subject, signal)
  return schedule?.now == null ? proxy : asRunning(proxy, schedule.now)
}

/** The proxy with the code that runs at another time. */
export function asRunning(proxy: ProxyFact | null, running: Address): ProxyFact {
  const unknown: ProxyFact = { kind: 'slot', implementations: [], beacon: null, admin: null, upgradeable: null }
  return { ...(proxy ?? unknown), implementations: [running] }
}

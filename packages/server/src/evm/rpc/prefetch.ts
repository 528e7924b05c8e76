import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { PrefetchCall } from './chainSource.ts'
import type { Endpoint } from './endpoint.ts'
import { type EndpointPool, UnsupportedMethod } from './endpointPool.ts'
import { blockReference, type PinnedState } from './pinnedState.ts'
import { readAddress, readArray, readCode, readObject, readQuantity, readWord } from './rpcValues.ts'

const REMEMBERED = 2_000
/** Beyond this many reads the engine fetches what it really needs. */
const MAX_READS = 600
/** Gas of the discovery, 5M: enough for what people sign, too little for a bomb to keep the operator's node busy. */
const GAS = '0x4c4b40'
const RICH = `0x${(2n ** 128n).toString(16)}`

/**
 * `trace`: by a prestateTracer where an endpoint has one. `access-list`: for development nodes such as anvil, which record every step of a
 * trace with its memory: 2M gas of calls with 32 KB of input take one 5.8 seconds, 30M more than 30, in which it answers nothing else.
 */
export type Discovery = 'trace' | 'access-list'

/**
 * Learns in one upstream request what a transaction touches, and reads it in one batch: a cold swap then takes three
 * sequential round trips instead of dozens. With an upstream prestateTracer the batch is not needed either.
 */
export function createPrefetch(pool: EndpointPool, state: PinnedState, limits: ChainLimits, discovery: Discovery) {
  const done = new Set<string>()

  /** The prestate of an upstream trace is the state itself. The sender is left out: tracers adjust its balance. */
  async function seedFromTrace(block: PinnedBlock, call: PrefetchCall): Promise<void> {
    const answered: { by?: Endpoint } = {}
    const prestate = await pool.request({
      answeredBy: (endpoint) => {
        answered.by = endpoint
      },
      method: 'debug_traceCall',
      params: (endpoint) => {
        // A sender who cannot pay still touches state; its own balance is not taken from the trace.
        const rich = endpoint.can('state-override') ? { stateOverrides: { [call.from]: { balance: RICH } } } : {}
        return [rpcCall(call), blockReference(endpoint, block), { tracer: 'prestateTracer', ...rich }]
      },
      read: (result) => Object.entries(readObject(result, 'prestate')).map(([key, value]) => readPrestate(key, value)),
      timeoutMs: limits.discoveryTimeoutMs,
      optional: true,
    })
    const { by } = answered
    if (by === undefined) return
    for (const { address, ...account } of prestate) if (address !== call.from) state.seed(block, address, account, by)
  }

  async function readAccessList(block: PinnedBlock, call: PrefetchCall): Promise<void> {
    const touched = await pool.request({
      method: 'eth_createAccessList',
      params: (endpoint) => [rpcCall(call), blockReference(endpoint, block)],
      read: (result) =>
        readArray(readObject(result, 'access list').accessList, 'access list').map((entry) => {
          const { address, storageKeys } = readObject(entry, 'access list entry')
          return {
            address: readAddress(address),
            slots: readArray(storageKeys, 'storage keys').map((slot) => readWord(slot)),
          }
        }),
      timeoutMs: limits.discoveryTimeoutMs,
      optional: true,
    })
    const reads: Promise<unknown>[] = []
    for (const { address, slots } of touched) {
      reads.push(...readAccount(state, block, address))
      for (const slot of slots) reads.push(state.storage(block, address, slot))
      if (reads.length > MAX_READS) break
    }
    await Promise.allSettled(reads)
  }

  function traceOrList(block: PinnedBlock, call: PrefetchCall): Promise<void> {
    return seedFromTrace(block, call).catch((error: unknown) => {
      // Only an endpoint without tracing is asked for less: a trace that failed or hung says what the list would do.
      if (!(error instanceof UnsupportedMethod)) throw error
      return readAccessList(block, call)
    })
  }

  return async function prefetch(block: PinnedBlock, call: PrefetchCall): Promise<void> {
    // Hashed: call data is a stranger's, and as long as he likes.
    const whole = `${block.hash}:${call.from}:${call.to}:${call.value}:${call.data}`
    const key = createHash('sha256').update(whole).digest('base64')
    if (done.has(key)) return
    const known = [call.from, block.coinbase, ...(call.also ?? []), ...(call.to === null ? [] : [call.to])]
    const accounts = known.flatMap((address) => readAccount(state, block, address))
    // Starts beside the account reads and travels apart: a bomb that stalls it must not take them with it.
    const discovered = discovery === 'access-list' ? readAccessList(block, call) : traceOrList(block, call)
    const outcome = await Promise.allSettled([discovered, ...accounts])
    if (outcome[0]?.status === 'rejected') return
    done.add(key)
    const oldest = done.values().next().value
    if (done.size > REMEMBERED && oldest !== undefined) done.delete(oldest)
  }
}

function readAccount(state: PinnedState, block: PinnedBlock, address: Address): Promise<Hex>[] {
  return [state.balance(block, address), state.nonce(block, address), state.code(block, address)]
}

function rpcCall(call: PrefetchCall): Record<string, string> {
  const quantity = `0x${call.value.toString(16)}`
  return { from: call.from, ...(call.to === null ? {} : { to: call.to }), data: call.data, value: quantity, gas: GAS }
}

function readPrestate(key: string, value: unknown) {
  const account = readObject(value, 'prestate account')
  const quantity = (member: unknown): Hex =>
    member === undefined
      ? '0x0'
      : `0x${(typeof member === 'number' ? BigInt(member) : readQuantity(member)).toString(16)}`
  const storage = Object.entries(account.storage === undefined ? {} : readObject(account.storage, 'prestate storage'))
  return {
    address: readAddress(key),
    balance: quantity(account.balance),
    nonce: quantity(account.nonce),
    code: account.code === undefined ? ('0x' as const) : readCode(account.code),
    storage: storage.map(([slot, word]) => [readWord(slot), readWord(word)] as const),
  }
}

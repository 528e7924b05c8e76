import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { type Agreement, type AnsweredRead, REVERTED } from './agreement.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { StateRead } from './chainSource.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpointPool.ts'
import { RpcError } from './jsonRpc.ts'
import { createNeighbours } from './neighbours.ts'
import type { ReadWords } from './readWords.ts'
import { readCode, readData, readQuantity, readWord } from './rpcValues.ts'
import type { StateCache } from './stateCache.ts'
import { isUnused } from './unusedAccounts.ts'

/** State of one block, from the cache or from one shared upstream read. Values are the canonical hex of the cache. */
export type PinnedState = {
  balance(block: PinnedBlock, address: Address): Promise<Hex>
  nonce(block: PinnedBlock, address: Address): Promise<Hex>
  code(block: PinnedBlock, address: Address): Promise<Hex>
  storage(block: PinnedBlock, address: Address, slot: Hex): Promise<Hex>
  /** A value of the cache; undefined: it is not kept. */
  known(block: PinnedBlock, read: StateRead): Hex | undefined
  /** Reads values into the cache in one tick. Never rejects, and counts as no read of words. */
  readAhead(block: PinnedBlock, reads: readonly StateRead[]): Promise<void>
  /** One of an account's members as of an ancestor of the block. */
  accountAt(block: PinnedBlock, ancestor: bigint, address: Address, kind: 'balance' | 'nonce' | 'code'): Promise<Hex>
  /** Null when the call reverts. Without an ancestor: at the block itself. */
  call(
    block: PinnedBlock,
    call: { to: Address; data: Hex; from?: Address; gas?: Hex },
    ancestor?: bigint,
  ): Promise<Hex | null>
  /** Stores values from another source (a prestate trace) where the reads will find them. `by`: the endpoint that traced. */
  seed(block: PinnedBlock, address: Address, account: SeededAccount, by: Endpoint): void
}
export type SeededAccount = { balance?: Hex; nonce?: Hex; code?: Hex; storage?: readonly (readonly [Hex, Hex])[] }

/** A read of state, whose value another endpoint is asked for. */
type Asked = Omit<AnsweredRead, 'read' | 'value'> & { read: (value: unknown) => Hex; value: Hex }

/** Beyond it the oldest is compared all the same. */
const MAX_UNUSED = 20_000

type Kind = 'balance' | 'nonce' | 'code'
const METHODS: Record<Kind, string> = {
  balance: 'eth_getBalance',
  nonce: 'eth_getTransactionCount',
  code: 'eth_getCode',
}
/** State of an account that was never used. */
const EMPTY: Record<Kind, Hex> = { balance: '0x0', nonce: '0x0', code: '0x' }
const asQuantity = (value: unknown): Hex => `0x${readQuantity(value).toString(16)}`
const READERS: Record<Kind, (value: unknown) => Hex> = { balance: asQuantity, nonce: asQuantity, code: readCode }

export function createPinnedState(
  { pool, cache, words, agreement }: { pool: EndpointPool; cache: StateCache; words: ReadWords; agreement: Agreement },
  limits: ChainLimits,
): PinnedState {
  const inFlight = new Map<string, Promise<Hex>>()
  const neighbours = createNeighbours()
  /** Comparisons of values that were read ahead, by key; those that no scan has used cost other endpoints nothing. */
  const unused = new Map<string, () => void>()

  /** Concurrent readers of one value share one upstream request. */
  function cached(key: string, fetch: () => Promise<Hex>): Promise<Hex> {
    const known = cache.get(key)
    if (known !== undefined) {
      used(key)
      return Promise.resolve(known)
    }
    const running = inFlight.get(key)
    if (running) return running.finally(() => used(key))
    return fetched(key, fetch)
  }

  function fetched(key: string, fetch: () => Promise<Hex>): Promise<Hex> {
    const started = fetch()
      .then((value) => {
        cache.set(key, value)
        return value
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, started)
    return started
  }

  /** Has a value that was read ahead confirmed when it is used first. */
  function used(key: string): void {
    const note = unused.get(key)
    if (note === undefined) return
    unused.delete(key)
    note()
  }

  /** Reads a value upstream, and has another endpoint confirm it. `ahead`: key of a value that nothing has used yet. */
  const confirmed = async (block: PinnedBlock, asked: Omit<Asked, 'value' | 'by'>, ahead?: string): Promise<Hex> => {
    const { kind, address, optional, ...request } = asked
    let by: Endpoint | null = null
    const about = (value: string) => {
      const endpoint = by
      if (endpoint === null) return
      const note = () => agreement.note(block, { ...asked, value, by: endpoint })
      if (ahead === undefined) return note()
      unused.set(ahead, note)
      const oldest = unused.keys().next().value
      if (unused.size > MAX_UNUSED && oldest !== undefined) used(oldest)
    }
    try {
      const value = await pool.request({
        ...request,
        timeoutMs: limits.attemptTimeoutMs,
        answeredBy: (endpoint) => {
          by = endpoint
        },
      })
      about(value)
      return value
    } catch (error) {
      if (kind === 'call' && error instanceof RpcError) about(REVERTED)
      throw error
    }
  }

  const askedOf = (block: PinnedBlock, kind: Kind, address: Address) => ({
    kind,
    address,
    method: METHODS[kind],
    params: (endpoint: Endpoint) => [address, blockReference(endpoint, block)],
    read: READERS[kind],
  })
  const askedOfSlot = (block: PinnedBlock, address: Address, slot: Hex) => ({
    kind: 'storage' as const,
    address,
    slot: asWord(slot),
    method: 'eth_getStorageAt',
    params: (endpoint: Endpoint) => [address, slot, blockReference(endpoint, block)],
    read: (value: unknown) => readWord(value),
  })

  const account = (kind: Kind) => (block: PinnedBlock, address: Address) =>
    isUnused(block.hash, address)
      ? Promise.resolve(EMPTY[kind])
      : cached(accountKey(block, kind, address), () => confirmed(block, askedOf(block, kind, address)))
  const word = (block: PinnedBlock, address: Address, slot: Hex) =>
    cached(storageKey(block, address, slot), () => confirmed(block, askedOfSlot(block, address, slot)))
  /** Reads a value that may be asked for soon. */
  const ahead = async (block: PinnedBlock, read: StateRead): Promise<void> => {
    const key = keyOf(block, read)
    if (cache.get(key) !== undefined) return
    const asked =
      read.kind === 'storage' ? askedOfSlot(block, read.address, read.slot) : askedOf(block, read.kind, read.address)
    await (inFlight.get(key) ?? fetched(key, () => confirmed(block, asked, key))).catch(() => undefined)
  }
  /** Reads a word, and in the same message those that are asked for next as a rule. */
  const wordAndNeighbours = (block: PinnedBlock, address: Address, slot: Hex) => {
    const isKnown = cache.get(storageKey(block, address, slot)) !== undefined
    const value = word(block, address, slot)
    if (!isKnown)
      for (const next of neighbours(block.hash, address, BigInt(slot)))
        void ahead(block, { kind: 'storage', address, slot: `0x${next.toString(16)}` })
    return value
  }

  return {
    balance: account('balance'),
    nonce: account('nonce'),
    code: account('code'),
    async storage(block, address, slot) {
      const value = await wordAndNeighbours(block, address, slot)
      words.note(block, address, asWord(slot), value)
      return value
    },
    known: (block, read) =>
      read.kind !== 'storage' && isUnused(block.hash, read.address) ? EMPTY[read.kind] : cache.get(keyOf(block, read)),
    async readAhead(block, reads) {
      await Promise.all(reads.map((read) => ahead(block, read)))
    },
    accountAt: (block, ancestor, address, kind) =>
      cached(`${block.hash}:${ancestor}:${kind}:${address}`, () =>
        confirmed(block, {
          ...askedOf(block, kind, address),
          params: () => [address, `0x${ancestor.toString(16)}`],
          optional: true,
        }),
      ),
    async call(block, call, ancestor) {
      const key = `${block.hash}:${ancestor ?? ''}:call:${call.from ?? ''}:${call.gas ?? ''}:${call.to}:${call.data}`
      if (cache.get(`${key}:reverted`) !== undefined) return null
      try {
        return await cached(key, () =>
          confirmed(block, {
            kind: 'call',
            address: call.to,
            method: 'eth_call',
            params: (endpoint) => [
              call,
              ancestor === undefined ? blockReference(endpoint, block) : `0x${ancestor.toString(16)}`,
            ],
            read: (value) => readData(value),
            ...(ancestor !== undefined && { optional: true }),
          }),
        )
      } catch (error) {
        // The pool hands on the error of a call only when the call itself failed; every other error is the endpoint's.
        if (!(error instanceof RpcError)) throw error
        cache.set(`${key}:reverted`, '0x01')
        return null
      }
    },
    seed(block, address, seeded, by) {
      for (const kind of ['balance', 'nonce', 'code'] as const) {
        const value = seeded[kind]
        if (value === undefined) continue
        const key = accountKey(block, kind, address)
        if (cache.get(key) !== value) agreement.note(block, { ...askedOf(block, kind, address), value, by })
        cache.set(key, value)
      }
      for (const [slot, value] of seeded.storage ?? []) {
        const key = storageKey(block, address, slot)
        if (cache.get(key) !== value) agreement.note(block, { ...askedOfSlot(block, address, slot), value, by })
        cache.set(key, value)
        words.note(block, address, asWord(slot), value)
      }
    },
  }
}

/** By hash (EIP-1898), so that every endpoint reads the same block or none. */
export function blockReference(endpoint: Endpoint, block: PinnedBlock): unknown {
  return endpoint.can('block-by-hash') ? { blockHash: block.hash } : `0x${block.number.toString(16)}`
}

function keyOf(block: PinnedBlock, read: StateRead): string {
  return read.kind === 'storage'
    ? storageKey(block, read.address, read.slot)
    : accountKey(block, read.kind, read.address)
}
function accountKey(block: PinnedBlock, kind: Kind, address: Address): string {
  return `${block.hash}:${kind}:${address}`
}
function asWord(slot: Hex): Hex {
  return `0x${BigInt(slot).toString(16).padStart(64, '0')}`
}
function storageKey(block: PinnedBlock, address: Address, slot: Hex): string {
  return `${block.hash}:${address}:${BigInt(slot).toString(16)}`
}

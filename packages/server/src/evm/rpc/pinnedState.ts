import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpointPool.ts'
import { RpcError } from './jsonRpc.ts'
import type { ReadWords } from './readWords.ts'
import { readCode, readData, readQuantity, readWord } from './rpcValues.ts'
import type { StateCache } from './stateCache.ts'

/** State of one block, from the cache or from one shared upstream read. Values are the canonical hex of the cache. */
export type PinnedState = {
  balance(block: PinnedBlock, address: Address): Promise<Hex>
  nonce(block: PinnedBlock, address: Address): Promise<Hex>
  code(block: PinnedBlock, address: Address): Promise<Hex>
  storage(block: PinnedBlock, address: Address, slot: Hex): Promise<Hex>
  /** One of an account's members as of an ancestor of the block. */
  accountAt(block: PinnedBlock, ancestor: bigint, address: Address, kind: 'balance' | 'nonce' | 'code'): Promise<Hex>
  /** Null when the call reverts. Without an ancestor: at the block itself. */
  call(
    block: PinnedBlock,
    call: { to: Address; data: Hex; from?: Address; gas?: Hex },
    ancestor?: bigint,
  ): Promise<Hex | null>
  /** Stores values from another source (a prestate trace) where the reads will find them. */
  seed(block: PinnedBlock, address: Address, account: SeededAccount): void
}
export type SeededAccount = { balance?: Hex; nonce?: Hex; code?: Hex; storage?: readonly (readonly [Hex, Hex])[] }

type Kind = 'balance' | 'nonce' | 'code'
const METHODS: Record<Kind, string> = {
  balance: 'eth_getBalance',
  nonce: 'eth_getTransactionCount',
  code: 'eth_getCode',
}
const asQuantity = (value: unknown): Hex => `0x${readQuantity(value).toString(16)}`
const READERS: Record<Kind, (value: unknown) => Hex> = { balance: asQuantity, nonce: asQuantity, code: readCode }

export function createPinnedState(
  { pool, cache, words }: { pool: EndpointPool; cache: StateCache; words: ReadWords },
  limits: ChainLimits,
): PinnedState {
  const inFlight = new Map<string, Promise<Hex>>()

  /** Concurrent readers of one value share one upstream request. */
  function cached(key: string, fetch: () => Promise<Hex>): Promise<Hex> {
    const known = cache.get(key)
    if (known !== undefined) return Promise.resolve(known)
    const running = inFlight.get(key)
    if (running) return running
    const started = fetch()
      .then((value) => {
        cache.set(key, value)
        return value
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, started)
    return started
  }

  const account = (kind: Kind) => (block: PinnedBlock, address: Address) =>
    cached(accountKey(block, kind, address), () =>
      pool.request({
        method: METHODS[kind],
        params: (endpoint) => [address, blockReference(endpoint, block)],
        read: READERS[kind],
        timeoutMs: limits.attemptTimeoutMs,
      }),
    )

  return {
    balance: account('balance'),
    nonce: account('nonce'),
    code: account('code'),
    async storage(block, address, slot) {
      const value = await cached(storageKey(block, address, slot), () =>
        pool.request({
          method: 'eth_getStorageAt',
          params: (endpoint) => [address, slot, blockReference(endpoint, block)],
          read: readWord,
          timeoutMs: limits.attemptTimeoutMs,
        }),
      )
      words.note(block, address, asWord(slot), value)
      return value
    },
    accountAt: (block, ancestor, address, kind) =>
      cached(`${block.hash}:${ancestor}:${kind}:${address}`, () =>
        pool.request({
          method: METHODS[kind],
          params: () => [address, `0x${ancestor.toString(16)}`],
          read: READERS[kind],
          timeoutMs: limits.attemptTimeoutMs,
        }),
      ),
    async call(block, call, ancestor) {
      const key = `${block.hash}:${ancestor ?? ''}:call:${call.from ?? ''}:${call.gas ?? ''}:${call.to}:${call.data}`
      if (cache.get(`${key}:reverted`) !== undefined) return null
      try {
        return await cached(key, () =>
          pool.request({
            method: 'eth_call',
            params: (endpoint) => [
              call,
              ancestor === undefined ? blockReference(endpoint, block) : `0x${ancestor.toString(16)}`,
            ],
            read: readData,
            timeoutMs: limits.attemptTimeoutMs,
          }),
        )
      } catch (error) {
        // The pool hands on the error of a call only when the call itself failed; every other error is the endpoint's.
        if (!(error instanceof RpcError)) throw error
        cache.set(`${key}:reverted`, '0x01')
        return null
      }
    },
    seed(block, address, seeded) {
      for (const kind of ['balance', 'nonce', 'code'] as const) {
        const value = seeded[kind]
        if (value !== undefined) cache.set(accountKey(block, kind, address), value)
      }
      for (const [slot, value] of seeded.storage ?? []) {
        cache.set(storageKey(block, address, slot), value)
        words.note(block, address, asWord(slot), value)
      }
    },
  }
}

/** By hash (EIP-1898), so that every endpoint reads the same block or none. */
export function blockReference(endpoint: Endpoint, block: PinnedBlock): unknown {
  return endpoint.can('block-by-hash') ? { blockHash: block.hash } : `0x${block.number.toString(16)}`
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

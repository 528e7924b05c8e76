import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource, StateRead } from '../../rpc/chainSource.ts'
import type { RpcRequest } from '../../rpc/jsonRpc.ts'
import type { AnvilChild } from './anvilChild.ts'

/** State of the chain as the shim asks for it. */
export type ShimSource = Pick<ChainSource, 'balance' | 'nonce' | 'code' | 'storage' | 'blockHash'>

/** Waits for state, each longer than `SLOW_MS`, after which requests are run ahead. */
const MIN_WAITS = 2
/** Requests in a row that lacked nothing, after which the child is behind no longer. */
const MAX_NEEDLESS = 4
/** Milliseconds of a read that a node on the same machine does not take. */
export const SLOW_MS = 10
/** Each round finds what the values of the one before lead to: a proxy's code, a pair's tokens, a list's members. */
const MAX_ROUNDS = 6
/** Values of one round, and of all rounds for one child: a stranger's code may ask for any number. */
const MAX_READS = 400
const MAX_ALL_READS = 4_000
/** Until an engine that nothing was run on is ended. */
const IDLE_MS = 3_000

const ZERO: Hex = `0x${'0'.repeat(64)}`

type Guess = StateRead & { guess: Hex }

/** State in which what is not known yet counts as empty. `take`: what was guessed since the last time. */
export function createGuesses(block: PinnedBlock, source: ChainSource): { source: ShimSource; take(): Guess[] } {
  let guesses = new Map<string, Guess>()
  const value = (read: StateRead, guess: Hex): Hex => {
    const known = source.known(block, read)
    if (known !== undefined) return known
    const key = `${read.kind}:${read.address}:${read.kind === 'storage' ? read.slot : ''}`
    if (guesses.size < MAX_READS) guesses.set(key, { ...read, guess })
    return guess
  }
  return {
    source: {
      balance: async (_, address) => BigInt(value({ kind: 'balance', address }, '0x0')),
      nonce: async (_, address) => Number(value({ kind: 'nonce', address }, '0x0')),
      code: async (_, address) => value({ kind: 'code', address }, '0x'),
      storage: async (_, address, slot) => value({ kind: 'storage', address, slot }, ZERO),
      blockHash: source.blockHash,
    },
    take() {
      const taken = [...guesses.values()]
      guesses = new Map()
      return taken
    },
  }
}

/** An engine whose state is guessed. */
export type GuessingEngine = { child: AnvilChild; take(): Guess[]; run(requests: readonly RpcRequest[]): Promise<void> }

export type Scout = {
  /** Watches over requests that a child works on. @returns ends it. */
  follow(requests: readonly RpcRequest[]): () => void
  /** The child has waited for state for longer than `SLOW_MS`. */
  waited(): void
  close(): void
}

/**
 * Runs requests ahead of a child that waits for state again and again: on an engine of its own, where unknown state counts as empty, and is
 * then read, all in one message; a few times, because other values lead elsewhere. What comes out is thrown away: the child finds
 * the state in the cache when it gets there. A contract that the service sees for the first time took up to 450 reads, one after the other.
 *
 * @param start starts such an engine; null: there are enough of them.
 */
export function createScout({
  block,
  source,
  start,
}: {
  block: PinnedBlock
  source: ChainSource
  start: () => Promise<GuessingEngine> | null
}): Scout {
  /** Requests at work. */
  const followed = new Set<{ requests: readonly RpcRequest[]; isAhead: boolean }>()
  /** Slow waits since the child was last level with its state. */
  let waits = 0
  let needless = 0
  let left = MAX_ALL_READS
  const closing = new AbortController()
  let engine: Promise<GuessingEngine> | null = null
  let turn: Promise<void> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function runAhead(requests: readonly RpcRequest[], isOver: () => boolean): Promise<void> {
    if (isOver() || left <= 0) return
    clearTimeout(idle)
    engine ??= start()
    if (engine === null) return
    try {
      const { take, run } = await engine
      for (let round = 0; round < MAX_ROUNDS && !isOver(); round++) {
        await run(requests)
        const guesses = take().slice(0, left)
        left -= guesses.length
        if (round === 0) needless = guesses.length === 0 ? needless + 1 : 0
        if (needless >= MAX_NEEDLESS) waits = 0
        await source.readAhead(block, guesses, closing.signal)
        const wrong = guesses.flatMap((guess) => correction(guess, source.known(block, guess)))
        if (wrong.length === 0) break
        await run(wrong)
      }
    } catch {
      // It is nothing but a saving of time: the child goes on by itself, and what ended this engine would end the next one.
      left = 0
      end()
    }
    idle = setTimeout(end, IDLE_MS).unref()
  }

  /** One after the other, as the engine would take them anyway. */
  function goAhead(): void {
    for (const one of followed) {
      if (one.isAhead) continue
      one.isAhead = true
      const isOver = () => closing.signal.aborted || !followed.has(one)
      turn = turn.then(() => runAhead(one.requests, isOver))
    }
  }

  function end(): void {
    clearTimeout(idle)
    engine?.then(
      ({ child }) => child.kill(),
      () => undefined,
    )
    engine = null
  }

  return {
    follow(requests) {
      const one = { requests, isAhead: false }
      followed.add(one)
      if (waits >= MIN_WAITS) goAhead()
      return () => void followed.delete(one)
    },
    waited() {
      if (++waits >= MIN_WAITS) goAhead()
    },
    close() {
      closing.abort()
      end()
    },
  }
}

/** What tells the engine the true value, where it is another than the guessed one. */
function correction(read: Guess, value: Hex | undefined): RpcRequest[] {
  if (value === undefined || value === read.guess) return []
  switch (read.kind) {
    case 'balance':
      return [{ method: 'anvil_setBalance', params: [read.address, value] }]
    case 'nonce':
      return [{ method: 'anvil_setNonce', params: [read.address, value] }]
    case 'code':
      return [{ method: 'anvil_setCode', params: [read.address, value] }]
    case 'storage':
      return [{ method: 'anvil_setStorageAt', params: [read.address, read.slot, value] }]
  }
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource, StateRead } from '../../rpc/chainSource.ts'
import type { RpcRequest } from '../../rpc/jsonRpc.ts'
import type { AnvilChild } from './anvilChild.ts'
import { createGuesses, createScout } from './scout.ts'

const block = { hash: '0xb1' } as unknown as PinnedBlock
const TOKEN: Address = `0x${'70'.padStart(40, '0')}`
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const REQUEST: RpcRequest = { method: 'eth_simulateV1', params: [] }

/** Storage of TOKEN far away, as a cache that knows what was read ahead. */
function farAway(storage: Record<Hex, Hex>) {
  const kept = new Map<string, Hex>()
  const messages: number[] = []
  const key = (read: StateRead) => `${read.kind} ${read.address} ${read.kind === 'storage' ? read.slot : ''}`
  const source = {
    known: (_: PinnedBlock, read: StateRead) => kept.get(key(read)),
    async readAhead(_: PinnedBlock, reads: readonly StateRead[]) {
      if (reads.length > 0) messages.push(reads.length)
      for (const read of reads)
        kept.set(
          key(read),
          read.kind === 'storage' ? (storage[read.slot] ?? word(0)) : read.kind === 'code' ? '0x01' : '0x5',
        )
    },
  } as unknown as ChainSource
  return { source, messages }
}

/** An engine whose every run reads these words, each at the place that the one before it names, and what it was told besides. */
function engineOn(source: ChainSource, walk: (read: (slot: Hex) => Promise<Hex>) => Promise<void>) {
  const guesses = createGuesses(block, source)
  const told: RpcRequest[] = []
  let runs = 0
  let isEnded = false
  const start = async () => ({
    child: {
      kill() {
        isEnded = true
      },
    } as unknown as AnvilChild,
    take: guesses.take,
    run: async (requests: readonly RpcRequest[]) => {
      if (requests[0] !== REQUEST) return void told.push(...requests)
      runs++
      await walk((slot) => guesses.source.storage(block, TOKEN, slot, AbortSignal.abort()))
    },
  })
  return { start, told, runs: () => runs, isEnded: () => isEnded }
}

async function settle(): Promise<void> {
  for (let step = 0; step < 50; step++) await turn()
}

describe('a scout', () => {
  it('leaves a child alone that waited once', async () => {
    const { source } = farAway({})
    const engine = engineOn(source, async (read) => void (await read(word(1))))
    const scout = createScout({ block, source, start: engine.start })
    scout.follow([REQUEST])
    scout.waited()
    await settle()
    assert.equal(engine.runs(), 0)
    scout.close()
  })

  it('reads in one message what a run lacks, tells its engine where it guessed wrong, and goes on from there', async () => {
    const { source, messages } = farAway({ [word(1)]: word(9) })
    const engine = engineOn(source, async (read) => {
      const next = await read(word(1))
      await Promise.all([read(word(2)), read(word(3)), next === word(9) ? read(word(9)) : word(0)])
    })
    const scout = createScout({ block, source, start: engine.start })
    scout.follow([REQUEST])
    scout.waited()
    scout.waited()
    await settle()
    assert.deepEqual(messages, [3, 1])
    assert.deepEqual(engine.told, [{ method: 'anvil_setStorageAt', params: [TOKEN, word(1), word(9)] }])
    assert.equal(engine.runs(), 2)
    scout.close()
  })

  it('stops after a few rounds with code that never comes to an end, and with a request that was answered', async () => {
    let last = 0
    const { source } = farAway(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [word(index), word(7)])))
    const engine = engineOn(source, async (read) => void (await read(word(last++))))
    const scout = createScout({ block, source, start: engine.start })
    const end = scout.follow([REQUEST])
    scout.waited()
    scout.waited()
    await settle()
    assert.equal(engine.runs(), 6)
    end()
    scout.waited()
    await settle()
    assert.equal(engine.runs(), 6)
    scout.close()
  })

  it('follows no longer when nothing has been lacking for a while, and ends its engine when it is closed', async () => {
    const { source } = farAway({})
    const engine = engineOn(source, async () => undefined)
    const scout = createScout({ block, source, start: engine.start })
    scout.waited()
    scout.waited()
    for (let request = 0; request < 9; request++) {
      const end = scout.follow([REQUEST])
      await settle()
      end()
    }
    assert.equal(engine.runs(), 4)
    scout.close()
    await settle()
    assert.ok(engine.isEnded())
  })

  it('reads no more than a few thousand values for one child, and starts no second engine after one that ended', async () => {
    const { source, messages } = farAway({})
    let slot = 0
    const engine = engineOn(source, async (read) => {
      for (let count = 0; count < 1_000; count++) await read(word(slot++))
    })
    const scout = createScout({ block, source, start: engine.start })
    scout.waited()
    scout.waited()
    for (let request = 0; request < 20; request++) {
      const end = scout.follow([REQUEST])
      await settle()
      end()
    }
    assert.equal(Math.max(...messages), 400)
    assert.equal(
      messages.reduce((sum, count) => sum + count, 0),
      4_000,
    )
    let starts = 0
    const broken = createScout({
      block,
      source,
      start: () => {
        starts++
        return Promise.reject(new Error('the engine process ended'))
      },
    })
    broken.waited()
    broken.waited()
    for (let request = 0; request < 3; request++) {
      broken.follow([REQUEST])
      await settle()
    }
    assert.equal(starts, 1)
    scout.close()
    broken.close()
  })

  it('tells of every kind of state', async () => {
    const { source } = farAway({})
    const guesses = createGuesses(block, source)
    const signal = AbortSignal.abort()
    assert.equal(await guesses.source.balance(block, TOKEN, signal), 0n)
    assert.equal(await guesses.source.nonce(block, TOKEN, signal), 0)
    assert.equal(await guesses.source.code(block, TOKEN, signal), '0x')
    const taken = guesses.take()
    assert.deepEqual(
      taken.map(({ kind }) => kind),
      ['balance', 'nonce', 'code'],
    )
    await source.readAhead(block, taken, signal)
    assert.equal(await guesses.source.balance(block, TOKEN, signal), 5n)
    assert.equal(await guesses.source.code(block, TOKEN, signal), '0x01')
    assert.deepEqual(guesses.take(), [])
  })
})

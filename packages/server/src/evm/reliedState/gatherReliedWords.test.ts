import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { sampleFacts } from '@redoubt/risk/testing/sampleFacts.ts'
import { keccak256 } from 'viem/utils'
import type { ReliedParts } from '../../domain/reliedWord.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { createReadWords } from '../rpc/readWords.ts'
import { word } from '../trade/trader.ts'
import { areUnchanged, gatherReliedWords } from './gatherReliedWords.ts'

const { block } = sampleFacts() as Facts
const TOKEN: Address = `0x${'a1'.repeat(20)}`
const REGISTRY: Address = `0x${'b2'.repeat(20)}`
const POOL: Address = `0x${'c3'.repeat(20)}`
const HOLDER: Address = `0x${'d4'.repeat(20)}`
const slot = (number: bigint): Hex => `0x${word(number)}`
const entry = (key: Address, base: bigint): Hex => keccak256(`0x${word(key)}${word(base)}`)
const open = () => new AbortController().signal

const parts = (more: Partial<ReliedParts> = {}): ReliedParts => {
  const none: ReliedParts = { address: TOKEN, others: [], pools: [], holders: [], balances: null, sums: [] }
  return { ...none, ...more }
}

/** A chain that has only storage. `read`: words that the engine has read before. */
function chainOf(storage: Record<Address, Record<Hex, Hex>>, read: typeof storage = storage): ChainSource {
  const words = createReadWords()
  for (const [address, slots] of Object.entries(read) as [Address, Record<Hex, Hex>][])
    for (const [at, value] of Object.entries(slots) as [Hex, Hex][]) words.note(block, address, at, value)
  return {
    chain: 'ethereum',
    storage: async (of: typeof block, address: Address, at: Hex) => {
      const value = storage[address]?.[at] ?? slot(0n)
      words.note(of, address, at, value)
      return value
    },
    wordsRead: words.of,
  } as unknown as ChainSource
}

describe('gatherReliedWords', () => {
  test('takes the first words and the named slots where nothing was read', async () => {
    const found = await gatherReliedWords(chainOf({}), { block, ...parts() }, open())
    assert.equal(found?.length, 15)
    assert.ok(found?.every(({ address }) => address === TOKEN))
  })

  test('takes words of the contract and of contracts that its words name, packed ones too', async () => {
    const packed: Hex = `0x${'0'.repeat(22)}${REGISTRY.slice(2)}01`
    const flag = slot(3n)
    const chain = chainOf({ [TOKEN]: { [slot(99n)]: packed }, [REGISTRY]: { [flag]: slot(1n) } })
    const found = await gatherReliedWords(chain, { block, ...parts() }, open())
    assert.ok(found?.some((one) => one.address === TOKEN && one.value === packed))
    assert.ok(found?.some((one) => one.address === REGISTRY && one.slot === flag))
  })

  test('takes no balances of known holders and pools, no supply, and no words of pools', async () => {
    const kept = entry(POOL, 9n)
    const chain = chainOf({
      [TOKEN]: {
        [entry(HOLDER, 20n)]: slot(5n),
        [entry(POOL, 20n)]: slot(6n),
        [slot(21n)]: slot(11n),
        [slot(22n)]: slot(BigInt(POOL)),
        [kept]: slot(1n),
      },
      [POOL]: { [slot(8n)]: slot(77n) },
    })
    const known = { pools: [POOL], holders: [HOLDER], balances: slot(20n), sums: [slot(21n)] }
    const found = await gatherReliedWords(chain, { block, ...parts(known) }, open())
    const slots = (found ?? []).filter(({ slot: at }) => BigInt(at) > 20n && BigInt(at) < 2n ** 255n)
    assert.ok(
      found?.some(({ slot: at }) => at === kept),
      'a list that names the pool',
    )
    assert.ok(!found?.some(({ address }) => address === POOL))
    assert.ok(!slots.some(({ slot: at }) => [entry(HOLDER, 20n), entry(POOL, 20n), slot(21n)].includes(at)))
  })

  test('is null where there are too many words', async () => {
    const many = Object.fromEntries(Array.from({ length: 260 }, (_, at) => [slot(BigInt(at + 100)), slot(1n)]))
    assert.equal(await gatherReliedWords(chainOf({ [TOKEN]: many }), { block, ...parts() }, open()), null)
  })

  test('words are unchanged only where each of them is', async () => {
    const words = [
      { address: TOKEN, slot: slot(1n), value: slot(1n) },
      { address: REGISTRY, slot: slot(3n), value: slot(1n) },
    ]
    const same = chainOf({ [TOKEN]: { [slot(1n)]: slot(1n) }, [REGISTRY]: { [slot(3n)]: slot(1n) } })
    const other = chainOf({ [TOKEN]: { [slot(1n)]: slot(1n) }, [REGISTRY]: { [slot(3n)]: slot(0n) } })
    assert.equal(await areUnchanged(same, { block, words }, open()), true)
    assert.equal(await areUnchanged(other, { block, words }, open()), false)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { harmfulFlips, type SaleHarm, type UsualSale } from './stoppedSales.ts'
import type { Flip } from './switchFlips.ts'
import type { WordWrite } from './tokenWrites.ts'

const TOKEN: Address = '0x00000000000000000000000000000000000070c3'
const write: WordWrite = {
  selector: '0xcafe0001',
  signature: null,
  guards: [],
  asIs: true,
  at: { kind: 'slot', slot: 3n },
  value: null,
  beside: [],
  seen: 1n,
  waits: false,
  proposals: [],
}
const flip = (value: bigint): Flip => ({ account: TOKEN, slot: 3n, value, write, setters: [] })
const STOPS: SaleHarm = { effect: 'stops', taxPercent: null }
const taxes = (taxPercent: number): SaleHarm => ({ effect: 'taxes', taxPercent })

/** The values, of one word, that are kept of a sale that suffers this by the word’s value. */
async function kept(harms: readonly (SaleHarm | null)[]): Promise<bigint[]> {
  const sale: UsualSale = {
    seller: TOKEN,
    reads: async () => new Map(),
    harmBy: async (changes) => {
      const [value = '0x0'] = Object.values(changes[TOKEN]?.storage ?? {})
      return harms[Number(value)] ?? null
    },
  }
  const found = await harmfulFlips(
    sale,
    harms.map((_, value) => flip(BigInt(value))),
  )
  return found.map((one) => one.flip.value)
}

test('a mild value of a word does not hide one with which no account sells', async () => {
  assert.deepEqual(await kept([taxes(25), null, STOPS]), [2n])
  assert.deepEqual(await kept([taxes(25), taxes(95), STOPS]), [1n, 2n])
})

test('of mild values alone the worst is kept, and of harmless ones none', async () => {
  assert.deepEqual(await kept([taxes(25), taxes(40), taxes(30)]), [1n])
  assert.deepEqual(await kept([null, null]), [])
})

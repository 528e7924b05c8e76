import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAddress } from 'viem/utils'
import { SANDBOX_CHAINS } from './canonical.ts'
import { sandboxLists } from './startSandbox.ts'
import { sandboxWorld } from './world.ts'

const lists = sandboxLists()
const entries = lists.flatMap(({ entries }) => entries)
const addresses = new Set(entries.map(({ address }) => address))

test('each list says one thing, has an id and a title of its own, and something on it', () => {
  assert.equal(new Set(lists.map(({ id }) => id)).size, lists.length)
  for (const { id, title, label, entries, asOf } of lists) {
    assert.match(id, /^sandbox-[a-z-]+$/)
    assert.match(title, /^Sandbox /)
    assert.ok(entries.length > 0)
    for (const entry of entries) assert.equal(entry.label, label)
    assert.equal(new Date(asOf).toISOString().slice(0, 10), '2026-11-01')
  }
})

test('addresses are EIP-55 and listed once per network', () => {
  const keys = entries.map(({ chain, address }) => `${chain}:${address}`)
  assert.equal(new Set(keys).size, keys.length)
  for (const address of addresses) assert.equal(getAddress(address.toLowerCase()), address)
})

for (const chain of SANDBOX_CHAINS) {
  const { traps, honest, actors, listed, tokens, dex } = sandboxWorld(chain)

  test(`${chain}: accounts that detectors must recognise by behaviour are on no list, and neither are honest ones`, () => {
    const { deposit, venue, scammer, hacker, designated, reportedOperator, ...others } = actors
    for (const group of [traps, honest, others, tokens, dex.pairs])
      for (const [name, address] of Object.entries(group)) assert.ok(!addresses.has(address), name)
    for (const address of Object.values(listed)) assert.ok(addresses.has(address))
  })
}

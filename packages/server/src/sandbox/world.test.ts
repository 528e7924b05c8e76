import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAddress } from 'viem/utils'
import { SANDBOX_CHAINS } from './canonical.ts'
import { sandboxWorld } from './world.ts'

/** Every address in a value, with the path that leads to it. */
function addresses(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return /^0x[0-9a-fA-F]{40}$/.test(value) ? [[path, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => addresses(member, `${path}.${name}`))
}

for (const chain of SANDBOX_CHAINS) {
  test(`${chain}: every role has an address of its own, spelled as EIP-55`, () => {
    const all = addresses(sandboxWorld(chain), chain)
    assert.ok(all.length > 80)
    const roles = new Map<string, string>()
    for (const [path, address] of all) {
      assert.equal(getAddress(address.toLowerCase()), address, path)
      assert.equal(roles.get(address), undefined, `${path} is ${roles.get(address)}`)
      roles.set(address, path)
    }
  })
}

test('people have one address on all networks, the exchange one on each', () => {
  const [ethereum, bsc] = [sandboxWorld('ethereum').actors, sandboxWorld('bsc').actors]
  assert.equal(ethereum.trader, bsc.trader)
  assert.notEqual(ethereum.exchange, bsc.exchange)
})

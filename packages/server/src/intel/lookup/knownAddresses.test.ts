import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { packLabels, packToken } from '../pack/packTables.ts'
import { readPack } from '../pack/readPack.ts'
import { seedLabels } from '../seed/seedLabels.ts'
import { knownAddresses } from './knownAddresses.ts'
import { createLookalikeIndex } from './lookalikeIndex.ts'

for (const chain of CHAINS)
  test(`${chain}: every known address is one that something is said of, and none imitates another`, () => {
    const known = knownAddresses(chain)
    assert.ok(known.size > (readPack().has(`labels.${chain}`) ? 3_000 : 50), `${known.size}`)
    const index = createLookalikeIndex(known)
    for (const address of known) {
      assert.match(address, /^0x[0-9a-f]{40}$/)
      const said = packLabels(chain, address).length + seedLabels(chain, address).length
      assert.ok(said > 0 || packToken(chain, address) !== null, address)
      assert.deepEqual(index.similarTo(address), [])
    }
  })

test('a look-alike of a well-known router is found on its network', () => {
  const index = createLookalikeIndex(knownAddresses('ethereum'))
  const [found] = index.similarTo('0x7a25000000000000000000000000000000f2488d')
  assert.equal(found?.address, '0x7a250d5630b4cf539739df2c5dacb4c659f2488d')
})

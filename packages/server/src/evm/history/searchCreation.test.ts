import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import fc from 'fast-check'
import { searchCreation } from './searchCreation.ts'

// The search is arithmetic over one question; what a node answers it is tested on real nodes in provenance.e2e.ts.

const ADDRESS: Address = `0x${'c0'.repeat(20)}`
const soon = () => AbortSignal.timeout(5_000)

function history(head: bigint, code: (at: bigint) => Hex | null) {
  const looks: bigint[] = []
  let trips = 0
  let isOpen = false
  const codeAt = async (_: PinnedBlock, at: bigint) => {
    assert.ok(at >= 0n && at < head, `looked at ${at}`)
    looks.push(at)
    // Looks of one tick travel together.
    if (!isOpen) {
      trips++
      isOpen = true
      setImmediate(() => {
        isOpen = false
      })
    }
    await new Promise(setImmediate)
    return code(at)
  }
  const block = { number: head } as PinnedBlock
  return { look: () => searchCreation({ codeAt }, { block, address: ADDRESS }, soon()), looks, trips: () => trips }
}

test('finds the very block, whatever it is', () =>
  fc.assert(
    fc.asyncProperty(fc.bigInt(0n, 3_000_000n), fc.bigInt(0n, 3_000_000n), async (a, b) => {
      const [made, head] = a < b ? [a, b] : [b, a]
      const { look } = history(head, (at) => (at >= made ? '0x60' : '0x'))
      assert.deepEqual(await look(), { block: made, notAfter: made })
    }),
  ))

test('takes seven trips of fifteen looks for twenty-five million blocks', async () => {
  const { look, looks, trips } = history(25_000_000n, (at) => (at >= 18_765_432n ? '0x60' : '0x'))
  assert.equal((await look()).block, 18_765_432n)
  assert.ok(trips() <= 7, `${trips()} trips`)
  assert.ok(looks.length <= 7 * 15 + 4, `${looks.length} looks`)
})

test('says so where the state before it is not kept, and is never wrong', () =>
  fc.assert(
    fc.asyncProperty(
      fc.bigInt(1n, 3_000_000n),
      fc.bigInt(0n, 3_000_000n),
      fc.bigInt(0n, 3_000_000n),
      async (head, x, y) => {
        const made = x % (head + 1n)
        const kept = y % (head + 1n)
        const { look } = history(head, (at) => (at < kept ? null : at >= made ? '0x60' : '0x'))
        const { block, notAfter } = await look()
        if (block !== null) assert.equal(block, made)
        else assert.ok(made - 1n < notAfter && kept > 0n, 'it was there, and something is not kept')
        assert.ok(notAfter >= made)
      },
    ),
  ))

for (const [node, kept] of [
  ['Geth', 128n],
  ['Reth', 10_064n],
  ['Erigon', 100_000n],
] as const) {
  const head = 25_000_000n
  const prune = (made: bigint) => history(head, (at) => (at < head - kept ? null : at >= made ? '0x60' : '0x'))

  test(`a node that keeps as much as ${node} knows the young, to the block`, async () => {
    const made = head - (kept * 3n) / 4n
    assert.equal((await prune(made).look()).block, made)
  })

  test(`a node that keeps as much as ${node} is asked once for the old`, async () => {
    const { look, trips } = prune(1_000_000n)
    const { block, notAfter } = await look()
    assert.equal(block, null)
    assert.ok(head - notAfter >= 100n && head - notAfter <= kept)
    assert.equal(trips(), 1)
  })
}

test('of code that came, went and came again tells a time when it came', async () => {
  const lives = (at: bigint) => at >= 900_000n || (at >= 100_000n && at < 500_000n)
  const { look } = history(1_000_000n, (at) => (lives(at) ? '0x60' : '0x'))
  assert.equal((await look()).block, 900_000n)
})

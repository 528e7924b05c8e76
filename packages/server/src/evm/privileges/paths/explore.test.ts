import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import { contractPulls } from '../pulls/contractPulls.ts'
import { exploredWorld } from '../pulls/testing/exploredWorld.ts'
import { ACCEPT, FACTORY, HONEST, HOSTILE, KEY, LOGIC, NOMINATE, SELECTOR } from '../pulls/testing/guardedCode.ts'
import { TOKEN_TRANSFERS } from './explore.ts'
import { markedInputs, rawInputs, secondInputs } from './markedInput.ts'

const TYPES = 'address,address,address,uint256'

/** Pulls of a contract with the key in slot 0 and its logic in slot 7, by guards. */
async function pullsOf(source: string): Promise<PullGuard[][]> {
  const words = new Map([
    [0n, BigInt(KEY)],
    [7n, BigInt(LOGIC)],
  ])
  const world = exploredWorld(source, {
    powers: TOKEN_TRANSFERS,
    factories: new Set([BigInt(FACTORY)]),
    storage: async (_account, slot) => words.get(slot) ?? 0n,
  })
  const selectors = [SELECTOR, NOMINATE, ACCEPT].filter((one) => source.includes(String(one)))
  const named = selectors.map((one) => {
    const selector: Hex = `0x${one.toString(16)}`
    return {
      selector,
      signature: null,
      inputs: markedInputs(selector, TYPES),
      second: secondInputs(selector, TYPES),
    }
  })
  const raw = { selector: '0x' as const, signature: null, inputs: rawInputs() }
  const { pulls } = await contractPulls(world, [raw, ...named], new AbortController().signal)
  return pulls.map(({ guards }) => guards)
}

/** What may be lifted of honest code: that its key is burned, or that its owner lists another target. */
const isHarmless = (guards: readonly PullGuard[]) =>
  guards.some(({ by, holder }) => by === 'switch' || (holder !== null && BigInt(holder) === 0n))

for (const [name, source] of Object.entries(HOSTILE))
  test(`a pull guarded by ${name} is found`, async () => {
    const found = await pullsOf(source)
    assert.ok(found.length > 0)
    assert.ok(found.some((guards) => guards.every(({ holder }) => holder === null || BigInt(holder) !== 0n)))
  })

for (const [name, source] of Object.entries(HONEST))
  test(`no pull: ${name}`, async () => {
    assert.deepEqual(
      (await pullsOf(source)).filter((guards) => !isHarmless(guards)),
      [],
    )
  })

test('a list that any account joins guards nothing, and one that a key fills does', async () => {
  const open = HOSTILE['a list that any account joins'] ?? ''
  assert.ok((await pullsOf(open)).some((guards) => guards.length === 0))
  const kept = open.replace(':add ', ':add CALLER 0 SLOAD EQ ISZERO @no JUMPI ')
  assert.ok((await pullsOf(kept)).every((guards) => guards.length > 0))
})

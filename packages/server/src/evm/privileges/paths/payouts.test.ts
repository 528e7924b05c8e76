import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import { contractPulls } from '../pulls/contractPulls.ts'
import { exploredWorld } from '../pulls/testing/exploredWorld.ts'
import { KEY, SELECTOR } from '../pulls/testing/guardedCode.ts'
import { ASSET, HONEST_PAYOUTS, HOSTILE_PAYOUTS, SET } from '../pulls/testing/payingCode.ts'
import { markedInputs } from './markedInput.ts'

const TYPES = 'address,address,uint256,bytes32'

/** Guards of each payment that a contract makes out of its own tokens, and coins; the key is in slot 0. */
async function payoutsOf(source: string): Promise<PullGuard[][]> {
  const world = exploredWorld(source, { payouts: new Set([BigInt(ASSET), null]) })
  const functions = [SELECTOR, SET].map((one) => {
    const selector: Hex = `0x${one.toString(16)}`
    return { selector, signature: null, inputs: markedInputs(selector, TYPES) }
  })
  const { pulls } = await contractPulls(world, functions, new AbortController().signal)
  return pulls.map(({ guards }) => guards)
}

/** Every guard is an account that can be told. */
const isTold = (guards: readonly PullGuard[]) => guards.every(({ holder }) => holder !== null)
/** What the key of slot 0 alone, or anyone, can do. */
const isAlone = (guards: readonly PullGuard[]) => guards.every(({ holder }) => holder === KEY)

for (const [name, source] of Object.entries(HOSTILE_PAYOUTS))
  test(`a payment ${name} is found`, async () => {
    const found = await payoutsOf(source)
    assert.ok(found.some(isAlone), JSON.stringify(found))
  })

for (const [name, source] of Object.entries(HONEST_PAYOUTS))
  test(`no payment to others: ${name}`, async () => {
    assert.deepEqual((await payoutsOf(source)).filter(isTold), [])
  })

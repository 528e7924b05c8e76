import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { assemble } from './testing/assembler.ts'
import { openWorld, type SimulationWorld } from './testing/simulationWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const SENDER = at('5e4de1')
const LOOPER = at('a1')
const COUNTER = at('a2')
const LIMITS = at('a3')
const ETHER = 10n ** 18n
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`

let world: SimulationWorld
let block: PinnedBlock

before(async () => {
  world = await openWorld({ chain: { headReuseMs: 0 } })
  await world.chain.place({
    [SENDER]: { balance: 10n * ETHER },
    // Calls the counter as often as the first word of the data says.
    [LOOPER]: {
      code: assemble(
        `4 CALLDATALOAD :more DUP1 ISZERO @done JUMPI 0 0 0 0 0 ${COUNTER} GAS CALL POP 1 SWAP1 SUB @more JUMP :done STOP`,
      ),
    },
    [COUNTER]: { code: assemble('0 SLOAD 1 ADD 0 SSTORE 2 0 0 LOG1') },
    [LIMITS]: { code: assemble('GAS 0 SSTORE STOP') },
  })
  await world.chain.rpc('evm_mine')
  block = await world.source.head(AbortSignal.timeout(5_000))
})
after(() => world[Symbol.asyncDispose]())

function loop(times: number, gas?: bigint) {
  const data: Hex = `0x12345678${word(times).slice(2)}`
  const transaction = { from: SENDER, to: LOOPER, value: 0n, data, ...(gas !== undefined && { gas }) }
  return world.simulator.simulate({ block, transaction, signal: AbortSignal.timeout(20_000) })
}

it('says the same in one message as after a screen', async () => {
  const screened = await loop(3)
  const together = await loop(3)
  assert.equal(screened.trace?.calls.length, 3)
  assert.deepEqual(together, screened)
})

it('says the same of a call whose gas limit keeps it small', async () => {
  const alone = await world.simulator.simulate({
    block,
    transaction: { from: SENDER, to: LIMITS, value: 0n, data: '0x', gas: 90_000n },
    signal: AbortSignal.timeout(20_000),
  })
  const limited = await world.simulator.simulate({
    block,
    transaction: { from: SENDER, to: LIMITS, value: 0n, data: '0x', gas: 1_000_001n },
    signal: AbortSignal.timeout(20_000),
  })
  assert.equal(alone.outcome, 'succeeded')
  assert.equal(alone.gasUsed, limited.gasUsed)
})

it('traces a call that grew as it always would', async () => {
  await loop(1)
  const large = await loop(4_000)
  const again = await loop(4_000)
  assert.ok(large.gasUsed > 1_000_000n)
  assert.deepEqual(again, large)
  const small = await loop(2)
  assert.equal(small.trace?.calls.length, 2)
})

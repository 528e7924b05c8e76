import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { assemble } from './testing/assembler.ts'
import { openWorld, type SimulationWorld } from './testing/simulationWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const SENDER = at('5e4de1')
const LOOPER = at('a1')
const COUNTER = at('a2')
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
    [COUNTER]: { code: assemble('0 SLOAD 1 ADD 0 SSTORE 2 0 0 LOG1 TIMESTAMP 1 SSTORE') },
  })
  await world.chain.rpc('evm_mine')
  block = await world.source.head(AbortSignal.timeout(5_000))
})
after(() => world[Symbol.asyncDispose]())

function loop(times: number, more: { gas?: bigint; onExecuted?: (executed: Simulation) => void } = {}) {
  const { gas, ...told } = more
  const data: Hex = `0x12345678${word(times).slice(2)}`
  const transaction = { from: SENDER, to: LOOPER, value: 0n, data, ...(gas !== undefined && { gas }) }
  return world.simulator.simulate({ block, transaction, signal: AbortSignal.timeout(20_000), ...told })
}

it('says the same in one message as after a screen', async () => {
  const screened = await loop(3, { gas: 1_000_001n })
  const together = await loop(3, { gas: 1_000_000n })
  const { trace, gasLimit: _, ...rest } = screened
  assert.equal(together.trace?.calls.length, 3)
  assert.deepEqual({ ...together, trace: null, gasLimit: null }, { ...rest, trace: null, gasLimit: null })
  assert.equal(trace?.calls.length, 3)
})

it('says that the gas was too little, either way', async () => {
  for (const gas of [60_000n, 1_000_001n]) {
    const result = await loop(4_000, { gas })
    assert.deepEqual([result.outcome, result.truncated], ['halted', false], String(gas))
  }
})

for (const gas of [500_000n, undefined])
  it(`tells what was executed before the environments, ${gas === undefined ? 'after a screen' : 'in one message'}`, async () => {
    const told: Simulation[] = []
    const whole = await loop(2, { ...(gas !== undefined && { gas }), onExecuted: (executed) => told.push(executed) })
    const [executed] = told
    assert.equal(told.length, 1)
    assert.equal(executed?.stateDiff, whole.stateDiff)
    assert.equal(executed?.trace, whole.trace)
    assert.deepEqual(executed?.environments, [])
    assert.ok(whole.environments.length > 0)
  })

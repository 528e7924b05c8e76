import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import { readCode } from '../../bytecode/analysis/code.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { type Explored, explorePulls, TOKEN_TRANSFERS } from './explore.ts'
import { guardsOf } from './guards.ts'
import { markedInputs, rawInputs } from './markedInput.ts'
import { HONEST, HOSTILE, KEY, LOGIC, SELECTOR } from './testing/guardedCode.ts'

const ADDRESS = 0xabcdn
const TYPES = 'address,address,address,uint256'

/** Pulls of a contract with the key in slot 0 and its logic in slot 7, by guards. */
async function pullsOf(source: string): Promise<PullGuard[][]> {
  const words = new Map([
    [0n, BigInt(KEY)],
    [7n, BigInt(LOGIC)],
  ])
  const world: Explored = {
    address: ADDRESS,
    entry: ADDRESS,
    inside: new Set([ADDRESS]),
    powers: TOKEN_TRANSFERS,
    caller: 0x1234_5678_9abc_def0n,
    timestamp: 1_780_000_000n,
    number: 1n,
    chainId: 1n,
    left: 1_000_000,
    delegateSlots: new Set(),
    settable: new Set(),
    storage: async (_account, slot) => words.get(slot) ?? 0n,
    code: async (account) => readCode(account === ADDRESS ? assemble(source) : assemble('STOP')),
  }
  const found = []
  const named = source.includes(String(SELECTOR)) ? markedInputs(`0x${SELECTOR.toString(16)}`, TYPES) : []
  for (const input of [...rawInputs(), ...named])
    for (const pull of (await explorePulls(world, input)).pulls) found.push(guardsOf(pull, world))
  return found.filter((guards) => guards !== null)
}

/** What may be lifted of honest code: that its key is burned, or that its owner lists another target. */
const isHarmless = (guards: readonly PullGuard[]) =>
  guards.some(({ by, holder }) => by === 'switch' || (holder !== null && BigInt(holder) === 0n))

for (const [name, source] of Object.entries(HOSTILE))
  test(`a pull guarded by ${name} is found`, async () => {
    const found = await pullsOf(source)
    assert.ok(found.length > 0)
    assert.ok(found.every((guards) => guards.every(({ holder }) => holder === null || BigInt(holder) !== 0n)))
  })

for (const [name, source] of Object.entries(HONEST))
  test(`no pull: ${name}`, async () => {
    assert.deepEqual(
      (await pullsOf(source)).filter((guards) => !isHarmless(guards)),
      [],
    )
  })

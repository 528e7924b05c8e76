import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_TRANSFERS } from '../paths/explore.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { contractPulls } from './contractPulls.ts'
import { exploredWorld } from './testing/exploredWorld.ts'
import { fn, SELECTOR } from './testing/guardedCode.ts'

/** `f(uint256,address,bytes)`: a kind that the mapping of slot 5 lists, a contract, and a call of it. */
const TYPES = 'uint256,address,bytes'
const listed = (key: string) => `${key} 0 MSTORE 5 32 MSTORE 64 0 KECCAK256 SLOAD ISZERO @no JUMPI`
const WRITTEN = `100 CALLDATALOAD 132 0 CALLDATACOPY 0 0 100 CALLDATALOAD 0 0 36 CALLDATALOAD GAS CALL ISZERO @no JUMPI STOP`

async function guardsOf(source: string, isSet: boolean): Promise<string[]> {
  const selector = `0x${SELECTOR.toString(16)}` as const
  const hasConstantKey = async (base: bigint) => isSet && base === 5n
  const world = exploredWorld(source, { powers: TOKEN_TRANSFERS, hasConstantKey })
  const functions = [{ selector, signature: null, inputs: markedInputs(selector, TYPES) }]
  const { pulls } = await contractPulls(world, functions, new AbortController().signal)
  return [...new Set(pulls.map(({ guards }) => guards.map(({ by }) => by).join()))]
}

test('a kind that the code lists guards no call whose bytes are written apart from it', async () => {
  const source = fn(`${listed('4 CALLDATALOAD')} ${WRITTEN}`)
  assert.deepEqual(await guardsOf(source, true), [''])
  // Nothing is listed yet.
  assert.deepEqual(await guardsOf(source, false), ['switch'])
})

test('a list of contracts, and one of the called functions, guard the call', async () => {
  assert.deepEqual(await guardsOf(fn(`${listed('36 CALLDATALOAD')} ${WRITTEN}`), true), ['switch'])
  assert.deepEqual(
    await guardsOf(fn(`${listed(`132 CALLDATALOAD 0xffffffff${'00'.repeat(28)} AND`)} ${WRITTEN}`), true),
    [],
  )
})

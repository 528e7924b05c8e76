import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import { contractPulls } from '../pulls/contractPulls.ts'
import { exploredWorld } from '../pulls/testing/exploredWorld.ts'
import { KEY, SELECTOR } from '../pulls/testing/guardedCode.ts'
import { TOKEN_TRANSFERS } from './explore.ts'
import { markedInputs } from './markedInput.ts'

const TOKEN = '0x00000000000000000000000000000000000ce1ea'
const OTHER = '0x00000000000000000000000000000000000ce1eb'
const BY_KEY = 'CALLER 0 SLOAD EQ ISZERO @no JUMPI'
const [BUYER, SECOND] = ['4 CALLDATALOAD', '36 CALLDATALOAD']
const ASKED = 'ISZERO @no JUMPI'

/** permit() for the contract by an account of the call, and what is done with its success. */
const permit = (token: string, owner: string, then: string, selector = '0xd505accf') =>
  `${selector}${'00'.repeat(28)} 0 MSTORE ${owner} 4 MSTORE ADDRESS 36 MSTORE 68 CALLDATALOAD 68 MSTORE
  0 0 260 0 0 ${token} GAS CALL ${then}`
const pull = (token: string) =>
  `0x23b872dd${'00'.repeat(28)} 0 MSTORE ${BUYER} 4 MSTORE CALLER 36 MSTORE 68 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 ${token} GAS CALL ISZERO @no JUMPI STOP`

async function guardsOf(body: string, { refuses = true } = {}): Promise<PullGuard[][]> {
  const source = `0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI :no 0 0 REVERT :body ${body}`
  const world = exploredWorld(source, {
    powers: TOKEN_TRANSFERS,
    storage: async (_account, slot) => (slot === 0n ? BigInt(KEY) : 0n),
    refuses: async () => refuses,
  })
  const selector: Hex = `0x${SELECTOR.toString(16)}`
  const inputs = markedInputs(selector, 'address,address,uint256')
  const { pulls } = await contractPulls(world, [{ selector, signature: null, inputs }], new AbortController().signal)
  return pulls.map(({ guards }) => guards)
}

const CONSENTED: Record<string, string> = {
  'a permit of the buyer for the token': `${BY_KEY} ${permit(TOKEN, BUYER, ASKED)} ${pull(TOKEN)}`,
  'the same of DAI': `${BY_KEY} ${permit(TOKEN, BUYER, ASKED, '0x8fcbaf0c')} ${pull(TOKEN)}`,
  'the same that any account may bring': `${permit(TOKEN, BUYER, ASKED)} ${pull(TOKEN)}`,
}
const TAKEN: Record<string, string> = {
  'no permit': `${BY_KEY} ${pull(TOKEN)}`,
  'a permit whose failure does not matter': `${BY_KEY} ${permit(TOKEN, BUYER, 'POP')} ${pull(TOKEN)}`,
  'a permit for another token': `${BY_KEY} ${permit(OTHER, BUYER, ASKED)} ${pull(TOKEN)}`,
  'a permit of another account': `${BY_KEY} ${permit(TOKEN, SECOND, ASKED)} ${pull(TOKEN)}`,
}

for (const [name, body] of Object.entries(CONSENTED))
  test(`consent: ${name}`, async () => {
    assert.deepEqual(await guardsOf(body), [])
  })

for (const [name, body] of Object.entries(TAKEN))
  test(`one key takes: ${name}`, async () => {
    const found = await guardsOf(body)
    assert.ok(found.length > 0)
    assert.ok(found.every((guards) => guards.every(({ by, holder }) => by === 'caller' && holder === KEY)))
  })

test('a token that accepts every permit asks its owner nothing', async () => {
  const found = await guardsOf(`${BY_KEY} ${permit(TOKEN, BUYER, ASKED)} ${pull(TOKEN)}`, { refuses: false })
  assert.ok(found.length > 0)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../../rpc/chainSource.ts'
import { assemble } from '../../../simulation/testing/assembler.ts'
import type { Ballot } from './ballot.ts'
import { closedToOthers } from './closedToOthers.ts'

const HOLDER: Address = '0x0000000000000000000000000000000000acc0e1'
const KEY = `0x${'c1'.repeat(20)}`
const VOTE = '0xcafe0001'
const OTHER = '0xcafe0002'
const block = { chain: 'ethereum', hash: `0x${'1'.repeat(64)}`, number: 1n, timestamp: 1_780_000_000n } as PinnedBlock

const CALL = '0 0 0 0 0 4 CALLDATALOAD GAS CALL POP STOP'
/** An entry under the first argument, in the mapping of slot 3. */
const ENTRY = '4 CALLDATALOAD 0 MSTORE 3 32 MSTORE 64 0 KECCAK256'
const SELF = 'CALLER ADDRESS EQ'
const VOTES = `${ENTRY} SLOAD 2 LT`

/** Whether a wallet with such functions is closed; `other` was not executed with one member too few. */
function isClosed({ vote = `${VOTES} @go JUMPI 0 0 REVERT :go ${CALL}`, other = '0 0 REVERT' }): Promise<boolean> {
  const code = assemble(
    `0 CALLDATALOAD 224 SHR ${VOTE} EQ @vote JUMPI 0 CALLDATALOAD 224 SHR ${OTHER} EQ @other JUMPI 0 0 REVERT :no 0 0 REVERT :vote ${vote} :other ${other}`,
  )
  const chain = {
    chain: 'ethereum',
    code: async (_: PinnedBlock, at: Address): Promise<Hex> => (at === HOLDER ? code : '0x'),
    storage: async () => `0x${'0'.repeat(64)}`,
    call: async () => null,
  } as unknown as ChainSource
  const functions = [VOTE, OTHER].map((selector) => {
    return { selector, signature: null, arguments: 'address,uint256', mutability: 'nonpayable', asks: [] }
  })
  const bytecode = {
    address: HOLDER,
    functions,
    opcodes: { selfdestruct: false },
    standard: null,
    complete: true,
  } as unknown as Bytecode
  const ballot: Ballot = {
    needed: 3,
    members: [],
    tested: new Set<Hex>([VOTE]),
    agree: VOTE,
    operation: null,
    state: new Map(),
    changed: new Set([7n]),
    lists: new Set([9n]),
  }
  return closedToOthers({ chain, block, signal: new AbortController().signal }, { holder: HOLDER, bytecode }, ballot)
}

const guarded = (condition: string, body = CALL) => `${condition} ISZERO @no JUMPI ${body}`

test('a call that needs votes, or the wallet itself, is closed', async () => {
  assert.equal(await isClosed({}), true)
  assert.equal(await isClosed({ other: guarded(SELF) }), true)
  assert.equal(await isClosed({ other: 'STOP' }), true)
})

test('a call of one account is a way round', async () => {
  assert.equal(await isClosed({ other: guarded(`CALLER ${KEY} EQ`) }), false)
  assert.equal(await isClosed({ other: CALL }), false)
  assert.equal(await isClosed({ vote: guarded(`CALLER ${KEY} EQ`) }), false)
  // One truth of two conditions.
  assert.equal(await isClosed({ other: guarded(`${SELF} CALLER ${KEY} EQ ADD`) }), false)
  assert.equal(await isClosed({ other: guarded(`${SELF} CALLER ${KEY} EQ OR`) }), false)
  assert.equal(await isClosed({ other: guarded(`CALLER ${KEY} EQ ${SELF} OR`) }), false)
  assert.equal(await isClosed({ vote: guarded(`${VOTES} CALLER ${KEY} EQ ADD`) }), false)
})

test('votes count only where they were executed with one member too few', async () => {
  assert.equal(await isClosed({ other: guarded(VOTES) }), false)
})

test('time and other contracts are no votes', async () => {
  assert.equal(await isClosed({ vote: guarded('TIMESTAMP 0 SLOAD ADD 0xffffffffff LT') }), false)
  const asked = `0x24d7806c${'00'.repeat(28)} 0 MSTORE 32 0 4 0 ${KEY} GAS STATICCALL POP 0 MLOAD`
  assert.equal(await isClosed({ vote: guarded(asked, 'STOP') }), false)
})

test('words that count votes are written by the executed functions alone', async () => {
  const list = 'CALLER 0 MSTORE 9 32 MSTORE 64 0 KECCAK256'
  assert.equal(await isClosed({ other: `1 7 SSTORE STOP` }), false)
  assert.equal(await isClosed({ other: `5 ${ENTRY} SSTORE STOP` }), false)
  assert.equal(await isClosed({ other: guarded(SELF, '1 7 SSTORE STOP') }), true)
  assert.equal(await isClosed({ vote: `1 7 SSTORE STOP` }), true)
  assert.equal(await isClosed({ vote: `1 6 SSTORE STOP` }), false)
  assert.equal(await isClosed({ vote: `1 ${list} SSTORE STOP` }), false)
  assert.equal(await isClosed({ vote: `1 4 CALLDATALOAD SSTORE STOP` }), false)
  assert.equal(await isClosed({ vote: `1 ${ENTRY} SSTORE STOP` }), true)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import { readCode } from '../../bytecode/analysis/code.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import type { Explored } from '../paths/explored.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { foreignCalls } from './foreignCalls.ts'
import { exploredWorld } from './testing/exploredWorld.ts'
import { ANY_CALL, fn, KEY, SELECTOR } from './testing/guardedCode.ts'

const selector = `0x${SELECTOR.toString(16)}` as const
const list = (byte: string): Address => `0x${byte.repeat(20)}`
const [FIRST, SECOND] = [list('1a'), list('2a')]
const IS_MEMBER = 0x24d7806c
/** Asks a list about the account and the caller. */
const asking = (of: Address) => `0x24d7806c${'00'.repeat(28)} 0 MSTORE ADDRESS 4 MSTORE CALLER 36 MSTORE
  32 0 68 0 ${of} GAS STATICCALL POP 0 MLOAD ISZERO @no JUMPI`
const entry = (base: number, account: string, member: string) =>
  `${account} 0 MSTORE ${base} 32 MSTORE 64 0 KECCAK256 32 MSTORE ${member} 0 MSTORE 64 0 KECCAK256`
/** Answers by the mapping of slot 7; `writes` are its functions, by selector. */
const listCode = (writes: readonly string[]) =>
  `0 CALLDATALOAD 224 SHR ${IS_MEMBER} EQ @read JUMPI
  ${writes.map((_, at) => `0 CALLDATALOAD 224 SHR ${0xcafe0010 + at} EQ @write${at} JUMPI`).join(' ')}
  :no 0 0 REVERT :read ${entry(7, '4 CALLDATALOAD', '36 CALLDATALOAD')} SLOAD 0 MSTORE 32 0 RETURN
  ${writes.map((body, at) => `:write${at} ${body} STOP`).join(' ')}`
const BY_KEY = `CALLER ${KEY} EQ ISZERO @no JUMPI`
const ITSELF = 'CALLER 4 CALLDATALOAD EQ ISZERO @no JUMPI'
const write = (guard: string, base = 7) => `${guard} 1 ${entry(base, '4 CALLDATALOAD', '36 CALLDATALOAD')} SSTORE`

/** The keys of the calls that a delegate makes whose callers are on all these lists. */
async function keysOf(lists: readonly Address[], writes: readonly (readonly string[])[]) {
  const world = (): Explored => exploredWorld(fn(`${lists.map(asking).join(' ')} ${ANY_CALL}`))
  const bytecode = {
    functions: [
      { selector, signature: null, arguments: 'address,address,address,uint256', mutability: 'nonpayable', asks: [] },
    ],
    standard: null,
  } as unknown as Bytecode
  const { found, complete } = await foreignCalls(
    {
      bytecode,
      worldOf: world,
      async listWorld(of) {
        const at = lists.findIndex((one) => BigInt(one) === of)
        const code = readCode(assemble(listCode(writes[at] ?? [])))
        const functions = (writes[at] ?? []).map((_, n) => {
          const named = `0x${(0xcafe0010 + n).toString(16)}` as const
          return { selector: named, signature: null, inputs: markedInputs(named, 'address,address') }
        })
        const own = { address: of, entry: of, inside: new Set([of]), storage: async () => 0n }
        return { world: exploredWorld('STOP', { ...own, code: async () => code }), functions }
      },
    },
    new AbortController().signal,
  )
  return { keys: found.flatMap(({ guards }) => guards.map(({ holder }) => holder)), complete }
}

test('a list that one key fills is the key’s, whatever else is open', async () => {
  assert.deepEqual(await keysOf([FIRST], [[write(BY_KEY)]]), { keys: [KEY], complete: true })
  assert.deepEqual(await keysOf([FIRST], [[write('', 8), write(BY_KEY)]]), { keys: [KEY], complete: true })
  assert.deepEqual(await keysOf([FIRST], [[write(ITSELF), write(BY_KEY)]]), { keys: [KEY], complete: true })
})

test('a list that each account keeps is no key’s, nor is another list of the contract', async () => {
  assert.deepEqual(await keysOf([FIRST], [[write(ITSELF)]]), { keys: [], complete: true })
  assert.deepEqual(await keysOf([FIRST], [[write(ITSELF), write(BY_KEY, 8)]]), { keys: [], complete: true })
})

test('each of several lists is read, and more than a few are named', async () => {
  const both = await keysOf([FIRST, SECOND], [[write(ITSELF)], [write(BY_KEY)]])
  assert.deepEqual(both.keys, [KEY])
  const many = ['1a', '2a', '3a', '4a'].map(list)
  assert.equal(
    (
      await keysOf(
        many,
        many.map(() => [write(ITSELF)]),
      )
    ).complete,
    false,
  )
})

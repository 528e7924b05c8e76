import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { TOKEN_TRANSFERS } from '../paths/explore.ts'
import { functionsOf } from './calledFunctions.ts'
import { contractPulls } from './contractPulls.ts'
import { withHolders } from './obeyedContracts.ts'
import { pullsWorld } from './pullsWorld.ts'
import { NAMED, pull, SELECTOR } from './testing/guardedCode.ts'

const BORROWER: Address = '0x00000000000000000000000000000000000b0001'
const LENDER: Address = '0x00000000000000000000000000000000000b0002'
const LEND = 0xcafe0011
const START = 0xcafe0012
const block = { chain: 'ethereum', hash: `0x${'1'.repeat(64)}`, number: 1n, timestamp: 1_780_000_000n } as PinnedBlock

/** A contract with functions, by their selectors. */
const contract = (...functions: [number, string][]) => `0 CALLDATALOAD 224 SHR
  ${functions.map(([selector], at) => `DUP1 ${selector} EQ @f${at} JUMPI`).join(' ')} :no 0 0 REVERT
  ${functions.map(([, body], at) => `:f${at} POP ${body}`).join(' ')}`
/** Calls a function with five words, each code that leaves one. */
const calls = (to: string, selector: number, words: readonly string[]) =>
  `0x${selector.toString(16)}${'00'.repeat(28)} 0 MSTORE ${words.map((one, at) => `${one} ${4 + 32 * at} MSTORE`).join(' ')}
  0 0 ${4 + 32 * words.length} 0 0 ${to} GAS CALL ISZERO @no JUMPI STOP`
const arg = (index: number) => `${4 + 32 * index} CALLDATALOAD`

/** Lends to the account `to`, and passes the words of its caller on, with the caller behind them. */
const lender = (to: string) => contract([LEND, calls(to, SELECTOR, [arg(1), arg(2), arg(3), arg(4), 'CALLER'])])
/** Takes tokens of the account that the lender names, where the initiator passes the check. */
const callback = (check = ''): [number, string] => [
  SELECTOR,
  `CALLER ${LENDER} EQ ISZERO @no JUMPI ${check} ${pull(NAMED)}`,
]
const OWN = `${arg(4)} ADDRESS EQ ISZERO @no JUMPI`
/** Starts a loan for the account `who`. */
const start = (who: string): [number, string] => [START, calls(LENDER, LEND, ['ADDRESS', arg(0), who, arg(1), arg(2)])]

async function outcome(borrower: string, lends: string): Promise<'open' | 'guarded' | 'for its callers only'> {
  const codes: Record<Address, Hex> = { [BORROWER]: assemble(borrower), [LENDER]: assemble(lends) }
  const chain = {
    chain: 'ethereum',
    code: async (_: PinnedBlock, at: Address) => codes[at] ?? '0x',
    storage: async () => `0x${'0'.repeat(64)}`,
    call: async () => null,
    ask: async () => null,
  } as unknown as ChainSource
  const { signal } = new AbortController()
  const world = pullsWorld(chain, { block, address: BORROWER, powers: TOKEN_TRANSFERS }, signal)
  const { pulls } = await contractPulls(world, functionsOf([codes[BORROWER] as Hex]), signal)
  assert.ok(pulls.length > 0)
  const told = await withHolders({ chain, block, signal }, world, pulls)
  if (told.some(({ guards }) => guards.length === 0)) return 'open'
  return told.every(({ holders }) => holders.some(({ forCallersOnly }) => forCallersOnly === true))
    ? 'for its callers only'
    : 'guarded'
}

const CASES: [string, string, string, Awaited<ReturnType<typeof outcome>>][] = [
  [
    'any account, by a lender that calls the borrower named by the caller',
    contract(callback()),
    lender(arg(0)),
    'open',
  ],
  ['none, where the borrower has to have started it', contract(callback(OWN)), lender(arg(0)), 'for its callers only'],
  ['its owner, who starts it', contract(callback(OWN), start('CALLER')), lender(arg(0)), 'for its callers only'],
  ['any account, who starts it for another', contract(callback(OWN), start(arg(3))), lender(arg(0)), 'open'],
  [
    'its owner, by a lender that calls its caller back',
    contract(callback(), start('CALLER')),
    lender('CALLER'),
    'for its callers only',
  ],
  [
    'any account, by a lender that calls its caller back',
    contract(callback(), start(arg(3))),
    lender('CALLER'),
    'open',
  ],
]
for (const [who, borrower, lends, expected] of CASES)
  test(`tokens of a borrower’s users are moved by ${who}`, async () => {
    assert.equal(await outcome(borrower, lends), expected)
  })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markedInputs } from '../paths/markedInput.ts'
import { contractPulls } from './contractPulls.ts'
import { paysMost } from './paysMost.ts'
import { exploredWorld } from './testing/exploredWorld.ts'
import { fn, KEY, SELECTOR } from './testing/guardedCode.ts'
import { ASSET } from './testing/payingCode.ts'

/** Slot 1 says that all deposits are 970 of the 1,000 that are held. */
const [DEPOSITS, HELD] = [970n, 1_000n]
const AMOUNT = '68 CALLDATALOAD'
const SIGNED = `96 4 0 CALLDATACOPY 96 0 KECCAK256 0 MSTORE 96 132 32 CALLDATACOPY 32 0 128 0 1 GAS STATICCALL POP
  0 MLOAD 0 SLOAD EQ ISZERO @no JUMPI`
const BALANCE = `0x70a08231${'00'.repeat(28)} 0 MSTORE ADDRESS 4 MSTORE 32 0 36 0 ${ASSET} GAS STATICCALL POP 0 MLOAD`
const PAY = `0xa9059cbb${'00'.repeat(28)} 0 MSTORE 36 CALLDATALOAD 4 MSTORE ${AMOUNT} 36 MSTORE
  0 0 68 0 0 ${ASSET} GAS CALL ISZERO @no JUMPI STOP`
const paying = (bound: string) => fn(`${SIGNED} ${bound} @no JUMPI ${PAY}`)

const CASES: [string, string, boolean][] = [
  // DUP1 is the amount; LT takes its first operand from the top.
  ['what is left above all deposits', paying(`${AMOUNT} 1 SLOAD ${BALANCE} SUB LT`), false],
  ['all deposits', paying(`${AMOUNT} 1 SLOAD LT`), true],
  ['a part above deposits that is not surplus in the next call', paying(`${AMOUNT} 5 SLOAD ${BALANCE} SUB LT`), false],
  ['half of it in each call', paying(`${AMOUNT} 3 SLOAD LT`), true],
  ['a quarter of it in each call', paying(`${AMOUNT} 6 SLOAD LT`), true],
  ['half of it in all calls', paying(`${AMOUNT} 4 SLOAD ADD DUP1 4 SSTORE 3 SLOAD LT`), false],
  ['a stored limit far below', paying(`${AMOUNT} 2 SLOAD LT`), false],
]

for (const [name, source, expected] of CASES)
  test(`a payment by signature limited to ${name}: ${expected ? 'most of it is paid' : 'bound'}`, async () => {
    const words = new Map([
      [0n, BigInt(KEY)],
      [1n, DEPOSITS],
      [2n, 10n],
      [3n, 500n],
      [5n, 700n],
      [6n, 250n],
    ])
    const world = exploredWorld(source, {
      payouts: new Set([BigInt(ASSET)]),
      storage: async (_account, slot) => words.get(slot) ?? 0n,
    })
    const selector = `0x${SELECTOR.toString(16)}` as const
    const functions = [
      { selector, signature: null, inputs: markedInputs(selector, 'address,address,uint256,bytes32,uint8') },
    ]
    const { pulls } = await contractPulls(world, functions, new AbortController().signal)
    assert.equal(pulls.length, 1)
    assert.equal(pulls[0]?.bounded, true)
    assert.equal(await paysMost(world, pulls[0] ?? {}, new Map([[BigInt(ASSET), HELD]])), expected)
  })

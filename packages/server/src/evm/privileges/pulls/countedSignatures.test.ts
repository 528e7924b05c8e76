import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_TRANSFERS } from '../paths/explore.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { contractPulls } from './contractPulls.ts'
import { exploredWorld } from './testing/exploredWorld.ts'
import { fn, pull, SELECTOR } from './testing/guardedCode.ts'

const TYPES = 'address,address,address,uint256,bytes'
/** The length of the last argument, which stands behind five words and is named by the fifth. */
const LENGTH = '132 CALLDATALOAD 4 ADD CALLDATALOAD'
/** Leaves the signer of the arguments. */
const SIGNER = '96 4 0 CALLDATACOPY 96 0 KECCAK256 0 MSTORE 32 0 128 0 1 GAS STATICCALL POP 0 MLOAD'

/** A loop over signatures of 65 bytes, each by the key in slot 0; `asked`: jumps to `no` where there are too few. */
const loop = (asked: string) =>
  fn(`${asked} 0 512 MSTORE
  :next ${LENGTH} 512 MLOAD LT ISZERO @end JUMPI
  0 SLOAD ${SIGNER} EQ ISZERO @no JUMPI 65 512 MLOAD ADD 512 MSTORE 1 @next JUMPI
  :end ${pull('36 CALLDATALOAD')}`)

async function guardsOf(source: string): Promise<string[]> {
  const world = exploredWorld(source, { powers: TOKEN_TRANSFERS })
  const selector = `0x${SELECTOR.toString(16)}` as const
  const functions = [{ selector, signature: null, inputs: markedInputs(selector, TYPES), second: [] }]
  const { pulls } = await contractPulls(world, functions, new AbortController().signal)
  return pulls.map(({ guards }) => guards.map(({ by }) => by).join()).toSorted()
}

/** As compilers check lengths before anything else. */
const SHORT = `0xffffffffffffffff ${LENGTH} GT @no JUMPI`
const CASES: [string, string, boolean][] = [
  ['one signature at least, by a quotient', `1 65 ${LENGTH} DIV LT @no JUMPI`, false],
  ['two at least, by a quotient', `2 65 ${LENGTH} DIV LT @no JUMPI`, false],
  ['whole ones, and three at least', `65 ${LENGTH} MOD @no JUMPI 3 65 ${LENGTH} DIV LT @no JUMPI`, false],
  ['one at least, by a product', `${SHORT} 65 ${LENGTH} 2 MUL LT @no JUMPI`, false],
  ['no number of them', '', true],
  ['whole ones', `65 ${LENGTH} MOD @no JUMPI`, true],
  ['five at most', `5 65 ${LENGTH} DIV GT @no JUMPI`, true],
  ['whole ones, and five at most', `65 ${LENGTH} MOD @no JUMPI 5 65 ${LENGTH} DIV GT @no JUMPI`, true],
]
for (const [name, asked, isOpen] of CASES)
  test(`a loop over signatures that asks for ${name} ${isOpen ? 'guards nothing' : 'is no open path'}`, async () => {
    assert.equal((await guardsOf(loop(asked))).includes(''), isOpen)
  })

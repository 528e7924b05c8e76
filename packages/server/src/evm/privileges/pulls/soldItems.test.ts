import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_TRANSFERS } from '../paths/explore.ts'
import { markedInputs, secondInputs } from '../paths/markedInput.ts'
import { contractPulls } from './contractPulls.ts'
import { exploredWorld } from './testing/exploredWorld.ts'

/** `offer(address,uint256,uint256)` and `buy(address,uint256)`. */
const [OFFER, BUY] = ['0xcafe0001', '0xcafe0002'] as const
const [OFFER_TYPES, BUY_TYPES] = ['address,uint256,uint256', 'address,uint256'] as const
const shifted = (selector: string) => `${selector}${'00'.repeat(28)}`
/** Leaves the answer to a question about `to` on the stack. */
const ask = (data: string, length: number, to: string) =>
  `${data} 32 512 ${length} 0 ${to} GAS STATICCALL ISZERO @no JUMPI 512 MLOAD`
const COLLECTION = '4 CALLDATALOAD'
const OWNER = ask(`${shifted('0x6352211e')} 0 MSTORE 36 CALLDATALOAD 4 MSTORE`, 36, COLLECTION)
/** isApprovedForAll(address,address), of the owner in memory at 256. */
const approves = (operator: string) =>
  ask(`${shifted('0xe985e9c5')} 0 MSTORE 256 MLOAD 4 MSTORE ${operator} 36 MSTORE`, 68, COLLECTION)
const ENTRY = `${COLLECTION} 0 MSTORE 36 CALLDATALOAD 32 MSTORE 64 0 KECCAK256`
const move = (owner: string) =>
  `${shifted('0x23b872dd')} 0 MSTORE ${owner} 4 MSTORE CALLER 36 MSTORE 36 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 ${COLLECTION} GAS CALL ISZERO @no JUMPI`

/** `may`: leaves whether the caller may offer what belongs to the owner; what is stored: the price, and the owner behind it. */
const house = (may: string, price = 'CALLVALUE EQ ISZERO @no JUMPI') => `0 CALLDATALOAD 224 SHR
  DUP1 ${OFFER} EQ @offer JUMPI DUP1 ${BUY} EQ @buy JUMPI :no 0 0 REVERT
  :offer ${OWNER} 256 MSTORE ${may} ISZERO @no JUMPI 68 CALLDATALOAD ISZERO @no JUMPI
  68 CALLDATALOAD ${ENTRY} SSTORE 256 MLOAD 1 ${ENTRY} ADD SSTORE STOP
  :buy ${ENTRY} SLOAD DUP1 ISZERO @no JUMPI ${price} ${move(`1 ${ENTRY} ADD SLOAD`)} STOP`

async function guardsOf(source: string): Promise<string[][]> {
  const world = exploredWorld(source, { powers: TOKEN_TRANSFERS, stays: true })
  const functions = [
    { selector: OFFER, signature: null, inputs: markedInputs(OFFER, OFFER_TYPES) },
    {
      selector: BUY,
      signature: null,
      inputs: markedInputs(BUY, BUY_TYPES),
      second: secondInputs(BUY, BUY_TYPES),
      listed: [BUY_TYPES],
    },
  ]
  const { pulls } = await contractPulls(world, functions, new AbortController().signal)
  return pulls.map(({ guards }) => guards.map(({ by }) => by))
}

const IS_OWNER = 'CALLER 256 MLOAD EQ'
const ownerOr = (approved: string) => `${IS_OWNER} @may JUMPI ${approved} ISZERO @no JUMPI :may 1`
const OPEN = [[]]

test('items that any account lists at a price of its own, and then buys, are open to it', async () => {
  assert.deepEqual(await guardsOf(house(approves('ADDRESS'))), OPEN)
  assert.deepEqual(await guardsOf(house(ownerOr(approves('ADDRESS')))), OPEN)
  // The coins may be more than the price.
  assert.deepEqual(await guardsOf(house(approves('ADDRESS'), 'CALLVALUE LT @no JUMPI')), OPEN)
})

test('items that only their owners list, or accounts that their owners appointed, are theirs', async () => {
  assert.deepEqual(await guardsOf(house(IS_OWNER)), [])
  assert.deepEqual(await guardsOf(house(approves('CALLER'))), [])
  assert.deepEqual(await guardsOf(house(ownerOr(approves('CALLER')))), [])
})

test('an item that a call takes from its owner is open where the owner agrees to nothing', async () => {
  const grab = (check: string) => `0 CALLDATALOAD 224 SHR ${BUY} EQ @buy JUMPI :no 0 0 REVERT
    :buy ${OWNER} 256 MSTORE ${check} ${move('256 MLOAD')} STOP`
  assert.deepEqual(await guardsOf(grab('')), OPEN)
  assert.deepEqual(await guardsOf(grab(`${IS_OWNER} ISZERO @no JUMPI`)), [])
  // A price that the owner stored for all of its items.
  assert.deepEqual(await guardsOf(grab('256 MLOAD 0 MSTORE 32 0 KECCAK256 SLOAD ISZERO @no JUMPI')), [])
})

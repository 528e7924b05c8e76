import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Address } from '../address.ts'
import type { CallFrame } from '../facts/execution.ts'
import { FRIEND, frame, ROUTER, SCAM, simulation, TRADER, UNKNOWN_CONTRACT } from '../testing/sampleFacts.ts'
import { gatherTokenPulls, type ReadCall } from './tokenPulls.ts'

const ERC20 = parseAbi(['function transferFrom(address from, address to, uint256 amount) returns (bool)'])
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const pull = (holder: Address, more: Partial<CallFrame> = {}) =>
  frame({
    from: ROUTER,
    to: SCAM,
    input: encodeFunctionData({ abi: ERC20, functionName: 'transferFrom', args: [holder, UNKNOWN_CONTRACT, 100n] }),
    output: word(1n),
    ...more,
  })
const swap = (...calls: CallFrame[]) =>
  simulation({ success: false, trace: frame({ to: ROUTER, error: 'execution reverted', calls }) })
/** balanceOf answers 5, allowance 7. */
const read: ReadCall = async ({ data }) => word(data.startsWith('0x70a08231') ? 5n : 7n)

test('a refused pull carries the balance, the allowance and the error', async () => {
  const refused = pull(TRADER, { error: 'execution reverted', revertReason: 'no', output: null })
  assert.deepEqual(await gatherTokenPulls(swap(refused), [TRADER], read), [
    {
      token: SCAM,
      holder: TRADER,
      spender: ROUTER,
      to: UNKNOWN_CONTRACT,
      amount: 100n,
      balance: 5n,
      allowance: 7n,
      error: 'execution reverted',
      revertReason: 'no',
      failedInside: true,
    },
  ])
})

test('a token may also refuse by returning false, and running out of gas is no refusal', async () => {
  const said = async (more: Partial<CallFrame>) =>
    (await gatherTokenPulls(swap(pull(TRADER, more)), [TRADER], read))[0]?.failedInside
  assert.equal(await said({ output: word(0n) }), true)
  assert.equal(await said({ output: word(1n) }), false)
  assert.equal(await said({ output: '0x' }), false, 'USDT returns nothing')
  assert.equal(await said({ output: null, error: 'out of gas' }), false)
})

test('pulls from others, by the holder, of proxies’ own frames and of malformed data are not counted', async () => {
  const proxy = pull(TRADER, { calls: [pull(TRADER, { type: 'DELEGATECALL' })] })
  const frames = [pull(FRIEND), pull(TRADER, { from: TRADER }), pull(TRADER, { input: '0x23b872dd00' }), proxy]
  assert.equal((await gatherTokenPulls(swap(...frames), [TRADER], read)).length, 1)
})

test('a token that does not answer leaves both unknown, and reads are bounded', async () => {
  const [mute] = await gatherTokenPulls(swap(pull(TRADER)), [TRADER], async () => null)
  assert.equal(mute?.balance, null)
  assert.equal(mute?.allowance, null)
  let reads = 0
  const counting: ReadCall = async () => {
    reads++
    return '0x'
  }
  await gatherTokenPulls(swap(...Array.from({ length: 100 }, () => pull(TRADER))), [TRADER], counting)
  assert.equal(reads, 16)
})

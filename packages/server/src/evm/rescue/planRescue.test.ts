import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { account, STRANGER, TRADER } from '@redoubt/risk/testing/sampleFacts.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { planRescue } from './planRescue.ts'

const SPONSOR: Address = `0x${'5'.repeat(40)}`
const BASE_FEE = 10n
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const blockOf = (chain: Chain): PinnedBlock => ({
  chain,
  number: 100n,
  hash: `0x${'ab'.repeat(32)}`,
  timestamp: 1_790_000_000n,
  baseFeePerGas: BASE_FEE,
  gasLimit: 36_000_000n,
  coinbase: SPONSOR,
  prevRandao: `0x${'00'.repeat(32)}`,
})

/** Plans on a network whose own contract answers as given, without an engine; the rescue contract stands there. */
async function publishing(chain: Chain, answer: Hex | null) {
  const asked: Hex[] = []
  const source = {
    chain,
    code: async () => '0x60' as Hex,
    nonce: async () => 0,
    call: async (_block: PinnedBlock, { data }: { data: Hex }) => {
      asked.push(data)
      return answer
    },
  } as unknown as ChainSource
  const simulator = { simulateSequences: () => Promise.reject(new Error('no engine')) } as unknown as Simulator
  const plan = await planRescue(
    { chain: source, simulator, delegateActs: () => Promise.reject(new Error('not asked')) },
    { block: blockOf(chain), account: account(TRADER), safe: STRANGER, sponsor: SPONSOR, assets: [] },
    AbortSignal.timeout(5_000),
  )
  assert.equal(plan.simulated, false)
  return { publishing: plan.calls.map((call) => call.publishing), asked, plan }
}

describe('what publishing a rescue costs', () => {
  const cases: [Chain, Hex | null, { wei: bigint; gas: bigint } | null][] = [
    ['ethereum', null, { wei: 0n, gas: 0n }],
    ['polygon', null, { wei: 0n, gas: 0n }],
    // The oracle's fee, and the operator's.
    ['base', `0x${word(700n)}`, { wei: 1_400n, gas: 0n }],
    ['optimism', null, null],
    // Gas of the first layer at the base fee that is answered.
    ['arbitrum', `0x${word(5_000n)}${word(BASE_FEE)}${word(1n)}`, { wei: 0n, gas: 5_001n }],
    ['arbitrum', '0x', null],
  ]
  for (const [chain, answer, expected] of cases)
    test(`${chain}, which answers ${answer?.slice(0, 12)}`, async () => {
      assert.deepEqual((await publishing(chain, answer)).publishing, [expected])
    })

  test('the signed authorizations are published too', async () => {
    const { asked, plan } = await publishing('base', `0x${word(700n)}`)
    const [bare] = plan.calls
    const longest = Math.max(...asked.map((data) => data.length / 2))
    const signed = plan.nonces.length * 100
    assert.ok(longest > (bare?.data.length ?? 0) / 2 + signed, `${longest}`)
  })
})

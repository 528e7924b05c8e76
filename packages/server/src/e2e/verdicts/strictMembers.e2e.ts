import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import { numberToHex } from 'viem/utils'
import { approve, UNLIMITED } from '../../sandbox/history/calls.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'
import { swapBody } from '../../testing/swapBody.ts'

const service = await sharedService()

const world = sandboxWorld('ethereum')
const { actors, tokens, traps } = world
const options = { deadlineMs: 20_000 }

type Answered = {
  data: { recommendation: string; riskScore: number; warnings: { id: string }[] }
  meta: { ignored?: string[] }
  error: { message: string }
}
const scan = async (body: object, headers: Record<string, string> = {}) => {
  const { status, json } = await service.ask('/v1/scan/transaction', { chain: 'ethereum', ...body, options }, headers)
  return { status, json: json as Answered }
}

describe('a misspelt member never turns a drain into PROCEED', () => {
  const drain = { from: actors.trader, to: tokens.usdc }
  const data = approve(traps.drainer, UNLIMITED)

  test('as data it is blocked', async () => {
    assert.equal((await scan({ ...drain, data })).json.data.recommendation, 'BLOCK')
  })

  test('as callData it is refused', async () => {
    const { status, json } = await scan({ ...drain, callData: data })
    assert.equal(status, 400)
    assert.equal(json.error.message, 'body.callData: unknown member; did you mean data?')
  })

  test('as callData with lenient handling it is not PROCEED', async () => {
    const { status, json } = await scan({ ...drain, callData: data }, { prefer: 'handling=lenient' })
    assert.equal(status, 200)
    assert.deepEqual(json.meta.ignored, ['callData'])
    assert.ok(!['PROCEED', 'SAFE'].includes(json.data.recommendation), json.data.recommendation)
    assert.ok(json.data.riskScore >= 40)
    assert.ok(json.data.warnings.some(({ id }) => id === 'unknown-request-members'))
  })
})

test('an honest swap as MetaMask writes it is PROCEED, lenient or not', async () => {
  const { value, ...swap } = swapBody(world)
  const metaMask = {
    ...swap,
    value: numberToHex(BigInt(value)),
    chainId: numberToHex(CHAIN_IDS.ethereum),
    type: '0x2',
    estimateGasError: undefined,
    estimateSuggested: 'medium',
    estimateUsed: 'medium',
  }
  for (const headers of [{}, { prefer: 'handling=lenient' }]) {
    const { json } = await scan(metaMask, headers)
    assert.equal(json.data.recommendation, 'PROCEED', JSON.stringify(json))
    assert.equal(json.meta.ignored, undefined)
  }
})

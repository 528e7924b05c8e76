import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'

const world = sandboxWorld('ethereum')
const ABI = parseAbi([
  'function multicall(bytes[] data)',
  'function transferFrom(address from,address to,uint256 amount)',
  'function safeTransferFrom(address from,address to,uint256 id,bytes data)',
])
const { trader, friend } = world.actors
type Row = { name: string; value: string; display: string | null }
type Decoded = { parameters: Row[]; calls: { functionName: string; parameters: Row[] }[] }
type Kept = { result: { decoded: Decoded; message: { parameters: Row[] } } }

let service: Awaited<ReturnType<typeof sharedService>>
before(async () => {
  service = await sharedService()
})

const scan = (to: string, data: string) =>
  service.ask('/v1/scan/transaction', { from: trader, to, data, options: { deadlineMs: 20_000 } })

describe('arguments over HTTP', () => {
  test('are whole in the answer and bounded in the kept scan, which says what is left out', async () => {
    const proof = `0x${'ab'.repeat(40_000)}` as const
    const inner = encodeFunctionData({ abi: ABI, functionName: 'safeTransferFrom', args: [trader, friend, 1n, proof] })
    const data = encodeFunctionData({ abi: ABI, functionName: 'multicall', args: [[inner]] })
    const { status, json } = await scan(world.nfts.collectible, data)
    assert.equal(status, 200, JSON.stringify(json).slice(0, 500))
    const { parameters, calls } = json.data.decoded as Decoded
    assert.equal(parameters[0]?.value, `[${inner}]`)
    assert.equal(calls[0]?.parameters.at(-1)?.value, proof)
    const kept = await service.ask(`/v1/scans/${json.meta.scanId ?? json.meta.requestId}`)
    assert.equal(kept.status, 200, JSON.stringify(kept.json).slice(0, 500))
    const { decoded } = (kept.json.data as Kept).result
    assert.match(decoded.calls[0]?.parameters.at(-1)?.value ?? '', /^0x(ab)+… \(77954 more characters\)$/)
  })

  test('a list of a message is whole, too', async () => {
    const ids = Array.from({ length: 600 }, (_, at) => String(at))
    const typedData = {
      types: { Batch: [{ name: 'ids', type: 'uint256[]' }] },
      primaryType: 'Batch',
      domain: { chainId: 1, verifyingContract: world.nfts.collectible },
      message: { ids },
    }
    const body = { address: trader, method: 'eth_signTypedData_v4', typedData, options: { deadlineMs: 20_000 } }
    const { status, json } = await service.ask('/v1/scan/message', body)
    assert.equal(status, 200, JSON.stringify(json).slice(0, 500))
    const { parameters } = json.data.message as { parameters: Row[] }
    assert.deepEqual(
      parameters.map(({ value }) => value),
      ids,
    )
  })
})

describe('transferFrom', () => {
  const data = encodeFunctionData({ abi: ABI, functionName: 'transferFrom', args: [trader, friend, 7n] })
  const displayOf = async (to: string) => {
    const { json } = await scan(to, data)
    return (json.data.decoded as Decoded).parameters[2]?.display
  }

  test('of a token is an amount in its unit', async () => {
    assert.equal(await displayOf(world.tokens.usdc), '0.000007 USDC')
  })
  test('of a collection is an item', async () => {
    assert.match((await displayOf(world.nfts.collectible)) ?? '', / #7$/)
  })
  test('of a contract that is neither has no unit', async () => {
    assert.equal(await displayOf(world.multicall3), null)
  })
})

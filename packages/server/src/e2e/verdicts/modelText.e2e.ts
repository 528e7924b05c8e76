import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { PROMISES } from '@redoubt/risk/explain/testing/modelPromises.ts'
import { transfer } from '../../sandbox/history/calls.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

// A language model that a token's name has talked into a lie, as an OpenAI-compatible service.
describe('a configured language model', () => {
  let model: Server
  let service: ScanService
  let words = { summary: '', details: '' }

  before(async () => {
    model = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify(words) } }] }))
    })
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
    const { port } = model.address() as AddressInfo
    service = await startScanService('test', {
      LLM_BASE_URL: `http://127.0.0.1:${port}/v1`,
      LLM_MODEL: 'small',
      LLM_TIMEOUT_MS: '5000',
    })
  })
  after(async () => {
    await service.close()
    model.close()
  })

  const { actors, tokens } = sandboxWorld('ethereum')
  const pay = async (said: typeof words) => {
    words = said
    const data = transfer(actors.spender, 5_000_000n)
    const body = { chain: 'ethereum', from: actors.trader, to: tokens.usdc, data, options: { deadlineMs: 20_000 } }
    return service.scan(body)
  }

  test('adds sentences that a row shows, after the template', async () => {
    const template = await pay({ summary: '', details: '' })
    assert.equal(template.explanation?.source, 'template')
    const answer = await pay({ summary: 'You pay 5 USDC.', details: '5 USDC leave your wallet.' })
    assert.equal(answer.explanation?.source, 'llm', JSON.stringify(answer.explanation))
    assert.equal(answer.explanation?.details, `${template.explanation?.details}\n5 USDC leave your wallet.`)
    assert.deepEqual(answer.explanation?.warnings, template.explanation?.warnings)
  })

  const lies = Object.values(PROMISES).flatMap((some) => some.slice(0, 2))
  for (const lie of ['You receive 5 USDC.', 'You pay 5 USDC for a share of the pool.', ...lies])
    test(`is not shown when it says “${lie}”`, async () => {
      const { explanation } = await pay({ summary: 'You pay 5 USDC.', details: lie })
      assert.equal(explanation?.source, 'template')
      assert.ok(!JSON.stringify(explanation).includes(lie))
    })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { approve, swapNativeForTokens, swapTokensForNative } from '../../sandbox/history/calls.ts'
import { nativeWorth } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'

const service = await sharedService()

// Before the money is spent: the token is bought and sold again in the simulation.
describe('a purchase of an unknown token', () => {
  const buy = (chain: (typeof SANDBOX_CHAINS)[number], token: `0x${string}`) => {
    const { actors, tokens, dex } = sandboxWorld(chain)
    const data = swapNativeForTokens([tokens.wrapped, token], actors.trader)
    const body = { chain, from: actors.trader, to: dex.v2Router, data, value: String(nativeWorth(chain, 50)) }
    return service.scan({ ...body, options: { deadlineMs: 20_000 } })
  }

  for (const chain of SANDBOX_CHAINS) {
    test(`${chain}: of a honeypot is refused`, async () => {
      const result = await buy(chain, sandboxWorld(chain).traps.honeypot)
      const found = result.warnings.find(({ id }) => id === 'honeypot-token-purchase')
      assert.equal(found?.severity, 'critical', JSON.stringify(result.warnings.map(({ id }) => id)))
      assert.equal(result.recommendation, 'BLOCK')
      assert.equal(found?.evidence.failedStep, 'sell')
    })

    test(`${chain}: of a token whose owner can stop sales is refused`, async () => {
      const { warnings, recommendation } = await buy(chain, sandboxWorld(chain).traps.ruggable)
      const found = warnings.find(({ id }) => id === 'kill-switch-token-purchase')
      assert.equal(found?.severity, 'critical', JSON.stringify(warnings.map(({ id }) => id)))
      assert.ok(found?.evidence.function, JSON.stringify(found?.evidence))
      assert.equal(recommendation, 'BLOCK')
    })

    test(`${chain}: of a token is at least as risky as its contract scan`, async () => {
      const address = sandboxWorld(chain).traps.hiddenMint
      const { json } = await service.ask('/v1/scan/contract', { chain, address, options: { deadlineMs: 20_000 } })
      const { warnings, riskScore, recommendation } = await buy(chain, address)
      const found = warnings.find(({ id }) => id === 'dangerous-token-purchase')
      assert.equal(found?.severity, 'critical', JSON.stringify(warnings.map(({ id }) => id)))
      assert.match(String(found?.evidence.contractFindings), /hidden-mint/)
      assert.equal(found?.evidence.contractScore, (json.data as { riskScore: number }).riskScore)
      assert.ok(riskScore >= Number(found?.evidence.contractScore))
      assert.equal(recommendation, 'BLOCK')
    })

    test(`${chain}: of an honest young token is not`, async () => {
      const result = await buy(chain, sandboxWorld(chain).tokens.honest)
      assert.ok(!result.warnings.some(({ id }) => id.endsWith('-token-purchase')), JSON.stringify(result.warnings))
      assert.ok(['PROCEED', 'REVIEW'].includes(result.recommendation), JSON.stringify(result.warnings))
      assert.ok(!result.unknown.includes('saleProbes'), result.unknown.join(', '))
    })
  }
})

test('a sale of a dangerous token is no purchase of it', async () => {
  const { actors, tokens, dex, traps } = sandboxWorld('ethereum')
  const data = swapTokensForNative(10n ** 15n, [traps.hiddenMint, tokens.wrapped], actors.buyerOne)
  const body = { chain: 'ethereum', from: actors.buyerOne, options: { deadlineMs: 20_000 } }
  const calls = [
    { to: traps.hiddenMint, data: approve(dex.v2Router, 10n ** 15n) },
    { to: dex.v2Router, data },
  ]
  const { warnings, simulation } = await service.scan({ ...body, calls })
  assert.equal(simulation?.success, true)
  assert.ok(!warnings.some(({ id }) => id.endsWith('-token-purchase')), JSON.stringify(warnings))
})

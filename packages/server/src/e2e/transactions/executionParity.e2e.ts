import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { allScenarios } from '../../sandbox/scenarios.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { forwardOf } from '../../testing/sandboxExecutions.ts'
import { sharedService } from '../../testing/sharedService.ts'
import type { MessageScanResult } from '../../usecases/scans/message/scanMessage.ts'

const service = await sharedService()

/** The user of a signature pays the network, so it says less of balances: REVIEW where the transaction is CAUTION. */
const OF_THE_SENDER = new Set(['insufficient-balance'])

// A thief asks for whichever gets the milder answer: a transaction, or the same call under a signature.
describe('what a forwarded call is told, on the sandbox', () => {
  const world = sandboxWorld('ethereum')
  const options = { deadlineMs: 20_000 }

  type Body = { from?: Address; to?: Address | null; value?: string; data?: Hex }
  const forwarded = allScenarios(world).filter(({ id, body }) => {
    const { from, to } = body as Body
    return from && to && !('authorizationList' in body) && !('calls' in body) && !OF_THE_SENDER.has(id)
  })

  test('covers the scenarios', () => assert.ok(forwarded.length > 50, String(forwarded.length)))

  for (const { id, body } of forwarded)
    test(`${id}: what the transaction itself is told`, async () => {
      const { from, to, value = '0', data = '0x' } = body as Required<Body>
      const typedData = forwardOf(world, { to: to as Address, data, value: BigInt(value) })
      const asked = {
        address: from,
        chain: 'ethereum',
        options,
        typedData: { ...typedData, message: { ...typedData.message, from } },
      }
      const sent = await service.scan({ ...body, chain: 'ethereum', options })
      const { json } = await service.ask('/v1/scan/message', asked)
      const signed = (json as { data: MessageScanResult }).data
      const seen = signed.warnings.map((warning) => `${warning.severity} ${warning.id}`).join(', ')
      assert.equal(signed.recommendation, sent.recommendation, `${signed.riskScore} for ${sent.riskScore}: ${seen}`)
    })
})

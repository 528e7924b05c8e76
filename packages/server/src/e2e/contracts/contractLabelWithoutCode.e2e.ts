import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { approve, UNLIMITED } from '../../sandbox/history/calls.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { permitOf } from '../../testing/sandboxMessages.ts'
import { sharedService } from '../../testing/sharedService.ts'

const service = await sharedService()

/** Aave's pool on Ethereum: the data pack names it, and the sandbox has no code there. */
const ABSENT: Address = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'

describe('a label that says contract where the chain shows no code', () => {
  const world = sandboxWorld('ethereum')
  const { actors, tokens, dex } = world

  const approval = async (spender: Address) => {
    const { warnings, recommendation } = await service.scan({
      chain: 'ethereum',
      from: actors.trader,
      to: tokens.usdc,
      data: approve(spender, UNLIMITED),
    })
    return { ids: warnings.map(({ id }) => id), text: JSON.stringify(warnings), recommendation }
  }

  test('an approval to it is inconsistent, and not one to a personal wallet', async () => {
    const { ids, text, recommendation } = await approval(ABSENT)
    assert.ok(ids.includes('labelled-contract-without-code'), ids.join())
    assert.ok(!ids.includes('approval-to-eoa') && !/personal wallet/.test(text), text)
    assert.ok(['CAUTION', 'BLOCK'].includes(recommendation), recommendation)
  })

  test('an approval to a personal wallet stays one, and to a router with code neither', async () => {
    const wallet = await approval(actors.spender)
    assert.deepEqual([wallet.recommendation, wallet.ids.includes('approval-to-eoa')], ['BLOCK', true])
    assert.ok(!wallet.ids.includes('labelled-contract-without-code'))
    const router = await approval(dex.v2Router)
    assert.deepEqual(
      router.ids.filter((id) => /code|eoa/.test(id)),
      [],
    )
  })

  test('a payment and a permit to it are no better', async () => {
    const paid = await service.scan({ chain: 'ethereum', from: actors.trader, to: ABSENT, value: '1000' })
    assert.ok(paid.warnings.some(({ id }) => id === 'labelled-contract-without-code'))
    const { json } = await service.ask('/v1/scan/message', {
      address: actors.trader,
      chain: 'ethereum',
      typedData: permitOf(world, ABSENT, UNLIMITED),
    })
    const ids = json.data.warnings.map(({ id }: { id: string }) => id)
    assert.ok(ids.includes('permit-to-contract-without-code') && !ids.includes('permit-to-eoa'), ids.join())
    assert.notEqual(json.data.recommendation, 'PROCEED')
  })

  test('wallet scan and verification say so, and claim no key', async () => {
    const get = async (path: string) => (await service.ask(`/v1/${path}?chain=ethereum&deadlineMs=20000`)).json.data
    const scan = await get(`scan/wallet/${ABSENT}`)
    const verified = await get(`wallet/verify/${ABSENT}`)
    for (const findings of [scan.riskFactors, verified.warnings])
      assert.ok(findings.some(({ id }: { id: string }) => id === 'contract-label-without-code'))
    assert.deepEqual([verified.verified, verified.checks.isEOA, verified.checks.hasCode], [false, null, false])
    assert.ok(verified.unknown.includes('isEOA') && verified.riskScore >= 40)
    const router = await get(`wallet/verify/${dex.v2Router}`)
    assert.deepEqual([router.checks.isEOA, router.unknown.includes('isEOA')], [false, false])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import type { ApiKey } from '../../domain/apiKey.ts'
import { ApiError } from '../../errors.ts'
import { requireBookingProof } from './bookingProof.ts'

const [wallet, other] = ['11', '22'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`))
const address = wallet?.address.toLowerCase() as Address
const key = (more: Partial<ApiKey> = {}) => ({
  id: 'key_1',
  origins: null,
  scopes: ['scan:read'] as ApiKey['scopes'],
  ...more,
})
const refusal = async (asked: { proof?: string | null; reserve?: boolean }, of = key()) => {
  try {
    await requireBookingProof({ reserve: true, address, proof: null, ...asked }, of)
    return null
  } catch (error) {
    assert.ok(error instanceof ApiError)
    return error.message
  }
}

test('a key books for a wallet that signed for it, an administrator’s key without, and a key in pages never', async () => {
  const asked = (await refusal({})) ?? assert.fail('it books without a proof')
  const text = JSON.parse(/over (".*")/.exec(asked)?.[1] ?? '""') as string
  assert.match(text, /key_1/)
  const proof = (await wallet?.signMessage({ message: text })) ?? assert.fail()
  assert.equal(await refusal({ proof }), null)
  assert.notEqual(
    await refusal({ proof: (await other?.signMessage({ message: text })) ?? null }),
    null,
    'of another wallet',
  )
  assert.notEqual(await refusal({ proof }, key({ id: 'key_2' })), null, 'for another key')
  assert.notEqual(await refusal({ proof: `0x${'00'.repeat(65)}` }), null)
  assert.equal(await refusal({}, key({ scopes: ['admin'] })), null)
  assert.notEqual(await refusal({ proof }, key({ origins: ['https://page.example'] })), null)
  assert.equal(await refusal({ reserve: false }), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pay, TRADER, UNKNOWN_CONTRACT } from '@redoubt/risk/testing/sampleFacts.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { readAuthorities } from './gatherDelegations.ts'

test('a signed authorisation carries its signer, an unsigned or malformed one none', async () => {
  const signer = privateKeyToAccount(`0x${'1'.repeat(64)}`)
  const asked = { chainId: 1, address: UNKNOWN_CONTRACT, nonce: 7n }
  const { r, s, yParity = 0 } = await signer.signAuthorization({ chainId: 1, address: UNKNOWN_CONTRACT, nonce: 7 })
  const zero = `0x${'0'.repeat(64)}` as const
  const { transaction } = pay(TRADER, 0n, {
    authorizationList: [{ ...asked, r, s, yParity }, asked, { ...asked, r: zero, s: zero, yParity: 0 }],
  })
  const { authorizationList } = await readAuthorities(transaction)
  assert.deepEqual(
    authorizationList?.map(({ authority }) => authority),
    [signer.address.toLowerCase(), undefined, undefined],
  )
})

test('a transaction without authorisations is left as it is', async () => {
  const { transaction } = pay(TRADER, 0n)
  assert.equal(await readAuthorities(transaction), transaction)
})

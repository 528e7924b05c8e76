import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import { byChain } from '../../chains/index.ts'
import { createExplorers } from './createExplorers.ts'
import { createVerification, type Verification } from './createVerification.ts'
import { BLOCKSCOUT, CONTRACT, SOURCIFY, TRANSACTION } from './testing/documented.ts'
import { startTestService, type TestService } from './testing/testService.ts'

const CODE: Hex = `0x${'c0'.repeat(32)}`
const http = createOperatorFetch()
let sourcify: TestService
let blockscout: TestService
let ask: Verification
let now = 0

beforeEach(async () => {
  now = 1_000_000
  sourcify = await startTestService(() => SOURCIFY.unverified)
  blockscout = await startTestService(() => BLOCKSCOUT.unknown)
  const urls = byChain((chain) => (chain === 'ethereum' ? blockscout.url : null))
  const none = byChain(() => null)
  const addresses = { sourcifyUrl: sourcify.url, etherscan: { urls: none, apiKey: null }, blockscoutUrls: urls }
  // Longer than the test's own timeout: waiting for a hanging service fails the test.
  const options = { limits: { timeoutMs: 600_000 }, now: () => now }
  ask = createVerification(createExplorers(addresses, http, options), () => now)
})
afterEach(() => Promise.all([sourcify.close(), blockscout.close()]))
after(() => http.close())

const contract = { address: CONTRACT, codeHash: CODE }
const scout: TestService['answer'] = ({ pathname }) =>
  pathname.includes('/smart-contracts/') ? BLOCKSCOUT.source : BLOCKSCOUT.account

describe('several services', () => {
  it('are asked at once, and the first that has the source wins while another hangs', async () => {
    sourcify.answer = () => 'hang'
    blockscout.answer = scout
    const { verification, creation } = ask('ethereum', contract)
    assert.deepEqual(
      [(await verification).by, (await verification).unavailable, (await creation)?.by],
      ['Blockscout', [], 'Blockscout'],
    )
  })

  it('that all answer no make the contract unverified, and say who was asked', async () => {
    const { source, asked, unavailable } = await ask('ethereum', contract).verification
    assert.deepEqual([source, asked, unavailable], [null, ['Sourcify', 'Blockscout'], []])
  })

  it('that answer in part name who did not', async () => {
    blockscout.answer = () => ({ status: 500, json: {} })
    const { asked, unavailable } = await ask('ethereum', contract).verification
    assert.deepEqual([asked, unavailable], [['Sourcify'], ['Blockscout: answered HTTP 500']])
  })

  it('tell the creation even of unverified contracts', async () => {
    blockscout.answer = ({ pathname }) =>
      pathname.includes('/smart-contracts/') ? BLOCKSCOUT.unverified : BLOCKSCOUT.account
    const { verification, creation } = ask('ethereum', contract)
    assert.deepEqual([(await verification).source, (await creation)?.transaction], [null, TRANSACTION])
  })

  it('are asked only where the operator gave them an address', async () => {
    const { asked } = await ask('bsc', contract).verification
    assert.deepEqual([asked, blockscout.asked], [['Sourcify'], []])
  })

  it('can be none at all', async () => {
    const { verification, creation } = createVerification([])('ethereum', contract)
    assert.deepEqual(await verification, { source: null, by: null, asked: [], unavailable: [] })
    assert.equal(await creation, null)
  })
})

describe('answers', () => {
  it('are asked once by a hundred scans at a time', async () => {
    sourcify.answer = () => SOURCIFY.verified
    await Promise.all(Array.from({ length: 100 }, () => ask('ethereum', contract).verification))
    assert.equal(sourcify.asked.length, 1)
  })

  it('of verified code are kept for a day, for that code only', async () => {
    sourcify.answer = () => SOURCIFY.verified
    const again = () => ask('bsc', contract).verification
    await again()
    now += 23 * 3_600_000
    assert.equal((await again()).source?.name, 'PlainToken')
    assert.equal(sourcify.asked.length, 1)
    await ask('bsc', { ...contract, codeHash: `0x${'c1'.repeat(32)}` }).verification
    assert.equal(sourcify.asked.length, 2, 'other code at the address')
    now += 2 * 3_600_000
    await again()
    assert.equal(sourcify.asked.length, 3)
  })

  it('that it is not verified are kept for ten minutes: it may be soon', async () => {
    await ask('bsc', contract).verification
    now += 599_000
    await ask('bsc', contract).verification
    assert.equal(sourcify.asked.length, 1)
    now += 2_000
    sourcify.answer = () => SOURCIFY.verified
    assert.notEqual((await ask('bsc', contract).verification).source, null)
  })

  it('that never came are not kept', async () => {
    sourcify.answer = () => ({ status: 500, json: {} })
    assert.equal((await ask('bsc', contract).verification).unavailable.length, 1)
    sourcify.answer = () => SOURCIFY.verified
    assert.notEqual((await ask('bsc', contract).verification).source, null)
  })
})

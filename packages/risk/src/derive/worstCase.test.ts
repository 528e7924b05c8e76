import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Transaction } from '../facts/transaction.ts'
import { change, ETHER, FRIEND, NFT, nft, ROUTER, STRANGER, TRADER, usdc } from '../testing/sampleFacts.ts'
import { allowance, execution, order, payment, SAFE } from '../testing/sampleMessage.ts'
import { deriveWorstCase, principalsOf } from './worstCase.ts'

/** Call data is of no matter here: a call without any pays its value. */
const decode = ({ to, value }: Transaction): DecodedCall => ({
  to,
  value,
  selector: null,
  functionName: null,
  signature: null,
  abi: null,
  parameters: [],
  args: [],
  calls: [],
})

test('what a spender may take is taken, for nothing', () => {
  const rows = [usdc(TRADER, -5_000_000n), usdc(ROUTER, 5_000_000n)]
  const { lost, gained } = deriveWorstCase({ signer: TRADER, intents: [allowance()], rows, decode })
  assert.deepEqual(
    lost.map(({ how, returned, takers }) => ({ how, returned, takers })),
    [{ how: 'taken', returned: 'nothing', takers: [ROUTER] }],
  )
  assert.deepEqual(gained, [])
})

test('an authorised payment to a named receiver is sent', () => {
  const rows = [usdc(TRADER, -5_000_000n), usdc(FRIEND, 5_000_000n)]
  const { lost } = deriveWorstCase({ signer: TRADER, intents: [payment({ to: FRIEND })], rows, decode })
  assert.equal(lost[0]?.how, 'sent')
})

test('what an order gives is paid, and what comes back counts', () => {
  const asset = { assetType: 'erc721', address: NFT, tokenId: 7n, amount: 1n, to: null } as const
  const rows = [nft(TRADER, -1n, 7n), change(TRADER, ETHER, { changeUsd: 3_000 }), nft(STRANGER, 1n, 7n)]
  const { lost } = deriveWorstCase({ signer: TRADER, intents: [order({ gives: [asset] })], rows, decode })
  assert.equal(lost[0]?.how, 'paid')
  assert.equal(lost[0]?.returned, 'value')
})

test('the Safe that an owner signs for is at stake, and what it pays is sent', () => {
  const intents = [execution({ calls: [{ to: FRIEND, value: ETHER, data: '0x' }] })]
  assert.deepEqual(principalsOf(TRADER, intents), [TRADER, SAFE])
  const { lost } = deriveWorstCase({
    signer: TRADER,
    intents,
    rows: [change(SAFE, -ETHER), change(FRIEND, ETHER)],
    decode,
  })
  assert.equal(lost[0]?.account, SAFE)
  assert.equal(lost[0]?.how, 'sent')
})

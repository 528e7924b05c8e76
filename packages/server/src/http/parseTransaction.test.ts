import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Static } from 'typebox'
import type { TransactionScanResult } from '../scans/scanTransaction.ts'
import { parseTransaction } from './parseTransaction.ts'
import type { TransactionResultSchema } from './schemas/transactionResult.ts'

const from = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const to = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'

describe('parseTransaction', () => {
  test('reads amounts in decimal and hexadecimal, and addresses in lower case', () => {
    const { transaction } = parseTransaction({
      from,
      to,
      value: '0x0a',
      input: '0xABcd',
      gas: '21000',
      maxFeePerGas: '0x3b9aca00',
      nonce: '007',
    })
    assert.deepEqual(transaction, {
      from: from.toLowerCase(),
      to: to.toLowerCase(),
      value: 10n,
      data: '0xabcd',
      gas: 21_000n,
      maxFeePerGas: 1_000_000_000n,
      nonce: 7n,
    })
  })

  test('data and input may both be sent when they are the same bytes', () => {
    assert.equal(parseTransaction({ from, to, data: '0xAB', input: '0xab' }).transaction.data, '0xab')
  })

  test('lists are read', () => {
    const { transaction } = parseTransaction({
      from,
      to,
      accessList: [{ address: to, storageKeys: [`0x${'AB'.repeat(32)}`] }],
      authorizationList: [{ chainId: '0x1', address: to, nonce: 5, yParity: '0x1', r: '0xA', s: '0xB' }],
    })
    assert.deepEqual(transaction.accessList, [{ address: to.toLowerCase(), storageKeys: [`0x${'ab'.repeat(32)}`] }])
    const address = to.toLowerCase()
    assert.deepEqual(transaction.authorizationList, [
      { chainId: 1, address, nonce: 5n, yParity: 1, r: '0xa', s: '0xb' },
    ])
  })

  test('a chain id that is not that of the chain is refused, naming both', () => {
    for (const chainId of [56, '56', '0x38']) {
      assert.equal(parseTransaction({ from, to, chain: 'bsc', chainId }).chain, 'bsc')
      assert.throws(() => parseTransaction({ from, to, chain: 'polygon', chainId }), {
        code: 'VALIDATION_ERROR',
        message: 'body.chainId: expected 137, the id of body.chain, polygon, got 56; for chain id 56 send chain bsc',
      })
    }
    assert.throws(
      () => parseTransaction({ from, to, chainId: 56 }),
      /1, the id of the default of body\.chain, ethereum/,
    )
    assert.throws(() => parseTransaction({ from, to, chainId: '0x0a' }), /body\.chain, ethereum, got 10$/)
    assert.equal(parseTransaction({ from, to, chainId: '0x1' }).chain, 'ethereum')
  })

  test('only a mixed-case spelling can fail its checksum', () => {
    const spell = (spelled: string) => parseTransaction({ from: spelled, to: null }).spellings
    const upper = `0x${from.slice(2).toUpperCase()}`
    for (const spelled of [from, from.toLowerCase(), upper]) {
      assert.deepEqual(spell(spelled), [{ member: 'from', spelled, checksummed: from, checksumFailed: false }])
    }
    const typo = from.replace('dA6', 'Da6')
    assert.deepEqual(spell(typo), [{ member: 'from', spelled: typo, checksummed: from, checksumFailed: true }])
  })
})

// The documented result is the result, member for member: this fails to compile when they drift apart.
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const documented: Same<Static<typeof TransactionResultSchema>, TransactionScanResult> = true
void documented

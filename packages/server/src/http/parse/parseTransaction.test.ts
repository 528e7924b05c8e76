import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Static } from 'typebox'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'
import type { TransactionResultSchema } from '../schemas/transactionResult.ts'
import { parseTransaction } from './parseTransaction.ts'

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

  test('the site that asks is kept without what may be private', () => {
    assert.equal(parseTransaction({ from, to }).origin, null)
    assert.equal(parseTransaction({ from, to, origin: 'https://App.example/x?y#z' }).origin, 'https://app.example/x')
    assert.throws(() => parseTransaction({ from, to, origin: 'https://[' }), { code: 'VALIDATION_ERROR' })
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
    assert.throws(() => parseTransaction({ from, to, chainId: '0xfa' }), /body\.chain, ethereum, got 250$/)
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

describe('parseTransaction of a bundle', () => {
  const calls = [{ to, value: '3' }, { to: from, data: '0xAB' }, { data: '0x6001' }]

  test('reads the calls; their value is the sum, their call data joined', () => {
    const { transaction, spellings } = parseTransaction({ from, calls, atomicRequired: true })
    assert.deepEqual(transaction.calls, [
      { to: to.toLowerCase(), value: 3n, data: '0x' },
      { to: from.toLowerCase(), value: 0n, data: '0xab' },
      { to: null, value: 0n, data: '0x6001' },
    ])
    assert.deepEqual([transaction.value, transaction.data, transaction.atomic], [3n, '0xab6001', true])
    assert.deepEqual(
      spellings.map(({ member }) => member),
      ['from', 'calls[0].to', 'calls[1].to'],
    )
  })

  test('to, data and value may be null or absent beside it, and nothing else may', () => {
    assert.equal(parseTransaction({ from, to: null, calls }).transaction.calls?.length, 3)
    for (const more of [{ to }, { data: '0x' }, { value: '0' }, { input: '0x' }, { authorizationList: [] }]) {
      assert.throws(
        () => parseTransaction({ from, calls, ...more }),
        /expected either body\.calls or body\.\w+, not both/,
      )
    }
  })

  test('missing, oversized and repeated members are named', () => {
    const max = String(2n ** 256n - 1n)
    const values = [
      { to, value: max },
      { to, value: '1' },
    ]
    assert.throws(() => parseTransaction({ calls }), /body\.from: missing/)
    assert.throws(() => parseTransaction({ from, calls: values }), /body\.calls: expected values of at most/)
    assert.throws(
      () => parseTransaction({ from, calls: [{ to, data: '0x01', input: '0x02' }] }),
      /body\.calls\[0\]\.input: expected the same bytes/,
    )
  })
})

describe('parseTransaction of a user operation', () => {
  const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
  const half = (value: number) => value.toString(16).padStart(32, '0')
  const op = { sender: from, nonce: '0x1', callData: '0xABCD' }

  test('its three spellings are the same operation', () => {
    const common = { ...op, preVerificationGas: '50000' }
    const sixth = parseTransaction({
      entryPoint,
      userOperation: {
        ...common,
        initCode: `${to}1234`,
        callGasLimit: '7',
        verificationGasLimit: '8',
        maxFeePerGas: '9',
        maxPriorityFeePerGas: '2',
        paymasterAndData: '0x',
        signature: '0x',
      },
    })
    const unpacked = parseTransaction({
      entryPoint,
      userOperation: {
        ...common,
        factory: to,
        factoryData: '0x1234',
        callGasLimit: '7',
        verificationGasLimit: '8',
        maxFeePerGas: '9',
        maxPriorityFeePerGas: '2',
        paymaster: null,
      },
    })
    const packed = parseTransaction({
      entryPoint,
      userOperation: {
        ...common,
        initCode: `${to}1234`,
        accountGasLimits: `0x${half(8)}${half(7)}`,
        gasFees: `0x${half(2)}${half(9)}`,
        paymasterAndData: '0x',
      },
    })
    assert.deepEqual(unpacked.transaction, sixth.transaction)
    assert.deepEqual(packed.transaction, sixth.transaction)
    assert.equal(sixth.transaction.from, from.toLowerCase())
    assert.equal(sixth.transaction.data, '0xabcd')
    assert.equal(sixth.transaction.nonce, undefined, 'its nonce is not that of the account’s transactions')
    assert.equal(sixth.transaction.userOperation?.factoryData, '0x1234')
    assert.equal(sixth.transaction.userOperation?.callGasLimit, 7n)
  })

  test('a delegated account has an authorisation and no factory', () => {
    const eip7702Auth = { chainId: '0x1', address: to, nonce: 3 }
    const { transaction } = parseTransaction({ entryPoint, userOperation: { ...op, factory: '0x7702', eip7702Auth } })
    assert.equal(transaction.userOperation?.factory, null)
    assert.deepEqual(transaction.authorizationList, [{ chainId: 1, address: to.toLowerCase(), nonce: 3n }])
  })

  test('a paymaster is read from either spelling', () => {
    const one = parseTransaction({ entryPoint, userOperation: { ...op, paymaster: to, paymasterData: '0xff' } })
    const other = parseTransaction({
      entryPoint,
      userOperation: { ...op, paymasterAndData: `${to}${half(0)}${half(0)}ff` },
    })
    assert.deepEqual(one.transaction.userOperation, other.transaction.userOperation)
  })

  for (const [what, body, message] of [
    ['no entry point', { userOperation: op }, /body\.entryPoint: missing/],
    ['another sender', { from: to, entryPoint, userOperation: op }, /body\.from: expected the sender/],
    ['a recipient beside it', { to, entryPoint, userOperation: op }, /either body\.userOperation or body\.to/],
    ['a nonce of its own', { nonce: '1', entryPoint, userOperation: op }, /either body\.userOperation or body\.nonce/],
    ['half a factory', { entryPoint, userOperation: { ...op, initCode: '0x1234' } }, /initCode: expected an address/],
    [
      'two factories',
      { entryPoint, userOperation: { ...op, factory: to, initCode: to } },
      /either initCode or factory and factoryData/,
    ],
    [
      'two kinds of fees',
      { entryPoint, userOperation: { ...op, maxFeePerGas: '1', gasFees: `0x${'00'.repeat(32)}` } },
      /gasFees: expected either/,
    ],
    [
      'a fee beyond any',
      { entryPoint, userOperation: { ...op, maxFeePerGas: String(2n ** 128n) } },
      /userOperation\.maxFeePerGas: expected at most/,
    ],
  ] as const) {
    test(`refuses ${what}`, () => assert.throws(() => parseTransaction(body), message))
  }
})

describe('the type of a transaction', () => {
  const hash = `0x01${'00'.repeat(31)}`
  test('allows the members it has', () => {
    parseTransaction({ from, to, type: 0, gasPrice: '1' })
    parseTransaction({ from, to, type: '0x1', gasPrice: '1', accessList: [] })
    parseTransaction({ from, to, type: '0x2', maxFeePerGas: '1' })
    const { transaction } = parseTransaction({
      from,
      to,
      type: '0x3',
      maxFeePerGas: '1',
      maxFeePerBlobGas: '2',
      blobVersionedHashes: [hash],
    })
    assert.deepEqual([transaction.maxFeePerBlobGas, transaction.blobVersionedHashes], [2n, [hash]])
  })
  test('a member of another type is named', () => {
    assert.throws(() => parseTransaction({ from, to, type: 0, maxFeePerGas: '1' }), /body\.maxFeePerGas: .*type 0/)
    assert.throws(() => parseTransaction({ from, to, type: '0x02', gasPrice: '1' }), /body\.gasPrice: .*type 2/)
    assert.throws(() => parseTransaction({ from, to, type: 2, blobVersionedHashes: [hash] }), /type 2/)
  })
  test('what a type cannot be without is named', () => {
    assert.throws(() => parseTransaction({ from, to, type: 3 }), /body\.blobVersionedHashes: .*type 3 needs/)
    assert.throws(() => parseTransaction({ from, to, type: '0x4', authorizationList: [] }), /type 4 needs/)
  })
  test('half a signature of an authorisation is refused, naming the other half', () => {
    const half = (signature: object) => () =>
      parseTransaction({ from, to, authorizationList: [{ chainId: 1, address: to, nonce: 0, ...signature }] })
    assert.throws(half({ yParity: 1 }), /body\.authorizationList\[0\]\.r: missing beside yParity/)
    assert.throws(half({ r: '0x1', s: '0x1' }), /\.yParity: missing beside r/)
    assert.doesNotThrow(half({}))
  })
  test('members that no type has together are named without one', () => {
    const authorizationList = [{ chainId: 1, address: to, nonce: 0 }]
    const both = { from, to, blobVersionedHashes: [hash], authorizationList }
    assert.throws(() => parseTransaction(both), /no type of transaction has both/)
  })
})

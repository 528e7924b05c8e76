import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import { signaturesOf } from './keptSignatures.ts'

const OWNER: Address = `0x${'a'.repeat(40)}`
const SPENDER = `0x${'B'.repeat(40)}`
const TOKEN = `0x${'C'.repeat(40)}`
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const NOW = 1_800_000_000
const LATER = String(NOW + 60)

const debit = (amount: string, address = TOKEN) => ({
  assetType: 'erc20',
  address,
  tokenId: null,
  amount,
  unlimited: false,
  description: `${amount} TKN`,
})
const intent = (more: object) => ({
  kind: 'allowance',
  protocol: 'EIP-2612',
  verifier: TOKEN,
  owner: OWNER,
  by: SPENDER,
  takes: [debit('5')],
  deadline: LATER,
  ...more,
})
const record = (
  { intents, parameters = { nonce: '3' } }: { intents: object[]; parameters?: Record<string, string> },
  more: Partial<ScanRecord> = {},
) =>
  ({
    requestId: 'r1',
    kind: 'message',
    chain: 'ethereum',
    createdAt: 1_790_000_000_000,
    input: JSON.stringify({ origin: 'https://app.example' }),
    result: JSON.stringify({
      riskLevel: 'low',
      intents,
      message: {
        primaryType: 'Permit',
        parameters: Object.entries(parameters).map(([name, value]) => ({ name, type: 'uint256', value })),
      },
    }),
    ...more,
  }) as ScanRecord
const found = (records: ScanRecord[]) => signaturesOf(records, { chain: 'ethereum', owner: OWNER, now: NOW }).signatures
const places = (records: ScanRecord[]) => found(records).map(({ standard, keeper, id }) => [standard, keeper, id])
const token = TOKEN.toLowerCase()

describe('signatures that kept scans show', () => {
  test('a permit, with its page, amount and deadline', () => {
    const [one] = found([record({ intents: [intent({})] })])
    assert.deepEqual(
      [one?.standard, one?.holder, one?.id, one?.assets, one?.description, one?.deadline, one?.scan.origin],
      [
        'permit-signature',
        SPENDER.toLowerCase(),
        3n,
        [{ token, amount: 5n }],
        '5 TKN',
        NOW + 60,
        'https://app.example',
      ],
    )
  })

  test('each standard by the place of its nonce', () => {
    const cases: [object, Record<string, string>, unknown[]][] = [
      [
        { protocol: 'Permit2 PermitSingle', verifier: PERMIT2 },
        { 'details.nonce': '4' },
        ['permit2-allowance-signature', token, 4n],
      ],
      [
        { kind: 'transfer', protocol: 'EIP-3009' },
        { nonce: `0x${'f'.repeat(64)}` },
        ['authorization-signature', token, 2n ** 256n - 1n],
      ],
      [
        { kind: 'transfer', protocol: 'Permit2 PermitTransferFrom', verifier: PERMIT2 },
        { nonce: '777' },
        ['permit2-signature', PERMIT2.toLowerCase(), 777n],
      ],
      [
        { kind: 'transfer', protocol: 'x402 Permit2 payment', verifier: PERMIT2 },
        { nonce: '1' },
        ['permit2-signature', PERMIT2.toLowerCase(), 1n],
      ],
      [{ kind: 'order', protocol: 'Seaport 1.6', by: null }, { counter: '0' }, ['order-signature', token, 0n]],
    ]
    for (const [more, parameters, expected] of cases)
      assert.deepEqual(places([record({ intents: [intent(more)], parameters })]), [expected])
  })

  test('an order of an exchange that is not asked here, by its digest: until its deadline, once', () => {
    const hash = (digit: string) => `0x${digit.repeat(64)}`
    const digests = { eip712Digest: hash('7'), domainHash: hash('8'), messageHash: hash('9') }
    const order = (more: object) => {
      const made = record({ intents: [intent({ kind: 'order', protocol: null, ...more })] })
      const result = JSON.parse(made.result)
      return { ...made, result: JSON.stringify({ ...result, message: { ...result.message, digests } }) }
    }
    const expected = ['other-order-signature', token, BigInt(hash('7'))]
    assert.deepEqual(places([order({}), order({ protocol: 'Rarible' })]), [expected])
    for (const more of [{ deadline: String(NOW - 1) }, { verifier: null }, { takes: [debit('0')] }, { owner: SPENDER }])
      assert.deepEqual(places([order(more)]), [], JSON.stringify(more))
    // Without a digest nothing tells it apart.
    assert.deepEqual(places([record({ intents: [intent({ kind: 'order', protocol: null })] })]), [])
  })

  test('a batch of Permit2: an allowance for each token, one transfer for all', () => {
    const other = `0x${'D'.repeat(40)}`
    const single = { protocol: 'Permit2 PermitBatch', verifier: PERMIT2 }
    const batch = record({
      intents: [intent(single), intent({ ...single, takes: [debit('6', other)] })],
      parameters: { 'details[0].nonce': '1', 'details[1].nonce': '2' },
    })
    assert.deepEqual(places([batch]), [
      ['permit2-allowance-signature', token, 1n],
      ['permit2-allowance-signature', other.toLowerCase(), 2n],
    ])
    const transfer = { kind: 'transfer', protocol: 'Permit2 PermitBatchTransferFrom', verifier: PERMIT2 }
    const [one, ...more] = found([
      record({ intents: [intent(transfer), intent({ ...transfer, takes: [debit('6', other)] })] }),
    ])
    assert.deepEqual([more, one?.description, one?.assets.length], [[], '5 TKN, 6 TKN', 2])
  })

  test('expired signatures, and those of another network, wallet, kind or standard, are left out', () => {
    assert.deepEqual(
      places([
        record({ intents: [intent({ deadline: String(NOW - 1) })] }),
        record({ intents: [intent({})] }, { chain: 'bsc' }),
        record({ intents: [intent({ owner: SPENDER })] }),
        record({ intents: [intent({})] }, { kind: 'transaction' }),
        record({ intents: [intent({ kind: 'sign-in', protocol: 'EIP-4361' })] }),
        record({ intents: [intent({})], parameters: {} }),
        record({ intents: [intent({})], parameters: { nonce: 'left out' } }),
      ]),
      [],
    )
  })

  test('of several under one nonce the latest deadline counts: any of them may have been signed', () => {
    const ends = (...deadlines: (string | null)[]) =>
      found(deadlines.map((deadline) => record({ intents: [intent({ deadline })] }))).map(({ deadline }) => deadline)
    assert.deepEqual(ends(LATER, String(NOW + 900)), [NOW + 900])
    assert.deepEqual(ends(String(NOW + 900), LATER), [NOW + 900])
    assert.deepEqual(ends(LATER, null), [null])
  })

  test('a record of another shape takes no others with it', () => {
    const old = record({ intents: [{ kind: 'allowance' }] })
    const broken = { ...record({ intents: [] }), result: '{"riskLevel"' }
    const { signatures, unreadable } = signaturesOf([old, broken, record({ intents: [intent({})] })], {
      chain: 'ethereum',
      owner: OWNER,
      now: NOW,
    })
    assert.deepEqual([signatures.length, unreadable], [1, 2])
  })

  test('of several under one nonce the worst stands, whichever was scanned last', () => {
    const worse = { intents: [intent({ takes: [{ ...debit('900'), unlimited: true }] })] }
    const critical = record(worse, { requestId: 'worst' })
    critical.result = JSON.stringify({ ...JSON.parse(critical.result), riskLevel: 'critical' })
    const mild = record({ intents: [intent({})] }, { requestId: 'mild' })
    const orders = [mild, critical].map((one) => ({
      ...one,
      result: one.result
        .replaceAll('"allowance"', '"order"')
        .replaceAll('EIP-2612', 'Seaport 1.6')
        .replace('nonce', 'counter'),
    }))
    for (const records of [[mild, critical], [critical, mild], orders])
      assert.deepEqual(
        found(records).map(({ scan, unlimited }) => [scan.requestId, scan.riskLevel, unlimited]),
        [['worst', 'critical', true]],
      )
    const equal = [mild, record(worse, { requestId: 'unlimited' })]
    assert.deepEqual(found(equal)[0]?.scan.requestId, 'unlimited')
  })

  test('a permit of nothing takes permission back; a contract that calls itself Permit2 moves nothing', () => {
    const of = (more: object) => record({ intents: [intent(more)], parameters: { nonce: '1', 'details.nonce': '1' } })
    assert.deepEqual(
      places([
        of({ takes: [debit('0')] }),
        of({ protocol: 'DAI permit', takes: [debit('0')] }),
        of({ protocol: 'Permit2 PermitSingle', verifier: PERMIT2, takes: [debit('0')] }),
        of({ protocol: 'Permit2 PermitSingle', verifier: TOKEN }),
        of({ kind: 'transfer', protocol: 'Permit2 PermitTransferFrom', verifier: TOKEN }),
      ]),
      [],
    )
  })

  test('a part of a batch that takes nothing does not shift the nonces of the others', () => {
    const part = { protocol: 'Permit2 PermitBatch', verifier: PERMIT2 }
    const batch = record({
      intents: [intent({ ...part, takes: [debit('0')] }), intent({ ...part, takes: [debit('6', SPENDER)] })],
      parameters: { 'details[0].nonce': '1', 'details[1].nonce': '2' },
    })
    assert.deepEqual(places([batch]), [['permit2-allowance-signature', SPENDER.toLowerCase(), 2n]])
  })

  test('a signature scanned twice stands once, by its newest scan', () => {
    const scans = ['newest', 'older'].map((requestId) => record({ intents: [intent({})] }, { requestId }))
    assert.deepEqual(
      found(scans).map(({ scan }) => scan.requestId),
      ['newest'],
    )
  })
})

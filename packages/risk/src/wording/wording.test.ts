import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, label, ROUTER, STRANGER, USDC } from '../testing/sampleFacts.ts'
import { nameAccount, nameUnknownContract, shortAddress } from './accountNames.ts'
import { describeAsset, formatAmount, formatUsd, nameAsset } from './assetNames.ts'
import { listsOf } from './listWords.ts'
import { describeTimes } from './periods.ts'
import { describeAct } from './privilegedActs.ts'

test('dollars are grouped and have cents', () => {
  assert.deepEqual([0, 5.5, 899_999.999, 1_234_567.891].map(formatUsd), [
    '$0.00',
    '$5.50',
    '$900,000.00',
    '$1,234,567.89',
  ])
})

test('amounts are grouped, cut and never zero for something', () => {
  assert.equal(formatAmount(1_500_000_000_000_000_000n, 18), '1.5')
  assert.equal(formatAmount(1_234_567n * 10n ** 6n, 6), '1,234,567')
  assert.equal(formatAmount(1_999_999_999n, 9), '1.999999')
  assert.equal(formatAmount(1n, 18), 'less than 0.000001')
  assert.equal(formatAmount(0n, 18), '0')
  assert.equal(formatAmount(5n, 0), '5')
})

test('an asset without decimals is counted in base units', () => {
  const token = {
    assetType: 'erc20',
    address: USDC,
    symbol: 'T',
    decimals: null,
    tokenId: null,
    amount: 1_000n,
  } as const
  assert.equal(describeAsset(token), '1,000 base units of T')
  assert.equal(describeAsset({ ...token, assetType: 'erc1155', tokenId: 4n, amount: 2n }), '2 × T #4')
  assert.equal(describeAsset({ ...token, assetType: 'erc721', tokenId: 4n, amount: 1n }), 'T #4')
})

test('a symbol that is no ticker is quoted', () => {
  assert.equal(nameAsset('USDC', USDC), 'USDC')
  assert.equal(nameAsset('Visit evil.example', USDC), '“Visit evil.example”')
  assert.match(nameAsset(null, USDC), /^the token 0x05/i)
})

test('short addresses are EIP-55', () => {
  assert.equal(shortAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'), '0x5aAe…eAed')
})

test('a name that an account gives itself is quoted beside its address; a label comes first', () => {
  const short = shortAddress(STRANGER)
  assert.equal(nameAccount(STRANGER), short)
  assert.equal(nameAccount(STRANGER, { labels: [], ensName: null }), short)
  assert.equal(nameAccount(STRANGER, { labels: [], ensName: 'uniswap-router.eth' }), `${short} (“uniswap-router.eth”)`)
  assert.equal(nameAccount(STRANGER, { labels: [label('exchange', 'Acme')], ensName: 'x.eth' }), `Acme (${short})`)
})

test('what a loaded list calls an account is quoted with the title of the list, and cannot end the quotation', () => {
  const listed = { ...label('scammer', 'Eve” is safe. “'), source: 'drainers.csv', listed: { since: '2026-11-21' } }
  assert.equal(
    nameAccount(STRANGER, { labels: [listed] }),
    `${shortAddress(STRANGER)} (“Eve is safe. ”, says drainers.csv)`,
  )
})

test('a publicly submitted name is no name, unless it accuses', () => {
  const low = { confidence: 'low', listed: { since: null }, source: 'names.txt' } as const
  const short = shortAddress(STRANGER)
  const vault = { ...label('defi_protocol', 'Uniswap V4 Vault'), ...low }
  assert.equal(nameAccount(STRANGER, { labels: [vault] }), short)
  assert.equal(nameUnknownContract(contract(STRANGER, { labels: [vault] })).includes('Uniswap'), false)
  assert.equal(nameAccount(STRANGER, { labels: [vault], ensName: 'x.eth' }), `${short} (“x.eth”)`)
  assert.equal(nameAccount(STRANGER, { labels: [vault, label('token', 'Acme')] }), `Acme (${short})`)
  for (const category of ['scammer', 'hacker', 'mixer'] as const)
    assert.match(nameAccount(STRANGER, { labels: [{ ...label(category), ...low }] }), /, says names\.txt\)$/)
})

test('as evidence a list says what, how far it may be trusted and since when; an unnamed entry is called once what it is', () => {
  const listed = { source: 'drainers.csv', confidence: 'medium', listed: { since: '2026-11-21' } } as const
  const labels = [
    { ...label('scammer', 'Eve'), ...listed },
    { ...label('scammer'), ...listed, confidence: 'low' as const },
    { ...label('scammer', 'phishing'), ...listed, listed: { since: null } },
    label('exchange', 'Acme'),
  ]
  assert.deepEqual(listsOf(contract(STRANGER, { labels, sanctioned: true, sanctionedBy: ['OFAC SDN'] })), [
    'sanctioned: OFAC SDN',
    'scammer: Eve (drainers.csv, medium confidence, seen here since 2026-11-21)',
    'scammer (drainers.csv, low confidence, seen here since 2026-11-21)',
    'scammer: phishing (drainers.csv, medium confidence)',
    'exchange: Acme (test, high confidence)',
  ])
})

test('a stranger’s wallet is not called a contract', () => {
  const kind = { type: 'safe', version: '1.4.1', singleton: ROUTER } as const
  const safe = contract(STRANGER, { kind, labels: [label('multisig', 'Safe 1.4.1 wallet')] })
  assert.equal(nameUnknownContract(safe), `Safe 1.4.1 wallet (${shortAddress(STRANGER)}), an unknown person’s wallet,`)
  assert.match(nameUnknownContract(contract(STRANGER)), /, an unknown contract,$/)
})

test('times after a transaction are listed once each', () => {
  const day = 86_400
  assert.equal(describeTimes([0, 3_600, day, 8 * day, 30 * day]), 'at once, after an hour and 1, 8 and 30 days later')
  assert.equal(describeTimes([0, 2 * day]), 'at once and 2 days later')
  assert.equal(describeTimes([0]), 'at once')
})

test('a privileged call is told with who makes it, and when', () => {
  const act = {
    caller: STRANGER,
    by: 'owner()',
    selector: '0x35faa416',
    signature: null,
    isKey: true,
    after: 86_400,
  } as const
  assert.equal(describeAct(act, 'take it'), `${shortAddress(STRANGER)} (owner()) can take it by 0x35faa416 after a day`)
  assert.match(describeAct({ ...act, signature: 'sweep()', after: 0 }, 'take it'), /can take it by sweep\(\)$/)
})

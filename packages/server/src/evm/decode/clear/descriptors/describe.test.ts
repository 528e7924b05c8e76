import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbiItem } from 'viem'
import { renderParameters } from '../../../../usecases/scans/renderParameters.ts'
import { decodeCall } from '../../decodeCall.ts'
import { clearSignMessage } from '../../message/clearSignMessage.ts'
import { parseMessage } from '../../message/parseMessage.ts'
import { useDescriptors } from './descriptorIndex.ts'
import { parseDescriptor } from './parseDescriptor.ts'
import { readDescriptors } from './readDescriptors.ts'

const VAULT: Address = '0x00000000000000000000000000000000000a4626'
const OTHER: Address = '0x00000000000000000000000000000000000b0b0b'
const USDC: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const SENDER: Address = '0x1111111111111111111111111111111111111111'

type Format = Record<string, unknown>

const descriptor = (formats: Record<string, Format>, metadata: Format = {}) => ({
  context: { contract: { deployments: [{ chainId: 1, address: VAULT }] } },
  metadata: { owner: 'Example Vaults', ...metadata },
  display: { formats },
})

function use(formats: Record<string, Format>, metadata: Format = {}): void {
  const parsed = parseDescriptor(descriptor(formats, metadata))
  assert.ok(parsed)
  useDescriptors([parsed])
}

function read(signature: string, args: unknown[], { to = VAULT, value = 0n } = {}) {
  const abi = [parseAbiItem(`function ${signature}` as never)]
  const data = encodeFunctionData({ abi, args } as never)
  const call = decodeCall({ to, value, data }, { chain: 'ethereum', from: SENDER })
  const { intent, interpolatedIntent, contractName, fields } = renderParameters(call, {
    chain: 'ethereum',
    accounts: new Map(),
    imitates: () => true,
  })
  return {
    intent,
    interpolatedIntent,
    contractName,
    fields: fields.map(({ label, value: text }) => `${label}: ${text}`),
  }
}

const amount = (more: Format = {}) => ({
  path: 'amount',
  label: 'Amount',
  format: 'tokenAmount',
  params: { token: USDC },
  ...more,
})

afterEach(() => useDescriptors([]))

test('a sentence is completed with the values as the fields show them, on the named contract alone', () => {
  const fields = [amount(), { path: 'to', label: 'To', format: 'addressName' }]
  use({
    'park(uint256 amount, address to)': {
      intent: 'Park',
      interpolatedIntent: 'Park {amount} for {to} {{for good}}',
      fields,
    },
  })
  const shown = read('park(uint256 amount, address to)', [5_000_000n, OTHER])
  assert.equal(shown.intent, 'Park')
  assert.equal(shown.interpolatedIntent, 'Park 5 USDC for 0x00000000000000000000000000000000000b0B0b {for good}')
  assert.equal(shown.contractName, 'Example Vaults')
  assert.deepEqual(shown.fields, ['Amount: 5 USDC', 'To: 0x00000000000000000000000000000000000b0B0b'])
  const elsewhere = read('park(uint256 amount, address to)', [5_000_000n, OTHER], { to: OTHER })
  assert.deepEqual([elsewhere.intent, elsewhere.interpolatedIntent], [null, null])
})

test('a sentence that names a missing, hidden or unknown value is not shown; the fields are', () => {
  for (const [sentence, visible] of [
    ['Park {missing}', 'always'],
    ['Park {amount}', 'never'],
    ['Park {amount}', { ifNotIn: [1] }],
    ['Park {amount', 'always'],
  ] as const) {
    use({ 'park(uint256 amount)': { intent: 'Park', interpolatedIntent: sentence, fields: [amount({ visible })] } })
    const shown = read('park(uint256 amount)', [1_000_000n])
    assert.deepEqual([shown.intent, shown.interpolatedIntent], ['Park', null], sentence)
  }
})

test('a map gives the token of a key; a key that it lacks makes the description unusable', () => {
  const maps = { pools: { $keyType: 'pool', values: { 7: USDC } } }
  const params = { token: { map: '$.metadata.maps.pools', keyPath: 'pool' } }
  use({ 'join(uint256 pool,uint256 amount)': { intent: 'Join', fields: [amount({ params })] } }, { maps })
  const shape = 'join(uint256 pool,uint256 amount)'
  assert.deepEqual(read(shape, [7n, 1_500_000n]).fields, ['Amount: 1.5 USDC'])
  assert.equal(read(shape, [8n, 1_500_000n]).intent, null)
})

test('an encrypted value is named as such with its bytes, also in the sentence', () => {
  const encryption = { scheme: 'fhevm', plaintextType: 'uint64', fallbackLabel: '[Encrypted Amount]' }
  const hidden = { path: 'handle', label: 'Amount', format: 'tokenAmount', params: { token: USDC }, encryption }
  use({ 'send(bytes32 handle)': { intent: 'Send', interpolatedIntent: 'Send {handle}', fields: [hidden] } })
  const handle = `0x${'ab'.repeat(32)}`
  const shown = read('send(bytes32 handle)', [handle])
  assert.deepEqual(shown.fields, [`Amount: [Encrypted Amount] ${handle}`])
  assert.equal(shown.interpolatedIntent, `Send [Encrypted Amount] ${handle}`)
})

test('fields are hidden by their value; a value outside its list makes the description unusable', () => {
  const raw = (path: string, visible: unknown) => ({ path, label: path, format: 'raw', visible })
  const fields = [raw('fee', { ifNotIn: [0] }), raw('mode', { mustMatch: [1, '0x2'] })]
  use({ 'set(uint256 fee,uint8 mode)': { intent: 'Set', fields } })
  assert.deepEqual(read('set(uint256 fee,uint8 mode)', [0n, 2]).fields, [])
  assert.deepEqual(read('set(uint256 fee,uint8 mode)', [3n, 1]).fields, ['fee: 3'])
  assert.equal(read('set(uint256 fee,uint8 mode)', [0n, 3]).intent, null)
})

test('amounts beyond a threshold, of the native coin, and of another network', () => {
  const native = `0x${'e'.repeat(40)}`
  const shape = 'act(address token,uint256 amount)'
  const show = (params: Format, token: Address, of: bigint) => {
    use({ [shape]: { intent: 'Act', fields: [amount({ params: { tokenPath: 'token', ...params } })] } })
    return read(shape, [token, of]).fields[0]
  }
  assert.equal(show({ threshold: '0xff' }, USDC, 255n), 'Amount: Unlimited USDC')
  assert.equal(show({ threshold: '0xff', message: 'All' }, USDC, 254n), 'Amount: 0.000254 USDC')
  assert.equal(show({ nativeCurrencyAddress: [native] }, native as Address, 10n ** 18n), 'Amount: 1 ETH')
  // Without the parameter it is a token that no registry lists.
  assert.match(show({}, native as Address, 5n) ?? '', /5 base units of the token/)
  assert.match(show({ chainId: 42_161 }, USDC, 5n) ?? '', /5 base units of the token 0xa0b8\w+ of network 42161/)
})

const PAIRS: [string, bigint[], Address[], string[]][] = [
  ['as many', [5_000_000n, 1n], [USDC, OTHER], ['Amount: 5 USDC', 'Amount: 1 base units of the token 0x0000…0B0b']],
  ['one token in a list', [5_000_000n, 1n], [USDC], ['Amount: 5000000', 'Amount: 1']],
  ['more tokens', [5_000_000n], [USDC, OTHER], ['Amount: 5000000']],
]
for (const [name, amounts, tokens, expected] of PAIRS)
  test(`amounts of one list with tokens of another: ${name}`, () => {
    const shape = 'pay(uint256[] amounts,address[] tokens)'
    const field = amount({ path: 'amounts.[]', params: { tokenPath: 'tokens.[]' } })
    use({ [shape]: { intent: 'Pay', fields: [field] } })
    assert.deepEqual(read(shape, [amounts, tokens]).fields, expected)
  })

test('lists go together element by element, bundled or one after the other', () => {
  const entry = (path: string, label: string, format: string, params = {}) => ({ path, label, format, params })
  const fields = [entry('who.[]', 'Who', 'raw'), entry('share.[]', 'Share', 'unit', { base: '%' })]
  const shape = 'split(address[] who,uint256[] share)'
  const args = [
    [SENDER, OTHER],
    [60n, 40n],
  ]
  for (const [iteration, expected] of [
    ['bundled', ['Who', 'Share', 'Who', 'Share']],
    ['sequential', ['Who', 'Who', 'Share', 'Share']],
  ] as const) {
    use({ [shape]: { intent: 'Split', fields: [{ iteration, fields }] } })
    const labels = read(shape, args).fields.map((text) => text.split(':')[0])
    assert.deepEqual(labels, expected, iteration)
  }
  use({ [shape]: { intent: 'Split', fields: [{ iteration: 'bundled', fields }] } })
  assert.equal(read(shape, [[SENDER], [60n, 40n]]).intent, null)
})

test('a message is described by type, deployment and domain; a domain that only has a name gets no intent', () => {
  const encodedType = 'Move(address to,uint256 amount)'
  const typedData = {
    types: {
      Move: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'Move',
    domain: { name: 'Example', chainId: 1, verifyingContract: VAULT },
    message: { to: OTHER, amount: '2000000' },
  }
  const describes = (eip712: Format) => {
    const format = { intent: 'Move', interpolatedIntent: 'Move {amount}', fields: [amount()] }
    const parsed = parseDescriptor({
      context: { eip712 },
      metadata: {},
      display: { formats: { [encodedType]: format } },
    })
    useDescriptors(parsed === null ? [] : [parsed])
    return clearSignMessage(parseMessage({ account: SENDER, method: 'eth_signTypedData_v4', typedData }))
  }
  const deployments = [{ chainId: 1, address: VAULT }]
  assert.equal(describes({ deployments })?.intent, 'Move')
  assert.equal(describes({ deployments, domain: { name: 'Example' } })?.fields.length, 1)
  assert.equal(describes({ deployments, domain: { name: 'Other' } }), null)
  assert.equal(describes({ deployments: [{ chainId: 1, address: OTHER }] }), null)
  assert.equal(describes({}), null)
  const named = describes({ domain: { name: 'Example' } })
  assert.deepEqual([named?.intent, named?.sentence, named?.fields.length], [null, [], 1])
})

test('files that say a selector twice, or refer to what they lack, are not used', () => {
  const format = { intent: 'Park', fields: [amount()] }
  const one = descriptor({ 'park(uint256 amount)': format })
  assert.ok(parseDescriptor(one))
  assert.equal(parseDescriptor(descriptor({ 'park(uint256 amount)': format, 'park(uint256 x)': format })), null)
  const lost = { intent: 'Park', fields: [{ path: 'amount', $ref: '$.display.definitions.lost' }] }
  assert.equal(parseDescriptor(descriptor({ 'park(uint256 amount)': lost })), null)
  assert.equal(parseDescriptor(descriptor({ 'no signature': format })), null)
})

test('includes are merged by path; files outside the folder are not read', async () => {
  const root = await mkdtemp(join(tmpdir(), 'descriptors-'))
  try {
    await mkdir(join(root, 'parts'))
    const part = { display: { formats: { 'park(uint256 amount)': { intent: 'Park', fields: [amount()] } } } }
    const own = {
      ...descriptor({ 'park(uint256 amount)': { fields: [{ path: 'amount', label: 'Sum' }] } }),
      includes: './parts/base.json',
    }
    await writeFile(join(root, 'parts', 'base.json'), JSON.stringify(part))
    await writeFile(join(root, 'own.json'), JSON.stringify(own))
    await writeFile(join(root, 'escape.json'), JSON.stringify({ ...own, includes: '../../base.json' }))
    await writeFile(join(root, 'broken.json'), '{')
    const { descriptors, refused } = await readDescriptors(root)
    assert.deepEqual(refused, ['broken.json', 'escape.json'])
    useDescriptors(descriptors)
    assert.deepEqual(read('park(uint256 amount)', [1_000_000n]).fields, ['Sum: 1 USDC'])
  } finally {
    await rm(root, { recursive: true })
  }
})

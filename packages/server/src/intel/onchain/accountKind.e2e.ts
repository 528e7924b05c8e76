import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { AccountKind } from '@redoubt/risk/facts/account.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { createChainSource } from '../../evm/rpc/createChainSource.ts'
import { startTestChain, type TestChain } from '../../evm/simulation/testing/testChain.ts'
import { readOriginal } from '../../sandbox/testing/readOriginal.ts'
import { accountFact } from '../accountFact.ts'
import { knows } from '../testing/knows.ts'
import { IMPLEMENTATION_SLOT } from './codeTraits.ts'
import { answering } from './testing/answering.ts'
import { openSandbox } from './testing/openSandbox.ts'

let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(60_000)
})
const lower = (address: Address) => address.toLowerCase() as Address
const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`
const WALLET: Address = at('5afe')
const SAFE_141: Address = '0x41675c099f32341bf84bfc5382af534df5c7461a'
const KERNEL: Address = '0xbac849bb641841b44e965fb01a4bf5f074f84b4d'
const OTHER = at('baad')
const SLOT_0: Hex = `0x${'0'.repeat(64)}`
const PLAIN_PROXY: Hex = `0x363d3d373d3d363d7f${IMPLEMENTATION_SLOT.slice(2)}545af43d6000803e6038573d6000fd5b3d6000f3`
const clone = (of: Address): Hex => `0x363d3d373d3d3d363d73${of.slice(2)}5af43d82803e903d91602b57fd5bf3`
const safeProxy = readOriginal('SafeProxy141').deployedBytecode
const safeProxy130 = readOriginal('GnosisSafeProxy130').deployedBytecode
const masterCopy = answering({ 'masterCopy()': word(SAFE_141), 'VERSION()': word(SAFE_141), 'getThreshold()': 2n })

describe('kinds of accounts that their own code proves', () => {
  let chain: TestChain
  let source: ChainSource
  before(async () => {
    chain = await startTestChain()
    source = createChainSource({ chain: 'ethereum', urls: [chain.url], limits: { headReuseMs: 0 } })
  })
  after(async () => {
    await source.close()
    await chain.close()
  })
  const fact = async (expectContract: boolean) =>
    accountFact(
      { chain: source, intel: knows() },
      { block: await source.head(signal), address: WALLET, expectContract },
      signal,
    )

  const cases: [string, { code: Hex; slots?: Record<Hex, Hex> }, AccountKind | null][] = [
    [
      'a Safe 1.4.1',
      { code: safeProxy, slots: { [SLOT_0]: word(SAFE_141) } },
      { type: 'safe', version: '1.4.1', singleton: SAFE_141 },
    ],
    [
      'an old proxy whose owners upgraded the singleton',
      { code: safeProxy130, slots: { [SLOT_0]: word(SAFE_141) } },
      { type: 'safe', version: '1.4.1', singleton: SAFE_141 },
    ],
    ['a genuine Safe proxy of other code', { code: safeProxy, slots: { [SLOT_0]: word(OTHER) } }, null],
    ['a Safe proxy that was never set up', { code: safeProxy }, null],
    ['code of its own with the singleton in slot 0', { code: masterCopy, slots: { [SLOT_0]: word(SAFE_141) } }, null],
    [
      'a Safe proxy with more in slot 0 than an address',
      { code: safeProxy, slots: { [SLOT_0]: `0xff${word(SAFE_141).slice(4)}` } },
      null,
    ],
    ['a clone', { code: clone(OTHER) }, { type: 'clone', implementation: OTHER }],
    [
      'a clone of the Safe singleton, which is no Safe',
      { code: clone(SAFE_141) },
      { type: 'clone', implementation: SAFE_141 },
    ],
    ['almost a clone', { code: `${clone(OTHER)}00` }, null],
    [
      'a clone of an ERC-4337 account',
      { code: clone(KERNEL) },
      { type: 'smart-account', name: 'ZeroDev Kernel 3.1', implementation: KERNEL },
    ],
    [
      'a plain proxy of an ERC-4337 account',
      { code: PLAIN_PROXY, slots: { [IMPLEMENTATION_SLOT]: word(KERNEL) } },
      { type: 'smart-account', name: 'ZeroDev Kernel 3.1', implementation: KERNEL },
    ],
    [
      'code that knows the slot and may do as it likes, with a famous address in it',
      { code: `0x7f${IMPLEMENTATION_SLOT.slice(2)}5400`, slots: { [IMPLEMENTATION_SLOT]: word(KERNEL) } },
      { type: 'proxy', implementation: KERNEL },
    ],
    [
      'code that does not know the slot it has filled',
      { code: masterCopy, slots: { [IMPLEMENTATION_SLOT]: word(KERNEL) } },
      null,
    ],
    ['a proxy of nothing', { code: PLAIN_PROXY }, null],
  ]
  for (const [name, { code, slots = {} }, kind] of cases)
    test(name, async () => {
      await chain.place({
        [WALLET]: { code, storage: { [SLOT_0]: SLOT_0, [IMPLEMENTATION_SLOT]: SLOT_0, ...slots } },
      })
      const account = await fact(false)
      assert.deepEqual(account.kind, kind)
      assert.deepEqual(await fact(true), account, 'also when a contract is expected')
      const safe = kind?.type === 'safe'
      assert.deepEqual(
        account.labels.map(({ category, name: label, confidence }) => [category, label, confidence]),
        safe ? [['multisig', 'Safe 1.4.1 wallet', 'high']] : [],
      )
    })
})

test('the sandbox’s own Safe, proxy and clone', async () => {
  await using sandbox = await openSandbox('ethereum')
  const { safe, proxies, tokens } = sandbox.world
  const block = await sandbox.source.head(signal)
  const kind = async (address: Address) =>
    (await accountFact({ chain: sandbox.source, intel: knows() }, { block, address: lower(address) }, signal)).kind
  assert.deepEqual(await kind(safe.account), { type: 'safe', version: '1.4.1', singleton: SAFE_141 })
  assert.deepEqual(await kind(proxies.upgradeable), { type: 'proxy', implementation: lower(proxies.implementation) })
  assert.deepEqual(await kind(proxies.clone), { type: 'clone', implementation: lower(proxies.implementation) })
  assert.equal(await kind(tokens.usdc), null)
  assert.equal(await kind(safe.singleton), null, 'what Safes run is no Safe')
})

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { IMPLEMENTATION_SLOT } from '../../../intel/onchain/codeTraits.ts'
import { answering } from '../../../intel/onchain/testing/answering.ts'
import { openSandbox } from '../../../intel/onchain/testing/openSandbox.ts'
import { readOriginal } from '../../../sandbox/testing/readOriginal.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { createChainSource } from '../../rpc/createChainSource.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { startTestChain, type TestChain } from '../../simulation/testing/testChain.ts'
import { ADMIN_SLOT, BEACON_SLOT, PROXIABLE_SLOT, ZOS_SLOT } from './proxySlots.ts'
import { resolveProxy } from './resolveProxy.ts'

let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(120_000)
})
const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`
const digits = (address: Address) => address.slice(2)
const lower = (address: Address) => address.toLowerCase() as Address
const SUBJECT = at('5afe')
const IMPL = '0x1111111111111111111111111111111111111111'
const BEACON = at('beac02')
const ADMIN = at('ad317')
const PERSON = at('9e25011')
const SLOT_7: Hex = `0x${'7'.padStart(64, '0')}`

/** Delegates everything to what a slot holds; a function, when given, answers before. */
const delegating = (slot: Hex, also = '') =>
  assemble(`${also} 0 0 CALLDATASIZE 0 ${slot} SLOAD GAS DELEGATECALL @a JUMPI 0 0 REVERT :a STOP`)
/** Names a slot that it never uses. */
const mentions = (slot: Hex) => `${slot} POP`
const owner = (who: Address) => `0 CALLDATALOAD 224 SHR 0x8da5cb5b EQ ISZERO @n JUMPI ${who} 0 MSTORE 32 0 RETURN :n`
const eoa = (address: Address, by: string): ProxyFact['admin'] => ({
  address,
  by,
  account: 'eoa',
  kind: null,
  labels: [],
})
/** beacon.implementation(), then DELEGATECALL to the answer. */
const beaconProxy = assemble(
  `0x5c60da1b00000000000000000000000000000000000000000000000000000000 0 MSTORE 32 0 4 0 ${BEACON_SLOT} SLOAD GAS STATICCALL POP 0 0 CALLDATASIZE 0 0 MLOAD GAS DELEGATECALL @a JUMPI 0 0 REVERT :a STOP`,
)
/** What an account in the code answers by a question of its own, then DELEGATECALL to the answer. */
const fixedBeaconProxy = (beacon: Address) =>
  assemble(
    `0xda525716 224 SHL 0 MSTORE 32 0 4 0 ${beacon} GAS STATICCALL POP 0 0 CALLDATASIZE 0 0 MLOAD GAS DELEGATECALL @a JUMPI 0 0 REVERT :a STOP`,
  )
const FIXED_BEACON = `0x${'be'.repeat(20)}` as Address
const diamond = assemble(
  `0 CALLDATALOAD 224 SHR DUP1 0x52ef6b2c EQ @list JUMPI DUP1 0xcdffacc6 EQ @one JUMPI DUP1 0x8da5cb5b EQ @owner JUMPI
   0 MSTORE 3 32 MSTORE 0 0 CALLDATASIZE 0 64 0 KECCAK256 SLOAD GAS DELEGATECALL @a JUMPI 0 0 REVERT :a STOP
   :list 32 0 MSTORE 2 32 MSTORE ${IMPL} 64 MSTORE ${ADMIN} 96 MSTORE 128 0 RETURN
   :one ${IMPL} 0 MSTORE 32 0 RETURN :owner ${PERSON} 0 MSTORE 32 0 RETURN`,
)
const safeProxy = readOriginal('SafeProxy141').deployedBytecode
const SINGLETON: Address = '0x41675c099f32341bf84bfc5382af534df5c7461a'
const immutable = { beacon: null, admin: null, upgradeable: false }
const unknown = { beacon: null, admin: null, upgradeable: null }

type World = { code: Hex; slots?: Record<Hex, Hex>; also?: Record<Address, Hex> }
const cases: [string, World, ProxyFact | null][] = [
  ['no code at all', { code: '0x' }, null],
  ['a token', { code: readOriginal('PlainToken').deployedBytecode }, null],
  [
    'a token that has a famous slot filled and does not know it',
    { code: readOriginal('PlainToken').deployedBytecode, slots: { [IMPLEMENTATION_SLOT]: word(IMPL) } },
    null,
  ],
  ...(
    [
      ['EIP-1167', `363d3d373d3d3d363d73${digits(IMPL)}5af43d82803e903d91602b57fd5bf3`],
      ['EIP-1167 with PUSH0', `5f5f365f5f37365f73${digits(IMPL)}5af43d5f5f3e5f3d91602a57fd5bf3`],
      ['0age’s clone', `3d3d3d3d363d3d37363d73${digits(IMPL)}5af43d3d93803e602a57fd5bf3`],
      ['Vyper’s clone', `366000600037611000600036600073${digits(IMPL)}5af4602c57600080fd5b6110006000f3`],
      [
        'a clone with immutable arguments',
        `363d3d373d3d3d363d73${digits(IMPL)}5af43d82803e903d91602b57fd5bf3${'ab'.repeat(70)}`,
      ],
    ] as const
  ).map(([name, code]): [string, World, ProxyFact] => [
    name,
    { code: `0x${code}` },
    { kind: 'eip1167', implementations: [IMPL], ...immutable },
  ]),
  [
    'an account with a delegate (EIP-7702)',
    { code: `0xef0100${digits(IMPL)}` },
    {
      kind: 'eip7702',
      implementations: [IMPL],
      beacon: null,
      admin: eoa(SUBJECT, 'the key of the account itself'),
      upgradeable: true,
    },
  ],
  [
    'EIP-1967 with a key as admin',
    {
      code: delegating(IMPLEMENTATION_SLOT, mentions(ADMIN_SLOT)),
      slots: { [IMPLEMENTATION_SLOT]: word(IMPL), [ADMIN_SLOT]: word(PERSON) },
    },
    {
      kind: 'eip1967',
      implementations: [IMPL],
      beacon: null,
      admin: eoa(PERSON, 'EIP-1967 admin slot'),
      upgradeable: true,
    },
  ],
  [
    'EIP-1967 with a ProxyAdmin',
    {
      code: delegating(IMPLEMENTATION_SLOT, mentions(ADMIN_SLOT)),
      slots: { [IMPLEMENTATION_SLOT]: word(IMPL), [ADMIN_SLOT]: word(ADMIN) },
      also: { [ADMIN]: answering({ 'owner()': word(PERSON) }) },
    },
    {
      kind: 'eip1967',
      implementations: [IMPL],
      beacon: null,
      admin: eoa(PERSON, 'owner() of the EIP-1967 admin'),
      upgradeable: true,
    },
  ],
  [
    '… whose owner is gone',
    {
      code: delegating(IMPLEMENTATION_SLOT, mentions(ADMIN_SLOT)),
      slots: { [IMPLEMENTATION_SLOT]: word(IMPL), [ADMIN_SLOT]: word(ADMIN) },
      also: { [ADMIN]: answering({ 'owner()': 0n }) },
    },
    { kind: 'eip1967', implementations: [IMPL], ...immutable },
  ],
  [
    '… with a timelock',
    {
      code: delegating(IMPLEMENTATION_SLOT, mentions(ADMIN_SLOT)),
      slots: { [IMPLEMENTATION_SLOT]: word(IMPL), [ADMIN_SLOT]: word(ADMIN) },
      also: { [ADMIN]: answering({ 'getMinDelay()': 172_800n }) },
    },
    {
      kind: 'eip1967',
      implementations: [IMPL],
      beacon: null,
      admin: {
        address: ADMIN,
        by: 'EIP-1967 admin slot',
        account: 'timelock',
        kind: null,
        labels: [],
        delaySeconds: 172_800,
      },
      upgradeable: true,
    },
  ],
  [
    '… with a Safe',
    {
      code: delegating(IMPLEMENTATION_SLOT, mentions(ADMIN_SLOT)),
      slots: { [IMPLEMENTATION_SLOT]: word(IMPL), [ADMIN_SLOT]: word(ADMIN) },
      also: { [ADMIN]: safeProxy },
    },
    {
      kind: 'eip1967',
      implementations: [IMPL],
      beacon: null,
      admin: {
        address: ADMIN,
        by: 'EIP-1967 admin slot',
        account: 'multisig',
        kind: { type: 'safe', version: '1.4.1', singleton: SINGLETON },
        labels: [],
      },
      upgradeable: true,
    },
  ],
  [
    '… with nobody',
    {
      code: delegating(IMPLEMENTATION_SLOT, mentions(ADMIN_SLOT)),
      slots: { [IMPLEMENTATION_SLOT]: word(IMPL), [ADMIN_SLOT]: word(at('dead')) },
    },
    {
      kind: 'eip1967',
      implementations: [IMPL],
      beacon: null,
      admin: { address: at('dead'), by: 'EIP-1967 admin slot', account: 'burned', kind: null, labels: [] },
      upgradeable: false,
    },
  ],
  [
    'an implementation that replaces itself (UUPS)',
    {
      code: delegating(IMPLEMENTATION_SLOT, owner(PERSON)),
      slots: { [IMPLEMENTATION_SLOT]: word(IMPL) },
      also: { [IMPL]: answering({ 'upgradeToAndCall(address,bytes)': 1n }) },
    },
    { kind: 'eip1967', implementations: [IMPL], beacon: null, admin: eoa(PERSON, 'owner()'), upgradeable: true },
  ],
  [
    'a proxy without a known admin',
    { code: delegating(IMPLEMENTATION_SLOT), slots: { [IMPLEMENTATION_SLOT]: word(IMPL) } },
    { kind: 'eip1967', implementations: [IMPL], ...unknown },
  ],
  [
    'EIP-1822',
    { code: delegating(PROXIABLE_SLOT), slots: { [PROXIABLE_SLOT]: word(IMPL) } },
    { kind: 'eip1822', implementations: [IMPL], ...unknown },
  ],
  [
    'OpenZeppelin’s slot before EIP-1967',
    { code: delegating(ZOS_SLOT), slots: { [ZOS_SLOT]: word(IMPL) } },
    { kind: 'slot', implementations: [IMPL], ...unknown },
  ],
  [
    'a slot of its own',
    { code: delegating(SLOT_7), slots: { [SLOT_7]: word(IMPL) } },
    { kind: 'slot', implementations: [IMPL], ...unknown },
  ],
  ['a slot that was never set', { code: delegating(SLOT_7) }, null],
  [
    'EIP-897',
    {
      code: delegating(SLOT_7, `0 CALLDATALOAD 224 SHR 0x5c60da1b EQ ISZERO @n JUMPI ${IMPL} 0 MSTORE 32 0 RETURN :n`),
      slots: { [SLOT_7]: word(IMPL) },
    },
    { kind: 'eip897', implementations: [IMPL], ...unknown },
  ],
  [
    'a beacon',
    {
      code: beaconProxy,
      slots: { [BEACON_SLOT]: word(BEACON) },
      also: { [BEACON]: answering({ 'implementation()': word(IMPL), 'owner()': word(PERSON) }) },
    },
    {
      kind: 'beacon',
      implementations: [IMPL],
      beacon: BEACON,
      admin: eoa(PERSON, 'owner() of the beacon'),
      upgradeable: true,
    },
  ],
  [
    'a beacon in the code, asked by another question',
    {
      code: fixedBeaconProxy(FIXED_BEACON),
      also: {
        [FIXED_BEACON]: answering({ 'childImplementation()': word(BEACON), 'owner()': word(PERSON) }),
        [BEACON]: assemble('STOP'),
      },
    },
    {
      kind: 'beacon',
      implementations: [BEACON],
      beacon: FIXED_BEACON,
      admin: eoa(PERSON, 'owner() of the beacon'),
      upgradeable: true,
    },
  ],
  [
    'an account in the code that answers with one without code',
    {
      code: fixedBeaconProxy(FIXED_BEACON),
      also: { [FIXED_BEACON]: answering({ 'childImplementation()': word(PERSON) }) },
    },
    null,
  ],
  [
    'a diamond',
    { code: diamond },
    { kind: 'diamond', implementations: [IMPL, ADMIN], beacon: null, admin: eoa(PERSON, 'owner()'), upgradeable: true },
  ],
  [
    'a Safe',
    { code: safeProxy, slots: { [`0x${'0'.repeat(64)}`]: word(SINGLETON) } },
    {
      kind: 'safe',
      implementations: [SINGLETON],
      beacon: null,
      admin: {
        address: SUBJECT,
        by: 'the owners of the Safe itself',
        account: 'multisig',
        kind: { type: 'safe', version: '1.4.1', singleton: SINGLETON },
        labels: [],
      },
      upgradeable: true,
    },
  ],
]

describe('what a contract hands calls on to', () => {
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
  const cleared = Object.fromEntries(
    [IMPLEMENTATION_SLOT, ADMIN_SLOT, BEACON_SLOT, PROXIABLE_SLOT, ZOS_SLOT, SLOT_7, `0x${'0'.repeat(64)}` as Hex].map(
      (slot) => [slot, `0x${'0'.repeat(64)}`],
    ),
  )
  for (const [name, { code, slots = {}, also = {} }, expected] of cases)
    test(name, async () => {
      await chain.place({
        [IMPL]: { code: '0x00' },
        [ADMIN]: { code: '0x', storage: { [`0x${'0'.repeat(64)}`]: word(SINGLETON) } },
        ...Object.fromEntries(Object.entries(also).map(([who, its]) => [who, { code: its }])),
        [SUBJECT]: { code, storage: { ...cleared, ...slots } },
      })
      const block = await source.head(signal)
      assert.deepEqual(await resolveProxy(source, { block, address: SUBJECT, code }, signal), expected)
    })
})

test('the sandbox’s own proxies', async () => {
  await using sandbox = await openSandbox('ethereum')
  const { proxies, safe, tokens } = sandbox.world
  const block = await sandbox.source.head(signal)
  const resolve = async (address: Address) => {
    const code = await sandbox.source.code(block, lower(address), signal)
    return resolveProxy(sandbox.source, { block, address: lower(address), code }, signal)
  }
  const upgradeable = await resolve(proxies.upgradeable)
  assert.deepEqual(
    [upgradeable?.kind, upgradeable?.implementations, upgradeable?.upgradeable],
    ['eip1967', [lower(proxies.implementation)], true],
  )
  assert.equal(upgradeable?.admin?.account, 'eoa')
  assert.deepEqual((await resolve(proxies.clone))?.implementations, [lower(proxies.implementation)])
  assert.equal((await resolve(safe.account))?.kind, 'safe')
  assert.equal(await resolve(tokens.usdc), null)
})

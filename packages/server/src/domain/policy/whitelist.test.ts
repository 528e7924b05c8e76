import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Effects } from './effects.ts'
import type { AllowedContract, ArgumentBound } from './policy.ts'
import { call, FRIEND, ROUTER, STRANGER, TOKEN } from './testPolicy.ts'
import { outsideWhitelist } from './whitelist.ts'

type Asked = Partial<Pick<Effects, 'calls' | 'recipients' | 'approvals' | 'rights'>>
const NOTHING = { calls: [], recipients: [], approvals: [], rights: [] }
const outside = (
  asked: Asked,
  {
    addresses = [],
    contracts = [],
    spenders = [],
  }: { addresses?: Address[]; contracts?: AllowedContract[]; spenders?: Address[] } = {},
) => outsideWhitelist({ ...NOTHING, ...asked }, { addresses, contracts }, spenders)

const SELECTOR = '0xa9059cbb'
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const dataOf = (...values: bigint[]): Hex => `0x${SELECTOR.slice(2)}${values.map(word).join('')}`
const any: AllowedContract = { address: TOKEN, selectors: null }
const approvalOf = (spender: Address) => ({ token: TOKEN, spender, unlimited: false, amount: 1n, atRiskUsd: 1 })

describe('outsideWhitelist', () => {
  test('a plain payment needs a listed address, and a listed contract takes one too', () => {
    const asked = { calls: [call(FRIEND, { value: 1n })] }
    assert.deepEqual(outside(asked, { addresses: [FRIEND] }), [])
    assert.deepEqual(outside(asked, { addresses: [STRANGER] }), [`${FRIEND} is not on the whitelist.`])
    assert.deepEqual(outside(asked, { contracts: [{ address: FRIEND, selectors: [] }] }), [])
  })

  test('a call needs its contract, with its function', () => {
    const asked = { calls: [call(TOKEN, { data: dataOf(1n) })] }
    assert.deepEqual(outside(asked, { contracts: [any] }), [])
    assert.deepEqual(
      outside(asked, { contracts: [{ address: TOKEN, selectors: [{ selector: SELECTOR, arguments: [] }] }] }),
      [],
    )
    const said = [`The call of ${SELECTOR} on ${TOKEN} is not on the whitelist.`]
    assert.deepEqual(outside(asked, { contracts: [{ address: TOKEN, selectors: [] }] }), said)
    assert.deepEqual(outside(asked, { contracts: [{ address: ROUTER, selectors: null }] }), said)
    assert.deepEqual(outside(asked, { addresses: [TOKEN] }), said, 'an address alone may be paid, not called')
  })

  const bound = (changed: Partial<ArgumentBound>): AllowedContract[] => [
    {
      address: TOKEN,
      selectors: [{ selector: SELECTOR, arguments: [{ word: 1, min: null, max: null, oneOf: null, ...changed }] }],
    },
  ]
  for (const [what, changed, data, covered] of [
    ['at the least', { min: 5n }, dataOf(0n, 5n), true],
    ['below the least', { min: 5n }, dataOf(9n, 4n), false],
    ['at the most', { max: 5n }, dataOf(9n, 5n), true],
    ['above the most', { max: 5n }, dataOf(0n, 6n), false],
    ['one of the list', { oneOf: [3n, 7n] }, dataOf(0n, 7n), true],
    ['none of the list', { oneOf: [3n, 7n] }, dataOf(3n, 5n), false],
    ['not there', { max: 5n }, dataOf(0n), false],
    ['cut off', { max: 5n }, dataOf(0n, 5n).slice(0, -2) as Hex, false],
  ] as const)
    test(`an argument that is ${what} is ${covered ? 'covered' : 'outside'}`, () =>
      assert.equal(outside({ calls: [call(TOKEN, { data })] }, { contracts: bound(changed) }).length, covered ? 0 : 1))

  test('every bound must hold', () => {
    const selectors = [
      {
        selector: SELECTOR,
        arguments: [
          { word: 0, min: 1n, max: null, oneOf: null },
          { word: 1, min: null, max: 5n, oneOf: null },
        ],
      },
    ] as const
    const asked = (...values: bigint[]) => ({ calls: [call(TOKEN, { data: dataOf(...values) })] })
    assert.deepEqual(outside(asked(1n, 5n), { contracts: [{ address: TOKEN, selectors }] }), [])
    assert.equal(outside(asked(0n, 5n), { contracts: [{ address: TOKEN, selectors }] }).length, 1)
    assert.equal(outside(asked(1n, 6n), { contracts: [{ address: TOKEN, selectors }] }).length, 1)
  })

  test('a standard call of a known token is covered where it names listed accounts alone, and sends no coin', () => {
    const standard = (parties: Address[], value = 0n) => ({
      calls: [call(TOKEN, { data: dataOf(1n), parties, value })],
    })
    assert.deepEqual(outside(standard([FRIEND]), { addresses: [FRIEND] }), [])
    assert.deepEqual(outside(standard([ROUTER]), { spenders: [ROUTER] }), [])
    assert.deepEqual(outside(standard([ROUTER]), { contracts: [{ address: ROUTER, selectors: [] }] }), [])
    assert.equal(outside(standard([FRIEND, STRANGER]), { addresses: [FRIEND] }).length, 1)
    assert.equal(outside(standard([FRIEND], 1n), { addresses: [FRIEND] }).length, 1)
  })

  test('code that runs as the wallet, and a creation, are never covered', () => {
    const lists = { addresses: [FRIEND, TOKEN], contracts: [any] }
    assert.deepEqual(outside({ calls: [call(TOKEN, { delegatecall: true, parties: [] })] }, lists), [
      `The wallet would run the code of ${TOKEN} as its own.`,
    ])
    assert.deepEqual(outside({ calls: [call(null, { parties: [] })] }, lists), [
      'A contract creation is not on the whitelist.',
    ])
  })

  test('recipients and holders of rights must be listed, unless every call is one of a listed contract', () => {
    const asked: Asked = { recipients: [STRANGER], rights: [{ holder: ROUTER, contract: TOKEN }] }
    const said = [
      `${STRANGER} is not on the whitelist.`,
      `${ROUTER}, which gets a right in ${TOKEN}, is not on the whitelist.`,
    ]
    assert.deepEqual(outside(asked, { contracts: [any] }), said)
    assert.deepEqual(outside({ ...asked, calls: [call(TOKEN)] }, { contracts: [any] }), [])
    const mixed = { ...asked, calls: [call(TOKEN), call(FRIEND)] }
    assert.deepEqual(outside(mixed, { contracts: [any], addresses: [FRIEND] }), said)
    assert.deepEqual(outside(asked, { addresses: [STRANGER, ROUTER] }), [])
    assert.deepEqual(outside({ rights: asked.rights ?? [] }, { spenders: [ROUTER] }), [])
    assert.deepEqual(outside({ ...asked, rights: null, recipients: [] }), [])
  })

  test('a spender must be listed whatever contract is called', () => {
    const asked = { calls: [call(TOKEN)], approvals: [approvalOf(STRANGER)] }
    assert.deepEqual(outside(asked, { contracts: [any] }), [`The spender ${STRANGER} is not on the whitelist.`])
    assert.deepEqual(outside(asked, { contracts: [any], spenders: [STRANGER] }), [])
    assert.deepEqual(outside(asked, { contracts: [any], addresses: [STRANGER] }), [])
  })
})

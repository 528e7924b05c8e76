import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { toEventSelector, toFunctionSelector } from 'viem/utils'
import type { EmittedLog } from './emittedLogs.ts'
import { type IdGrant, idGrantRead, idGrantState, idGrants } from './idGrants.ts'

const at = (digit: string): Address => `0x${digit.padStart(40, '0')}`
const [TOKEN, OWNER, SPENDER] = [at('70'), at('a1'), at('5e')]
const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const OPERATOR = toEventSelector('event OperatorSet(address,address,bool)')
const APPROVAL = toEventSelector('event Approval(address,address,uint256,uint256)')
const log = (topics: Hex[], data: Hex, selector: Hex = '0x'): EmittedLog => ({ address: TOKEN, topics, data, selector })
const parties = [word(OWNER), word(SPENDER)]
const grant = (more: Partial<IdGrant>): IdGrant => ({
  kind: 'id',
  token: TOKEN,
  owner: OWNER,
  spender: SPENDER,
  tokenId: 3n,
  after: 5n,
  expiration: null,
  consumed: false,
  ...more,
})
const PULL = toFunctionSelector('function transferFrom(address,address,uint256,uint256)')

const CASES: [string, EmittedLog[], IdGrant[]][] = [
  ['an operator', [log([OPERATOR, ...parties], word(1n))], [grant({ kind: 'ids', tokenId: null, after: 1n })]],
  ['no operator any more', [log([OPERATOR, ...parties], word(0n))], [grant({ kind: 'ids', tokenId: null, after: 0n })]],
  ['an amount of an id', [log([APPROVAL, ...parties, word(3n)], word(5n))], [grant({})]],
  [
    'the last of two about one id, and another id',
    [9n, 5n]
      .map((one) => log([APPROVAL, ...parties, word(3n)], word(one)))
      .concat(log([APPROVAL, ...parties, word(4n)], word(8n))),
    [grant({}), grant({ tokenId: 4n, after: 8n })],
  ],
  ['one that is used up', [log([APPROVAL, ...parties, word(3n)], word(5n), PULL)], [grant({ consumed: true })]],
  [
    'the Approval of an ERC-20',
    [log([toEventSelector('event Approval(address,address,uint256)'), ...parties], word(5n))],
    [],
  ],
  ['an approval whose id is no topic', [log([APPROVAL, ...parties], word(5n))], []],
  ['an operator without a word', [log([OPERATOR, ...parties], '0x')], []],
]

for (const [name, logs, expected] of CASES)
  test(`grants of ids: ${name}`, () => {
    assert.deepEqual(idGrants(logs), expected)
  })

test('the contract itself is asked about an operator, or about the amount of the id', () => {
  const read = (one: IdGrant) => idGrantRead(one).data.slice(0, 10)
  assert.equal(read(grant({})), toFunctionSelector('function allowance(address,address,uint256)'))
  assert.equal(read(grant({ kind: 'ids', tokenId: null })), toFunctionSelector('function isOperator(address,address)'))
  assert.equal(idGrantState(grant({}), word(7n))?.amount, 7n)
  assert.equal(idGrantState(grant({ kind: 'ids' }), word(7n))?.amount, 1n)
  assert.equal(idGrantState(grant({}), '0x'), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import type { ApprovalChange, BalanceChange } from '../facts/changes.ts'
import { MAX_WORD, type Measured, type Reading, reading } from './condition.ts'
import { type Lost, type ShownOutcome, worseThanShown } from './worseThanShown.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const [ME, TOKEN, THIEF, FRIEND] = [at('1'), at('2'), at('3'), at('4')]
const numbered = (address: Address) => BigInt(address)
const balance = (change: bigint, more: Partial<BalanceChange> = {}): BalanceChange => ({
  account: ME,
  assetType: 'erc20',
  address: TOKEN,
  tokenId: null,
  symbol: null,
  decimals: null,
  before: null,
  after: null,
  change,
  changeUsd: null,
  priceSource: null,
  priceKind: null,
  ...more,
})
const item = (account: Address, change: bigint, tokenId = 7n) =>
  balance(change, { account, assetType: 'erc721', tokenId })
const approval = (after: bigint, more: Partial<ApprovalChange> = {}): ApprovalChange => ({
  token: TOKEN,
  symbol: null,
  decimals: null,
  standard: 'erc20',
  owner: ME,
  spender: FRIEND,
  tokenId: null,
  before: 0n,
  after,
  operator: false,
  unlimited: false,
  expiration: null,
  ...more,
})
const about: Partial<Reading> = { target: TOKEN, account: ME, other: FRIEND, id: 7n }
const of = (kind: Reading['kind'], before: bigint | null, after: bigint, more = about): Measured => ({
  ...reading(kind, more),
  before,
  after,
})
const judge = (measured: Measured | Lost, shown: Partial<ShownOutcome> = {}) => {
  const outcome = { account: ME, balanceChanges: [], approvalChanges: [], privilegeChanges: [], ...shown }
  return 'after' in measured ? worseThanShown([measured], [], outcome) : worseThanShown([], [measured], outcome)
}
const lost = (kind: Reading['kind'], before: bigint): Lost => ({ ...reading(kind, about), before })

const CASES: Readonly<Record<string, [harm: Measured | Lost, honest: Measured | Lost, Partial<ShownOutcome>]>> = {
  'a payment': [of('token-balance', 100n, 89n), of('token-balance', 100n, 90n), { balanceChanges: [balance(-10n)] }],
  'what arrives': [of('token-balance', 0n, 9n), of('token-balance', 0n, 10n), { balanceChanges: [balance(10n)] }],
  'a token that the scan leaves alone': [of('token-balance', 5n, 4n), of('token-balance', 5n, 5n), {}],
  'the items of a collection, by their number': [
    of('token-balance', 3n, 3n),
    of('token-balance', 3n, 4n),
    { balanceChanges: [item(ME, 1n), item(FRIEND, 1n, 8n)] },
  ],
  'items that leave a collection': [
    of('token-balance', 3n, 1n),
    of('token-balance', 3n, 2n),
    { balanceChanges: [item(ME, -1n), item(FRIEND, 1n)] },
  ],
  'the recipient of an item': [
    of('item-owner', numbered(ME), numbered(THIEF)),
    of('item-owner', numbered(ME), numbered(FRIEND)),
    { balanceChanges: [item(ME, -1n), item(FRIEND, 1n)] },
  ],
  'an item that arrives': [
    of('item-owner', numbered(FRIEND), numbered(THIEF)),
    of('item-owner', numbered(FRIEND), numbered(ME)),
    { balanceChanges: [item(FRIEND, -1n), item(ME, 1n)] },
  ],
  'an item that the scan leaves alone': [
    of('item-owner', numbered(ME), numbered(THIEF)),
    of('item-owner', numbered(THIEF), numbered(FRIEND)),
    {},
  ],
  'an allowance': [of('allowance', 0n, MAX_WORD), of('allowance', 0n, 50n), { approvalChanges: [approval(50n)] }],
  'an allowance that the scan leaves alone': [of('allowance', 5n, 6n), of('allowance', 5n, 1n), {}],
  'an operator': [
    of('operator', 0n, 1n),
    of('operator', 1n, 1n),
    { approvalChanges: [approval(1n, { operator: true, spender: THIEF, standard: 'erc721' })] },
  ],
  'the account that an item is approved to': [
    of('item-approval', 0n, numbered(THIEF)),
    of('item-approval', 0n, numbered(FRIEND)),
    { approvalChanges: [approval(1n, { standard: 'erc721', tokenId: 7n })] },
  ],
  'a Permit2 allowance': [
    of('permit2-amount', 0n, 9n, { ...about, id: BigInt(TOKEN) }),
    of('permit2-amount', 0n, 8n, { ...about, id: BigInt(TOKEN) }),
    { approvalChanges: [approval(8n, { standard: 'permit2' })] },
  ],
  'control of a contract': [of('owner', 1n, 2n), of('owner', 1n, 1n), {}],
  'control that the scan shows to change': [
    of('safe-owners', 1n, 2n, { target: THIEF }),
    of('safe-owners', 1n, 2n),
    {
      privilegeChanges: [{ kind: 'safe-owner', contract: TOKEN, from: null, to: FRIEND, shownBy: 'simulation' }],
    },
  ],
  'a value that cannot be read any more': [lost('token-balance', 5n), lost('item-approval', 0n), {}],
  'an item that cannot be read any more': [
    { ...lost('item-owner', numbered(ME)), id: 8n },
    lost('item-owner', numbered(ME)),
    { balanceChanges: [item(ME, -1n)] },
  ],
}

for (const [name, [harm, honest, shown]] of Object.entries(CASES))
  test(`${name}: more than the scan showed is found, and the same is not`, () => {
    assert.notEqual(judge(harm, shown), null)
    assert.equal(judge(honest, shown), null)
  })

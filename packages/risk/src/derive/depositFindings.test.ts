import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeAbiParameters, keccak256, numberToHex } from 'viem/utils'
import type { Detector } from '../engine/detector.ts'
import type { Evidence, Severity } from '../engine/finding.ts'
import type { Outcome } from '../engine/runDetectors.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { Claim } from '../facts/claim.ts'
import { contractFunction } from '../testing/sampleContract.ts'
import {
  account,
  byAddress,
  contract,
  ETHER,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  ZERO,
} from '../testing/sampleFacts.ts'
import { claim } from '../testing/testClaims.ts'
import { depositFindings, depositsBehindNumbers, depositsInCustody, depositsOfAnyCaller } from './depositFindings.ts'
import type { Loss } from './shapes.ts'

function found(id: string, severity: Severity, evidence: Evidence): Outcome {
  const detector = { id, title: id, severity: 'high' } as Detector
  return { detector, status: 'found', hits: [{ severity, description: 'A sentence.', evidence }] }
}
const kept = (more: Evidence) =>
  found('deposit-without-withdrawal', 'high', {
    asset: 'native',
    takers: [UNKNOWN_CONTRACT],
    named: false,
    sale: false,
    ...more,
  })
const offering = (...offered: string[]) => [claim({ returned: 0n, exit: null, offered })]
/** A private key takes what was recorded for the payer. */
const withheld = (more: Partial<Claim> = {}) => [
  claim({
    returned: 0n,
    exit: null,
    offered: ['claim()'],
    takes: [
      {
        caller: STRANGER,
        by: 'owner()',
        selector: '0x5705ae43',
        signature: null,
        isKey: true,
        after: 0,
        amount: ETHER,
        receiver: STRANGER,
      },
    ],
    ...more,
  }),
]

describe('depositFindings', () => {
  const sales: Record<string, Parameters<typeof depositFindings>> = {
    'a shop that offers nothing back': [[kept({ sale: true })], offering()],
    'an insurance that pays claims': [[kept({})], offering('claim()')],
    'a presale that delivers what was bought': [[kept({ recorded: true })], withheld({ delivers: true })],
    'a shop whose key takes a price that nothing records': [[kept({})], withheld()],
    'a payment whose withdrawals were not all tried': [[kept({ recorded: true })], withheld({ complete: false })],
    'a recorded payment that no key takes': [[kept({ recorded: true })], withheld({ takes: [] })],
    'a payment of another asset than the key takes': [[kept({ recorded: true, asset: STRANGER })], withheld()],
    'a payment to another contract than the key empties': [[kept({ recorded: true, takers: [STRANGER] })], withheld()],
    'a lottery whose prize another caller draws later': [
      [found('closing-withdrawal', 'high', {})],
      [claim({ returned: 3n * ETHER })],
    ],
  }
  for (const [name, [outcomes, claims]] of Object.entries(sales))
    test(`${name} is a sale`, () => {
      assert.deepEqual(
        depositFindings(outcomes, claims).map(({ isSale }) => isSale),
        [true],
      )
    })

  const deposits: Record<string, Parameters<typeof depositFindings>> = {
    'a call named like a deposit': [[kept({ named: true })], offering('claim()')],
    'a withdrawal that is offered': [[kept({})], offering('claim()', 'withdrawStake(uint256)')],
    'a recorded payment that a key takes while nothing is delivered': [[kept({ recorded: true })], withheld()],
    'a deposit that melts to others': [[found('closing-withdrawal', 'high', {})], [claim()]],
    'an owner who takes deposits': [[found('owner-withdrawal-of-deposits', 'high', {})], [claim()]],
  }
  for (const [name, [outcomes, claims]] of Object.entries(deposits))
    test(`${name} is no sale`, () => {
      assert.deepEqual(
        depositFindings(outcomes, claims).map(({ isSale }) => isSale),
        [false],
      )
    })

  test('the worst comes first', () => {
    const outcomes = [found('deposit-withdrawal', 'info', {}), found('withdrawal-kill-switch', 'high', {})]
    assert.deepEqual(
      depositFindings(outcomes, [claim()]).map(({ severity }) => severity),
      ['high', 'info'],
    )
  })
})

describe('depositsInCustody', () => {
  const entry = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [TRADER, 3n]))
  const word = (value: bigint) => numberToHex(value, { size: 32 })
  const asked = (credit: bigint, ...takers: Loss['account'][]) => {
    const loss: Loss = {
      account: TRADER,
      assetType: 'native',
      address: null,
      tokenId: null,
      symbol: 'ETH',
      decimals: 18,
      amount: ETHER,
      before: 4n * ETHER,
      usd: null,
      how: 'paid',
      takers,
      returned: 'nothing',
    }
    const storage = { [entry]: { before: word(0n), after: word(credit) } }
    return {
      transaction: { from: TRADER, to: UNKNOWN_CONTRACT, value: ETHER, data: deposit.selector },
      movements: { lost: [loss], gained: [] },
      simulation: simulation({ stateDiff: { [UNKNOWN_CONTRACT]: { storage } } }),
      recipient: contract(UNKNOWN_CONTRACT),
      counterparties: byAddress(account(STRANGER), account(ZERO), contract(UNKNOWN_CONTRACT)),
    }
  }
  const deposit = contractFunction('deposit(uint256)', { writes: ['0x2'] })
  const withdraw = [deposit, contractFunction('requestWithdraw(uint256)')]
  const unnamed = [deposit, contractFunction('process(uint256)', { signature: null, writes: ['0x1', '0x2'] })]

  test('a recorded deposit that goes to a wallet is told, with the function that offers it back', () => {
    const [found] = depositsInCustody(asked(ETHER, STRANGER), { functions: withdraw })
    assert.equal(found?.severity, 'high')
    assert.match(found?.description ?? '', /requestWithdraw\(uint256\) can pay it back only with assets of that wallet/)
  })

  test('a sum that is packed beside a time counts too', () => {
    assert.equal(
      depositsInCustody(asked((1_700_000_000n << 128n) + ETHER, STRANGER), { functions: withdraw }).length,
      1,
    )
  })

  test('a function without a known name offers it back where it spends the record', () => {
    assert.equal(depositsInCustody(asked(ETHER, STRANGER), { functions: unnamed }).length, 1)
    const entry = { ...deposit, signature: null }
    const pays = contractFunction('out(uint256)', { signature: null, writes: ['0x2'], asks: ['0x23b872dd'] })
    assert.equal(depositsInCustody(asked(ETHER, STRANGER), { functions: [entry, pays] }).length, 1)
    assert.equal(depositsInCustody(asked(ETHER, STRANGER), { functions: [entry, { ...pays, asks: [] }] }).length, 0)
  })

  const unnamedEntry = { ...deposit, signature: null }
  const charge = contractFunction('charge(address)', { writes: ['0x2'], asks: ['0x23b872dd'] })
  const gain = (of: Loss['account'], percent: bigint): BalanceChange => ({
    account: of,
    assetType: 'native',
    address: null,
    tokenId: null,
    symbol: 'ETH',
    decimals: 18,
    before: 0n,
    after: (ETHER * percent) / 100n,
    change: (ETHER * percent) / 100n,
    changeUsd: null,
    priceSource: null,
    priceKind: null,
  })

  const tells: Record<string, Parameters<typeof depositsInCustody>> = {
    'a function that takes again, beside one that spends the record and did not': [
      asked(ETHER, STRANGER),
      {
        functions: [
          unnamedEntry,
          charge,
          contractFunction('settle(address)', { writes: ['0x2'], asks: ['0x23b872dd'] }),
        ],
        takesAgain: [charge.selector],
      },
    ],
    'a function that was refused when executed': [asked(ETHER, STRANGER), { functions: [unnamedEntry, charge] }],
    'a withdrawal by its name that took again': [
      asked(ETHER, STRANGER),
      { functions: withdraw, takesAgain: withdraw.map(({ selector }) => selector) },
    ],
    'a third that a wallet gets, beside what the contract keeps': [
      {
        ...asked(ETHER, UNKNOWN_CONTRACT, STRANGER),
        balanceChanges: [gain(UNKNOWN_CONTRACT, 67n), gain(STRANGER, 33n)],
      },
      { functions: withdraw },
    ],
    'a part that the contract keeps, smaller than what the wallet has': [
      {
        ...asked(ETHER, UNKNOWN_CONTRACT, STRANGER),
        balanceChanges: [gain(UNKNOWN_CONTRACT, 20n), gain(STRANGER, 80n)],
      },
      { functions: withdraw },
    ],
  }
  for (const [name, args] of Object.entries(tells))
    test(`${name} is custody`, () => {
      const [found] = depositsInCustody(...args)
      assert.deepEqual(found?.evidence.takers, [STRANGER])
    })

  const clears: Record<string, Parameters<typeof depositsInCustody>> = {
    'a pot that keeps it': [asked(ETHER, UNKNOWN_CONTRACT), { functions: withdraw }],
    'a shop that records points': [asked(15n, STRANGER), { functions: withdraw }],
    'a subscription that records its end': [asked(ETHER * 4n + 7n, STRANGER), { functions: withdraw }],
    'a payment processor that offers nothing back': [
      asked(ETHER, STRANGER),
      { functions: [deposit, contractFunction('ship(uint256)', { writes: ['0x5'] })] },
    ],
    'a withdrawal for the owner alone': [
      asked(ETHER, STRANGER),
      { functions: [deposit, contractFunction('withdraw(uint256)', { gated: true, writes: ['0x2'] })] },
    ],
    'a subscription whose next month was taken of the member when executed': [
      asked(ETHER, STRANGER),
      { functions: [unnamedEntry, charge], takesAgain: [charge.selector] },
    ],
    'a fee for a burned owner, beside what the contract keeps': [
      asked(ETHER, UNKNOWN_CONTRACT, ZERO),
      { functions: withdraw },
    ],
    'a fee for a wallet, beside what the contract keeps': [
      {
        ...asked(ETHER, UNKNOWN_CONTRACT, STRANGER),
        balanceChanges: [gain(UNKNOWN_CONTRACT, 80n), gain(STRANGER, 20n)],
      },
      { functions: withdraw },
    ],
  }
  for (const [name, args] of Object.entries(clears))
    test(`${name} is no custody`, () => assert.deepEqual(depositsInCustody(...args), []))
})

test('approved tokens that a stranger paid in as his own and withdrew are critical, and named by both calls', () => {
  const functions = ['depositFor(address,uint256,address)', 'withdraw(uint256)'].map((one) => contractFunction(one))
  const [entry = null, exit = null] = functions.map(({ selector }) => selector)
  const [found] = depositsOfAnyCaller(exit, { entry, functions })
  assert.equal(found?.severity, 'critical')
  assert.match(
    found?.description ?? '',
    /by depositFor\(address,uint256,address\), and withdraw them by withdraw\(uint256\)/,
  )
  assert.deepEqual(depositsOfAnyCaller(null, { entry, functions }), [])
})

describe('depositsBehindNumbers', () => {
  const taken = {
    caller: STRANGER,
    by: 'owner()',
    selector: '0x960bfe04',
    signature: 'setThreshold(uint256)',
    isKey: true,
    after: 0,
    amount: ETHER,
    receiver: STRANGER,
    followedBy: 'release(address,uint256,bytes[])',
  } as const
  const opened = { ...taken, opened: true } as const

  test('a payment that any account can ask for once a key has set a number names both calls', () => {
    const [one] = depositsBehindNumbers([claim({ returned: 0n, exit: null, takes: [opened] })])
    assert.equal(one?.severity, 'high')
    assert.match(one?.description ?? '', /by setThreshold\(uint256\) and then release\(address,uint256,bytes\[\]\)/)
    assert.deepEqual(one?.evidence.calls, ['setThreshold(uint256)', 'release(address,uint256,bytes[])'])
  })

  const quiet: Record<string, Claim> = {
    'the key alone may ask for': claim({ returned: 0n, exit: null, takes: [taken] }),
    'several keys open': claim({ returned: 0n, exit: null, takes: [{ ...opened, isKey: false }] }),
    'its owner can take back': claim({ takes: [opened] }),
  }
  for (const [name, one] of Object.entries(quiet))
    test(`nothing is said of a payment that ${name}`, () => {
      assert.deepEqual(depositsBehindNumbers([one]), [])
    })
})

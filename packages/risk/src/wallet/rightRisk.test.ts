import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { DelegateAct, DelegateActs } from '../facts/delegateActs.ts'
import { type WalletRight, WHOLE } from '../facts/walletRights.ts'
import { account, label } from '../testing/sampleFacts.ts'
import { powerOf, rightRisk } from './rightRisk.ts'

const OWNER: Address = `0x${'a'.repeat(40)}`
const HOLDER: Address = `0x${'b'.repeat(40)}`
const KEEPER: Address = `0x${'c'.repeat(40)}`
const code = (more: Partial<Account> = {}) => account(HOLDER, { class: 'contract', codeSize: 100, ...more })
const right = (standard: WalletRight['standard'], more: Partial<WalletRight> = {}): WalletRight => ({
  standard,
  keeper: KEEPER,
  keeperAccount: null,
  symbol: null,
  decimals: null,
  holder: HOLDER,
  holderAccount: code(),
  id: null,
  amount: 1n,
  unlimited: true,
  valueAtRiskUsd: null,
  grantedAt: null,
  ...more,
})
const key = { holderAccount: account(HOLDER) }
const service = {
  holderAccount: code({ labels: [label('defi_protocol')] }),
}
const flagged = { holderAccount: code({ sanctioned: true, sanctionedBy: ['OFAC'] }) }
const pool = { holderAccount: code({ labels: [label('pool')] }) }
const coin = { holderAccount: code({ labels: [label('token')] }) }
const taken: DelegateAct = {
  kind: 'forwards-payments',
  selector: null,
  signature: null,
  args: [],
  caller: KEEPER,
  lost: 1n,
  tokens: [],
  to: KEEPER,
}
const obeys: DelegateActs = { acts: [taken], cut: [], tried: 1 }
const refuses: DelegateActs = { acts: [], cut: [], tried: 40, namedKeys: [] }

describe('the risk of a right', () => {
  const cases: [string, WalletRight, string, string | undefined][] = [
    ['an operator that is a key', right('erc777', key), 'critical', 'account-holder'],
    ['an operator of unknown code', right('erc777'), 'critical', 'unknown-holder'],
    ['a bounded allowance to unknown code', right('erc6909', { id: 7n, unlimited: false }), 'medium', 'unknown-holder'],
    ['a known market as operator', right('market-authorization', service), 'low', 'known-holder'],
    [
      'a credit delegation to a key',
      right('credit-delegation', { ...key, unlimited: false }),
      'critical',
      'account-holder',
    ],
    ['votes to a key', right('vote-delegation', key), 'safe', 'account-holder'],
    ['votes to a sanctioned account', right('vote-delegation', flagged), 'critical', 'flagged-holder'],
    ['claims to a hot wallet', right('delegate-registry', key), 'low', 'account-holder'],
    ['a module of unknown code', right('safe-module'), 'medium', 'unknown-holder'],
    ['a module that is a key', right('safe-module', key), 'critical', 'account-holder'],
    ['a guard of unknown code', right('safe-guard'), 'low', 'unknown-holder'],
    ['a fallback handler', right('safe-fallback-handler'), 'low', 'unknown-holder'],
    ['an executor of an ERC-7579 account', right('erc7579-module', { id: 2n }), 'medium', 'unknown-holder'],
    ['a hook of an ERC-7579 account', right('erc7579-module', { id: 4n }), 'low', 'unknown-holder'],
    ['a pool as operator', right('erc777', pool), 'high', 'needless-holder'],
    ['a token that may borrow', right('credit-delegation', coin), 'high', 'needless-holder'],
    ['votes to a token', right('vote-delegation', coin), 'safe', 'known-holder'],
    [
      'a key that a user accuses is no better than a key',
      right('erc777', { holderAccount: account(HOLDER, { labels: [{ ...label('scammer'), confidence: 'low' }] }) }),
      'critical',
      'account-holder',
    ],
    ['a delegate without code', right('eip7702', key), 'high', 'unknown-holder'],
    ['a router as delegate, whose name makes it no account', right('eip7702', service), 'high', 'unknown-holder'],
    [
      'a router as delegate that obeys strangers',
      right('eip7702', { ...service, delegateActs: obeys }),
      'critical',
      'open-delegate',
    ],
    [
      'a delegate that obeys strangers and could not be looked up',
      right('eip7702', { holderAccount: null, delegateActs: obeys }),
      'critical',
      'open-delegate',
    ],
    ['a delegate that nothing is known of', right('eip7702'), 'high', 'unknown-holder'],
    ['a delegate that refuses strangers', right('eip7702', { delegateActs: refuses }), 'low', 'closed-delegate'],
    [
      'an account that could not be looked up',
      right('relayer-approval', { holderAccount: null }),
      'medium',
      'unread-holder',
    ],
    ['the owner itself', right('erc777', { holder: OWNER }), 'safe', 'keyless-holder'],
    ['a burn address', right('erc777', { holder: `0x${'dead'.padStart(40, '0')}` }), 'safe', 'keyless-holder'],
  ]
  for (const [name, one, level, id] of cases)
    test(`${name}: ${level}`, () => {
      const { level: found, reasons } = rightRisk(one, OWNER)
      assert.deepEqual([found, reasons[0]?.id], [level, id])
      assert.ok(reasons.every(({ description, evidence }) => description !== '' && evidence.standard === one.standard))
    })

  test('a delegate that lets any caller take is critical, with the call that showed it', () => {
    const act: DelegateAct = {
      kind: 'lets-anyone-withdraw',
      caller: KEEPER,
      selector: '0x12345678',
      signature: 'drain()',
      args: [],
      lost: 1n,
      tokens: [],
      to: KEEPER,
    }
    const { level, reasons } = rightRisk(right('eip7702', { delegateActs: { ...refuses, acts: [act] } }), OWNER)
    assert.deepEqual([level, reasons[0]?.id, reasons[0]?.evidence.called], ['critical', 'open-delegate', 'drain()'])
  })

  test('an accusation of the contract scan counts as it is', () => {
    const { level, reasons } = rightRisk(
      right('safe-module', {
        holderJudgement: {
          riskScore: 91,
          riskLevel: 'critical',
          complete: true,
          findings: [{ id: 'open-pull', severity: 'critical', title: 'Anyone can take' }],
          weak: [],
        },
      }),
      OWNER,
    )
    assert.deepEqual([level, reasons[0]?.id], ['critical', 'dangerous-holder'])
  })

  test('a signature that was scanned says what of it is known to be left', () => {
    const scan = { requestId: 'r1', scannedAt: 0, origin: null, primaryType: 'Order', riskLevel: 'low' } as const
    const signature = { scan } as WalletRight['signature'] & object
    const said = (more: Partial<WalletRight>) => {
      const { level, reasons } = rightRisk(right('cow-order-signature', { amount: WHOLE, signature, ...more }), OWNER)
      assert.deepEqual([level, reasons[0]?.id], ['low', 'unused-signature'])
      return /is (.*?)\. Whether/.exec(reasons[0]?.description ?? '')?.[1]
    }
    assert.deepEqual(
      [said({}), said({ amount: WHOLE / 2n }), said({ uncounted: true })],
      ['not used yet', 'used in part only', 'not used up, as far as is known'],
    )
  })

  test('powers say what moves nothing', () => {
    assert.deepEqual(
      ['vote-delegation', 'safe-guard', 'eip7702', 'credit-delegation'].map((standard) =>
        powerOf({ standard: standard as WalletRight['standard'] }),
      ),
      ['vote', 'veto', 'everything', 'borrow'],
    )
  })
})

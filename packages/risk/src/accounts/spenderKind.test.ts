import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../facts/account.ts'
import { account, contract, label, ROUTER, STRANGER } from '../testing/sampleFacts.ts'
import { type SpenderKind, spenderKindOf } from './spenderKind.ts'

const unconfirmedLabel = { ...label('scammer'), confidence: 'low' } as const

const cases: Record<string, [Account, SpenderKind]> = {
  'a router': [contract(ROUTER, { labels: [label('defi_protocol')] }), 'protocol'],
  'a key that is called a router': [account(ROUTER, { labels: [label('defi_protocol')] }), 'eoa'],
  'a router that is not on this network': [
    account(ROUTER, { nonce: 0n, labels: [label('defi_protocol')] }),
    'inconsistent',
  ],
  'an exchange’s hot wallet': [account(STRANGER, { labels: [label('exchange')] }), 'eoa'],
  'a public executor': [contract(ROUTER, { labels: [label('open-executor')] }), 'open-executor'],
  'an executor that an account calls a protocol': [
    contract(ROUTER, { labels: [label('defi_protocol'), label('open-executor')] }),
    'open-executor',
  ],
  'a bridge that makes calls for strangers': [
    contract(ROUTER, { labels: [label('bridge'), label('open-executor')] }),
    'open-executor',
  ],
  'a token': [contract(ROUTER, { labels: [label('token')] }), 'token'],
  'a token that wraps another': [contract(ROUTER, { labels: [label('token'), label('defi_protocol')] }), 'protocol'],
  'a treasury': [contract(STRANGER, { labels: [label('dao_treasury')] }), 'unknown'],
  'a Safe': [contract(STRANGER, { labels: [label('multisig')] }), 'unknown'],
  'a Safe that was not labelled': [
    contract(STRANGER, { kind: { type: 'safe', version: '1.4.1', singleton: ROUTER } }),
    'unknown',
  ],
  'a pool': [contract(STRANGER, { labels: [label('pool')] }), 'pool'],
  'a pool that an account calls a protocol': [
    contract(STRANGER, { labels: [label('defi_protocol'), label('pool')] }),
    'pool',
  ],
  'a pool of a sanctioned party': [contract(STRANGER, { labels: [label('pool')], sanctioned: true }), 'listed'],
  'a wallet that is called a pool': [account(STRANGER, { labels: [label('pool')] }), 'eoa'],
  'unlabelled code': [contract(STRANGER), 'unknown'],
  'a drainer': [contract(STRANGER, { labels: [label('scammer')] }), 'listed'],
  'a router that anyone may have accused': [
    contract(ROUTER, { labels: [unconfirmedLabel, label('defi_protocol')] }),
    'protocol',
  ],
  'a stranger that anyone may have accused': [contract(STRANGER, { labels: [unconfirmedLabel] }), 'unknown'],
  'an executor that anyone may have accused': [
    contract(ROUTER, { labels: [unconfirmedLabel, label('open-executor')] }),
    'open-executor',
  ],
  'a sanctioned wallet': [account(STRANGER, { sanctioned: true }), 'listed'],
}
for (const [name, [spender, kind]] of Object.entries(cases))
  test(`${name} is spender kind ${kind}`, () => assert.equal(spenderKindOf(spender), kind))

import { toFunctionSelector } from 'viem/utils'
import type { Account } from '../../facts/account.ts'
import type { UnsimulatedCall } from '../../facts/purchaseFacts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  contract,
  DRAINER,
  ETHER,
  FRIEND,
  label,
  ROUTER,
  router,
  SCAM,
  TRADER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import detector from './unsimulated-call-to-unknown-contract.ts'

const young = contract(DRAINER, { deployedRecently: true })
const old = contract(UNKNOWN_CONTRACT)
const published = (of: Account) => ({ address: of.address, verified: true, asked: ['Sourcify'] })

function call(of: Account | null, signature: string | null, more: Partial<UnsimulatedCall> = {}) {
  const unseen: UnsimulatedCall = {
    to: of?.address ?? null,
    value: 0n,
    selector: signature === null ? null : toFunctionSelector(`function ${signature}`),
    names: [signature === null ? null : (signature.split('(')[0] ?? null)],
    account: of,
    source: null,
    ...more,
  }
  return { unsimulatedCalls: [unseen] }
}
const token = { standard: 'erc20', symbol: 'GIFT', name: 'Gift', decimals: 18 } as const
const openExecutor = contract(ROUTER, { labels: [label('open-executor', 'Multicall3')] })

detectorTest(detector, {
  detects: {
    'a claim at a new contract without published source': call(young, 'claim()'),
    'a new contract by an unknown function': call(young, 'x()', { names: [null] }),
    'coins for a security update, also where it is old and published': call(old, 'securityUpdate()', {
      value: ETHER,
      source: published(old),
    }),
    'coins under an unknown name': call(old, 'x()', { names: [null], value: ETHER }),
    'coins for an order at a Safe that is none': call(old, 'execTransaction()', { value: ETHER }),
    'coins through a contract that anyone may use': call(openExecutor, 'aggregate3Value()', { value: ETHER }),
    'coins for a contract that is only made': call(null, null, { value: ETHER }),
    'a mint at a new contract without published source': call(young, 'mint()', { value: ETHER }),
    'coins sent to a new contract': call(young, null, { value: ETHER }),
    'a mint at an old contract whose source was not found': {
      ...call(old, 'mint()', { value: ETHER }),
      severity: 'medium',
    },
    'an old contract without published source': {
      ...call(old, 'harvest()', { source: { ...published(old), verified: false } }),
      severity: 'medium',
    },
    'a new contract with published source': {
      ...call(young, 'harvest()', { source: published(young) }),
      severity: 'medium',
    },
    'a claim at an old contract with published source': {
      ...call(old, 'claim()', { source: published(old) }),
      severity: 'medium',
    },
    ...Object.fromEntries(
      ['mint()', 'publicMint()', 'placeBid()', 'batch_buy()', 'registerName(string)', 'createOrder()'].map(
        (signature) => [
          `${signature} at an old contract with published source`,
          { ...call(old, signature, { value: ETHER, source: published(old) }), severity: 'low' as const },
        ],
      ),
    ),
    'coins under a name in which a purchase is only part of a word': {
      ...call(old, 'securityReordering()', { value: ETHER, source: published(old) }),
      severity: 'high',
    },
    'an old contract with published source': {
      ...call(old, 'harvest()', { source: published(old) }),
      severity: 'low',
    },
    'a token asked for what no token does': call(contract(SCAM, { token, deployedRecently: true }), 'claim()'),
  },
  clears: {
    'what was executed': { unsimulatedCalls: [] },
    'a known protocol': call(router(), 'deposit()', { value: ETHER }),
    'a person': call(account(FRIEND), null, { value: ETHER }),
    'a Safe': call(contract(UNKNOWN_CONTRACT, { kind: { type: 'safe', version: '1.4.1', singleton: ROUTER } }), 'x()'),
    'reads through a relay': call(openExecutor, 'aggregate3()'),
    'a contract that is made without coins': call(null, null),
    'a token that is sent': call(contract(SCAM, { token, deployedRecently: true }), 'transfer(address,uint256)'),
    'a contract that is handed over': {
      ...call(old, 'transferOwnership(address)'),
      privilegeChanges: [{ kind: 'owner', contract: UNKNOWN_CONTRACT, from: TRADER, to: FRIEND, shownBy: 'call-data' }],
    },
    'a mixer, which a rule of its own names': call(contract(DRAINER, { labels: [label('mixer')] }), 'deposit()'),
    'a pool of a known exchange': call(contract(UNKNOWN_CONTRACT, { labels: [label('pool')] }), 'sync()'),
  },
  unknowns: {
    'a contract that could not be read': call(young, 'claim()', { account: null }),
  },
})

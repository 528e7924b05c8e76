import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DelegateAct } from '../../facts/delegateActs.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  byAddress,
  contract,
  DRAINER,
  label,
  pay,
  ROUTER,
  router,
  STRANGER,
  sampleFacts,
  TRADER,
  UNKNOWN_CONTRACT,
  ZERO,
} from '../../testing/sampleFacts.ts'
import detector from './account-delegation.ts'

const METAMASK = '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'

const delegateTo = (address: typeof TRADER, chainId = 1) => ({
  ...pay(TRADER, 0n, { authorizationList: [{ chainId, address, nonce: 7n }] }),
  delegates: byAddress(
    contract(UNKNOWN_CONTRACT),
    contract(METAMASK),
    router(),
    contract(DRAINER, { labels: [label('scammer')] }),
  ),
})

const swept: DelegateAct = {
  kind: 'forwards-payments',
  selector: null,
  signature: null,
  args: [],
  caller: STRANGER,
  lost: 1n,
  tokens: [],
  to: DRAINER,
}

detectorTest(detector, {
  detects: {
    'an unknown delegate that was not tried': { ...delegateTo(UNKNOWN_CONTRACT), severity: 'critical' },
    'an unknown delegate on every network': { ...delegateTo(UNKNOWN_CONTRACT, 0), severity: 'critical' },
    'an unknown delegate that lets strangers take everything': {
      ...delegateTo(UNKNOWN_CONTRACT),
      delegations: { [UNKNOWN_CONTRACT]: { acts: [swept], tried: 1, cut: [] } },
      severity: 'critical',
    },
    'an unknown delegate that refuses strangers': {
      ...delegateTo(UNKNOWN_CONTRACT),
      delegations: { [UNKNOWN_CONTRACT]: { acts: [], tried: 9, cut: [] } },
      severity: 'high',
    },
    'an unknown delegate that was executed in full, with calls that could not be made up': {
      ...delegateTo(UNKNOWN_CONTRACT),
      delegations: {
        [UNKNOWN_CONTRACT]: { acts: [], tried: 2, cut: ['calls with unknown arguments'], selfOnly: true },
      },
      severity: 'medium',
    },
    'an unknown delegate with calls that could not be made up': {
      ...delegateTo(UNKNOWN_CONTRACT),
      delegations: { [UNKNOWN_CONTRACT]: { acts: [], tried: 2, cut: ['calls with unknown arguments'] } },
      severity: 'critical',
    },
    'an unknown delegate that was executed in full and obeys the account only': {
      ...delegateTo(UNKNOWN_CONTRACT),
      delegations: { [UNKNOWN_CONTRACT]: { acts: [], tried: 9, cut: [], selfOnly: true } },
      severity: 'medium',
    },
    'an unknown delegate that wraps what the account receives': {
      ...delegateTo(UNKNOWN_CONTRACT),
      delegations: { [UNKNOWN_CONTRACT]: { acts: [], tried: 9, cut: [], selfOnly: true, wrapsPayments: true } },
      severity: 'medium',
    },
    'an unknown delegate that could not be tried in time': {
      ...delegateTo(UNKNOWN_CONTRACT),
      delegations: { [UNKNOWN_CONTRACT]: null },
      severity: 'critical',
    },
    'an unknown delegate that was tried in part': {
      ...delegateTo(UNKNOWN_CONTRACT),
      delegations: { [UNKNOWN_CONTRACT]: { acts: [], tried: 9, cut: ['3 functions of the delegate'] } },
      severity: 'critical',
    },
    'a listed sweeper': { ...delegateTo(DRAINER), severity: 'critical' },
    'a known delegate': { ...delegateTo(METAMASK), severity: 'info' },
    'a known delegate on every network': { ...delegateTo(METAMASK, 0), severity: 'low' },
    'a router, whose name does not make it an account': { ...delegateTo(ROUTER), severity: 'critical' },
    'a public executor': {
      ...delegateTo(STRANGER),
      delegates: byAddress(contract(STRANGER, { labels: [label('open-executor', 'Multicall3')] })),
      severity: 'critical',
    },
    'one that another account has signed for another account': {
      ...pay(TRADER, 0n, {
        authorizationList: [{ chainId: 1, address: UNKNOWN_CONTRACT, nonce: 7n, authority: STRANGER }],
      }),
      delegates: byAddress(contract(UNKNOWN_CONTRACT)),
      severity: 'info',
    },
    'one’s own, signed already': {
      ...pay(TRADER, 0n, {
        authorizationList: [{ chainId: 1, address: UNKNOWN_CONTRACT, nonce: 7n, authority: TRADER }],
      }),
      delegates: byAddress(contract(UNKNOWN_CONTRACT)),
      severity: 'critical',
    },
    'an authorisation for another network': { ...delegateTo(UNKNOWN_CONTRACT, 56), severity: 'critical' },
    'a creation with an authorisation, which is invalid': {
      ...pay(null, 0n, { data: '0x6001', authorizationList: [{ chainId: 1, address: METAMASK, nonce: 7n }] }),
      delegates: byAddress(contract(METAMASK)),
    },
  },
  clears: { 'the end of a delegation': delegateTo(ZERO), 'no authorisation': {} },
})

test('repeated authorisations are one finding, and another network is not called this one', () => {
  const authorization = { chainId: 56, address: UNKNOWN_CONTRACT, nonce: 7n }
  const { transaction } = pay(TRADER, 0n, { authorizationList: Array.from({ length: 100 }, () => authorization) })
  const { block } = sampleFacts()
  assert.ok(block)
  const hits = detector.detect({
    transaction,
    block,
    delegates: byAddress(contract(UNKNOWN_CONTRACT)),
    delegations: {},
  })
  assert.ok(Array.isArray(hits))
  assert.equal(hits.length, 1)
  assert.match(hits[0]?.description ?? '', /on another network \(chain id 56\)/)
  assert.equal(hits[0]?.evidence.replayable, true)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../../address.ts'
import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  approval,
  byAddress,
  invoke,
  pay,
  STRANGER,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './lookalike-recipient.ts'

const GENUINE: Address = `0xabc1${'1'.repeat(32)}7890`
const BAIT: Address = `0xabc2${'2'.repeat(32)}7890`
const entry = (address: Address, more: Partial<Facts['senderHistory'][number]> = {}) =>
  ({ address, direction: 'out', zeroValue: false, asset: 'USDC', genuine: true, blockNumber: 100n, ...more }) as const
const bait = entry(BAIT, { zeroValue: true, blockNumber: 101n })

detectorTest(detector, {
  detects: {
    'a transfer to the bait': { ...pay(BAIT, 1n), senderHistory: [bait, entry(GENUINE)] },
    'a token transfer to it': {
      ...invoke(USDC, 'transfer(address,uint256)', [BAIT, 5n]),
      senderHistory: [bait, entry(GENUINE)],
    },
    'dust from the bait, which makes it no acquaintance': {
      ...pay(BAIT, 1n),
      senderHistory: [entry(BAIT, { direction: 'in', blockNumber: 101n }), entry(GENUINE)],
    },
    'a payment forged by a counterfeit token': {
      ...pay(BAIT, 1n),
      senderHistory: [entry(BAIT, { genuine: false, blockNumber: 101n }), entry(GENUINE)],
    },
    'a look-alike that left no bait yet': { ...pay(BAIT, 1n), senderHistory: [entry(GENUINE, { direction: 'in' })] },
    'a look-alike in an argument of a bridge, which pays nothing here': {
      ...invoke(UNKNOWN_CONTRACT, 'bridge(uint256,address)', [5n, BAIT]),
      senderHistory: [entry(GENUINE)],
    },
    'an approval to the bait': {
      ...pay(USDC, 0n),
      approvalChanges: [approval(BAIT)],
      spenders: byAddress(account(BAIT)),
      senderHistory: [entry(GENUINE)],
    },
    'a bait whose dust is older than the newest payment to the genuine one': {
      ...pay(BAIT, 1n),
      senderHistory: [entry(GENUINE, { blockNumber: 105n }), entry(BAIT, { direction: 'in', blockNumber: 99n })],
    },
    'a look-alike of an address that paid the sender first': {
      ...pay(BAIT, 1n),
      senderHistory: [entry(BAIT, { direction: 'in', blockNumber: 101n }), entry(GENUINE, { direction: 'in' })],
    },
    'a look-alike of an approved spender': {
      ...pay(USDC, 0n),
      approvalChanges: [approval(BAIT)],
      spenders: byAddress(account(BAIT)),
      senderHistory: [entry(GENUINE, { direction: 'approved' })],
    },
    'a look-alike of a protocol, which asks for an approval': {
      ...pay(USDC, 0n),
      approvalChanges: [approval(BAIT)],
      spenders: byAddress(account(BAIT)),
      senderHistory: [],
      knownParties: [{ address: GENUINE, by: 'protocol', since: null }],
    },
    'a look-alike of a monitored address': {
      ...pay(BAIT, 1n),
      senderHistory: [],
      knownParties: [{ address: GENUINE, by: 'monitored', since: null }],
    },
    'a monitored look-alike of a recipient that the sender paid: another user may monitor it': {
      ...pay(BAIT, 1n),
      senderHistory: [entry(GENUINE)],
      knownParties: [{ address: BAIT, by: 'monitored', since: null }],
    },
    'a look-alike of a scanned address': {
      severity: 'high',
      ...pay(BAIT, 1n),
      senderHistory: [],
      knownParties: [{ address: GENUINE, by: 'scanned', since: 1 }],
    },
  },
  clears: {
    'the genuine address, older than the scan of its bait': {
      ...pay(GENUINE, 1n),
      senderHistory: [],
      knownParties: [
        { address: GENUINE, by: 'scanned', since: 1 },
        { address: BAIT, by: 'scanned', since: 2 },
      ],
    },
    'a monitored address whose look-alike was scanned before': {
      ...pay(GENUINE, 1n),
      senderHistory: [],
      knownParties: [
        { address: GENUINE, by: 'monitored', since: null },
        { address: BAIT, by: 'scanned', since: 1 },
      ],
    },
    'a contract of a protocol beside another one with the same chosen digits': {
      ...pay(USDC, 0n),
      approvalChanges: [approval(BAIT)],
      spenders: byAddress(account(BAIT)),
      senderHistory: [entry(GENUINE, { direction: 'approved' })],
      knownParties: [{ address: BAIT, by: 'protocol', since: null }],
    },
    'a payment to an address that resembles a protocol by chance': {
      ...pay(BAIT, 1n),
      senderHistory: [],
      knownParties: [{ address: GENUINE, by: 'protocol', since: null }],
    },
    'a genuine address that paid before its look-alike sent dust of a counterfeit': {
      ...pay(GENUINE, 1n),
      senderHistory: [
        entry(GENUINE, { direction: 'in', blockNumber: 105n }),
        entry(BAIT, { direction: 'in', genuine: false, blockNumber: 99n }),
      ],
    },
    'the genuine address, although the bait is in the history': {
      ...pay(GENUINE, 1n),
      senderHistory: [bait, entry(GENUINE)],
    },
    'the genuine address before anything was ever sent to it': {
      ...pay(GENUINE, 1n),
      senderHistory: [entry(BAIT, { direction: 'in', blockNumber: 101n }), entry(GENUINE, { direction: 'in' })],
    },
    'the genuine address, paid in unknown tokens': {
      ...pay(GENUINE, 1n),
      senderHistory: [bait, entry(GENUINE, { genuine: false })],
    },
    'the same prefix only': { ...pay(`0xabc2${'2'.repeat(36)}`, 1n), senderHistory: [entry(GENUINE)] },
    'a stranger who resembles no account': { ...pay(STRANGER, 1n), senderHistory: [entry(GENUINE)] },
  },
})

test('both addresses are written in full, for their ends are alike', () => {
  const lookalikeParties = [{ address: BAIT, similarTo: GENUINE, by: 'paid', baitInHistory: false } as const]
  const hits = detector.detect({ lookalikeParties })
  assert.ok(Array.isArray(hits))
  assert.match(hits[0]?.description ?? '', new RegExp(`^${BAIT} .*${GENUINE}`, 'i'))
})

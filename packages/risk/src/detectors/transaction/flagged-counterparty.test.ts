import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  DRAINER,
  FRIEND,
  invoke,
  label,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  usdc,
} from '../../testing/sampleFacts.ts'
import detector from './flagged-counterparty.ts'

const scammer = account(DRAINER, { labels: [label('scammer')] })
const call = {
  ...invoke(UNKNOWN_CONTRACT, 'claim()', []),
  recipient: contract(UNKNOWN_CONTRACT),
  simulation: simulation(),
}

detectorTest(detector, {
  detects: {
    'a scammer beside one the oracle did not answer for': {
      ...call,
      balanceChanges: [usdc(TRADER, -9n), usdc(STRANGER, 4n), usdc(DRAINER, 5n)],
      counterparties: byAddress(scammer, account(STRANGER, { sanctioned: null })),
    },
    'a scammer behind an innocent contract': {
      ...call,
      balanceChanges: [usdc(TRADER, -5n), usdc(DRAINER, 5n)],
      counterparties: byAddress(scammer),
    },
    'one that anyone may have submitted': {
      ...call,
      balanceChanges: [usdc(TRADER, -5n), usdc(DRAINER, 5n)],
      counterparties: byAddress(account(DRAINER, { labels: [{ ...label('hacker'), confidence: 'low' }] })),
      severity: 'high',
    },
  },
  clears: {
    'a scammer who loses': {
      ...call,
      balanceChanges: [usdc(TRADER, 5n), usdc(DRAINER, -5n)],
      counterparties: byAddress(scammer),
    },
    'a friend who gains': {
      ...call,
      balanceChanges: [change(FRIEND, 1n)],
      counterparties: byAddress(account(FRIEND), account(STRANGER)),
    },
    'a loser the oracle did not answer for': {
      ...call,
      balanceChanges: [usdc(TRADER, 5n), usdc(STRANGER, -5n)],
      counterparties: byAddress(account(STRANGER, { sanctioned: null })),
    },
  },
  unknowns: {
    'a receiver the oracle did not answer for': {
      ...call,
      balanceChanges: [usdc(TRADER, -5n), usdc(STRANGER, 5n)],
      counterparties: byAddress(account(STRANGER, { sanctioned: null })),
    },
  },
})

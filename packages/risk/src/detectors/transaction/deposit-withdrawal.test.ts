import { detectorTest } from '../../testing/detectorTest.ts'
import {
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  invoke,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './deposit-withdrawal.ts'

const deposit = {
  ...invoke(UNKNOWN_CONTRACT, 'stake()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
  balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
}

const condition = {
  caller: FRIEND,
  by: 'owner()',
  selector: '0x4bb278f3',
  signature: 'finalize()',
  isKey: true,
  takes: null,
} as const

detectorTest(detector, {
  detects: {
    'a deposit that comes back at once': { ...deposit, claims: [claim()] },
    'a deposit of which a part comes back as other assets of the same worth': {
      ...deposit,
      claims: [claim({ returned: ETHER, inOthers: ETHER / 4n })],
      severity: 'info',
    },
    'a refund after a lock that one key ends by finishing the sale': {
      ...deposit,
      claims: [claim({ after: 2_592_000, conditions: [condition] })],
      severity: 'medium',
    },
    'a refund after a lock that several keys end by finishing the sale': {
      ...deposit,
      claims: [claim({ after: 2_592_000, conditions: [{ ...condition, isKey: false }] })],
      severity: 'info',
    },
    'a lock of years that the call names': {
      ...deposit,
      claims: [claim({ after: 4 * 31_536_000, lock: { until: 1_924_300_800, asked: true } })],
      severity: 'low',
    },
    'a lock of years that the call does not ask for': {
      ...deposit,
      claims: [claim({ after: 3 * 31_536_000, lock: { until: 1_892_764_800, asked: false } })],
      severity: 'medium',
    },
    'a deposit that comes back after a lock': { ...deposit, claims: [claim({ after: 604_800 })] },
    'a deposit for a friend, who can withdraw it': { ...deposit, claims: [claim({ beneficiary: FRIEND })] },
    'a deposit for a key that was never paid, which the depositor cannot withdraw': {
      ...deposit,
      claims: [claim({ beneficiary: STRANGER, beneficiaryIsKey: true })],
      pastDealings: [],
      severity: 'medium',
    },
    'a deposit for a key that was paid before': {
      ...deposit,
      claims: [claim({ beneficiary: STRANGER, beneficiaryIsKey: true })],
      pastDealings: [
        { address: STRANGER, direction: 'out', zeroValue: false, asset: 'ETH', genuine: true, blockNumber: 1n },
      ],
      severity: 'info',
    },
    'a deposit for a contract, such as the own Safe': {
      ...deposit,
      claims: [claim({ beneficiary: STRANGER })],
      pastDealings: [],
      severity: 'info',
    },
    'a vesting plan for a key that was never paid: no deposit by its name': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'createPlan()', [], { value: ETHER }),
      claims: [claim({ beneficiary: STRANGER, beneficiaryIsKey: true, after: 2_592_000 })],
      pastDealings: [],
      severity: 'info',
    },
    'what a key that was never paid can withdraw at once, under another name': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'createPlan()', [], { value: ETHER }),
      claims: [claim({ beneficiary: STRANGER, beneficiaryIsKey: true })],
      pastDealings: [],
      severity: 'medium',
    },
    'a bid that is paid back when outbid': { ...deposit, claims: [claim({ whenOutbid: true })] },
    'a deposit that is locked for a year': { ...deposit, claims: [claim({ after: 34_560_000 })], severity: 'low' },
    'a deposit of most coins that is locked for a year': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { before: ETHER + 1n }), change(UNKNOWN_CONTRACT, ETHER)],
      claims: [claim({ after: 34_560_000 })],
      severity: 'medium',
    },
    'a deposit that comes back with a large fee': {
      ...deposit,
      claims: [claim({ returned: (ETHER * 8n) / 10n })],
      severity: 'medium',
    },
    'a deposit with an early fee that ends within a month': {
      ...deposit,
      claims: [claim({ returned: (ETHER * 6n) / 10n, later: [{ after: 2_592_000, returned: ETHER, toOthers: 0n }] })],
      severity: 'low',
    },
    'a deposit of which a fee takes more than a quarter at any time': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { changeUsd: -3_000 }), change(UNKNOWN_CONTRACT, ETHER)],
      claims: [claim({ returned: (ETHER * 6n) / 10n })],
      severity: 'high',
    },
  },
  clears: {
    'a transfer, where no withdrawal is looked for': {},
    'a deposit that does not come back': { ...deposit, claims: [claim({ returned: 0n, exit: null })] },
    'a payment beside a deposit': {
      ...deposit,
      claims: [claim({ takers: [FRIEND] })],
    },
    'a deposit that others can take': { ...deposit, claims: [claim({ openToOthers: true })] },
  },
})

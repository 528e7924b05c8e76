import { detectorTest } from '../../testing/detectorTest.ts'
import {
  byAddress,
  change,
  contract,
  ETHER,
  invoke,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './owner-withdrawal-of-deposits.ts'

const SELLER = `0x${'5e'.repeat(20)}` as const

const deposit = {
  ...invoke(UNKNOWN_CONTRACT, 'stake()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
  balanceChanges: [change(TRADER, -ETHER, { before: 2n * ETHER }), change(UNKNOWN_CONTRACT, ETHER)],
}
const take = {
  caller: STRANGER,
  by: 'owner()',
  selector: '0x2e1a7d4d',
  signature: 'withdraw(uint256)',
  isKey: true,
  takes: { asset: null, amount: 5n * ETHER, receiver: STRANGER },
} as const

detectorTest(detector, {
  detects: {
    'deposits that one key can take': {
      ...deposit,
      claims: [claim({ switches: [take] })],
      says: /can take your deposit/,
    },
    'deposits that one key can send to an account of the code’s choice': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, takes: { ...take.takes, receiver: SELLER } }] })],
      says: /\(owner\(\)\) can send your deposit of .* to 0x/,
    },
    'coins that the contract owes for a payment, and one key can take': {
      ...deposit,
      claims: [
        claim({
          asset: SELLER,
          switches: [{ ...take, takes: { ...take.takes, asset: SELLER } }],
          owed: { symbol: 'TEAS', decimals: 18, usd: 800 },
        }),
      ],
    },
    'deposits that one key can take by two calls': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, signature: 'setMigrator(address)', followedBy: 'migrate()' }] })],
    },
    'deposits that a signature of one key pays to others': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, by: 'a key whose signature it accepts', lifted: true }] })],
    },
    'deposits that the contract allowed one key to spend': {
      ...deposit,
      claims: [
        claim({
          switches: [{ ...take, allowance: { token: UNKNOWN_CONTRACT, spender: STRANGER, amount: 9n * ETHER } }],
        }),
      ],
    },
    'deposits that anyone can take': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, by: 'anyone', lifted: true, anyone: true }] })],
    },
    'deposits that any contract can take while it is called back': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, by: 'anyone', anyone: true, callback: 'deposit()' }] })],
    },
    'deposits that one key can take in a month': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, after: 30 * 86_400 }] })],
    },
    'deposits that one key can take after a year': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, after: 400 * 86_400 }] })],
      severity: 'low',
    },
    'deposits that code takes which runs by itself in half a year': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, after: 180 * 86_400, ofLaterCode: true }] })],
    },
    'deposits that one key invests': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, comesBack: true }] })],
      severity: 'medium',
    },
    'deposits that one key invests and can take by another call': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, comesBack: true }, take] })],
    },
    'deposits that a multisig can take': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, isKey: false }] })],
      severity: 'low',
    },
    'a deposit that an arbiter can pay to the seller named in the call': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'fund(address)', [SELLER], { value: ETHER }),
      claims: [claim({ switches: [{ ...take, takes: { ...take.takes, receiver: SELLER } }] })],
      severity: 'medium',
    },
    'a deposit that the account which the call names takes for itself': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'fund(address)', [STRANGER], { value: ETHER }),
      claims: [claim({ switches: [take] })],
      severity: 'high',
    },
    'a small deposit that one key can take': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { changeUsd: -5 }), change(UNKNOWN_CONTRACT, ETHER)],
      claims: [claim({ switches: [take] })],
      severity: 'medium',
    },
  },
  clears: {
    'a transfer': {},
    'deposits that no call takes': { ...deposit, claims: [claim()] },
    'a withdrawal that one key can only stop': {
      ...deposit,
      claims: [claim({ switches: [{ ...take, takes: null }] })],
    },
    'a deposit without a withdrawal, which another rule judges': {
      ...deposit,
      claims: [claim({ returned: 0n, exit: null })],
    },
  },
})

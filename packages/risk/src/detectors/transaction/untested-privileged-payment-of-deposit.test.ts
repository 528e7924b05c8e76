import type { UnseenPayment } from '../../facts/paymentCoverage.ts'
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
import detector from './untested-privileged-payment-of-deposit.ts'

const deposit = {
  ...invoke(UNKNOWN_CONTRACT, 'stake()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
  balanceChanges: [change(TRADER, -ETHER, { before: 2n * ETHER }), change(UNKNOWN_CONTRACT, ETHER)],
}
const unseen = (isKey: boolean): UnseenPayment => ({
  contract: UNKNOWN_CONTRACT,
  selector: '0x01681a62',
  signature: 'sweep(address)',
  holders: [{ address: STRANGER, by: 'owner()', isKey }],
})
const payments = (isKey = true) => ({ all: 3, seen: 2, unseen: [unseen(isKey)] })

detectorTest(detector, {
  detects: {
    'a payment that one key may make and that was not executed': {
      ...deposit,
      claims: [claim({ payments: payments() })],
    },
    'the same held by a multisig': { ...deposit, claims: [claim({ payments: payments(false) })], severity: 'info' },
    'a small deposit': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { changeUsd: -5 }), change(UNKNOWN_CONTRACT, ETHER)],
      claims: [claim({ payments: payments() })],
      severity: 'info',
    },
  },
  clears: {
    'a transfer': {},
    'a staking pool whose owner may pause, which pays nothing': {
      ...deposit,
      claims: [claim({ payments: { all: 2, seen: 2, unseen: [] } })],
    },
    'a deposit without a withdrawal, which another rule judges': {
      ...deposit,
      claims: [claim({ returned: 0n, exit: null, payments: payments() })],
    },
  },
})

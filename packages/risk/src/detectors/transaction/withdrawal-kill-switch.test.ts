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
import detector from './withdrawal-kill-switch.ts'

const deposit = {
  ...invoke(UNKNOWN_CONTRACT, 'stake()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
  balanceChanges: [change(TRADER, -ETHER, { before: 2n * ETHER }), change(UNKNOWN_CONTRACT, ETHER)],
}
const close = {
  caller: STRANGER,
  by: 'owner()',
  selector: '0x8456cb59',
  signature: 'pause()',
  isKey: true,
  takes: null,
} as const

detectorTest(detector, {
  detects: {
    'coins that the contract owes for a payment, whose payment one key can stop': {
      ...deposit,
      claims: [claim({ asset: STRANGER, switches: [close], owed: { symbol: 'TEAS', decimals: 18, usd: 800 } })],
    },
    'a withdrawal that one key can stop': { ...deposit, claims: [claim({ switches: [close] })] },
    'a withdrawal that a multisig can stop': {
      ...deposit,
      claims: [claim({ switches: [{ ...close, isKey: false }] })],
      severity: 'low',
    },
    'a small deposit that one key can stop': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { changeUsd: -5 }), change(UNKNOWN_CONTRACT, ETHER)],
      claims: [claim({ switches: [close] })],
      severity: 'medium',
    },
    'an order that a keeper executes': {
      ...deposit,
      claims: [claim({ switches: [{ ...close, executes: [null] }] })],
      severity: 'low',
    },
    'a deposit that a strategist exchanges': {
      ...deposit,
      claims: [claim({ switches: [{ ...close, exchanges: true }] })],
      severity: 'low',
    },
    'a withdrawal that one key can stop, beside an order that it executes': {
      ...deposit,
      claims: [
        claim({
          switches: [
            { ...close, executes: [null] },
            { ...close, selector: '0x3f4ba83a' },
          ],
        }),
      ],
      severity: 'high',
    },
  },
  clears: {
    'a transfer': {},
    'a withdrawal that no call stops': { ...deposit, claims: [claim()] },
    'a call that takes the deposits, which another rule judges': {
      ...deposit,
      claims: [claim({ switches: [{ ...close, takes: { asset: null, amount: ETHER, receiver: STRANGER } }] })],
    },
    'a deposit without a withdrawal, which another rule judges': {
      ...deposit,
      claims: [claim({ returned: 0n, exit: null })],
    },
  },
})

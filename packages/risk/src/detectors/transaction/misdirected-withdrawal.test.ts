import type { MisdirectedExit } from '../../facts/claim.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, change, contract, ETHER, STRANGER, TRADER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './misdirected-withdrawal.ts'

const funding = {
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
  balanceChanges: [change(TRADER, -ETHER, { before: 2n * ETHER }), change(UNKNOWN_CONTRACT, ETHER)],
}
const misdirected: MisdirectedExit = {
  contract: UNKNOWN_CONTRACT,
  selector: '0x3ccfd60b',
  signature: 'withdraw()',
  receiver: STRANGER,
  amount: ETHER,
  isHidden: true,
}
const unpaid = { returned: 0n, exit: null, after: 0 }

detectorTest(detector, {
  detects: {
    'a bot whose withdrawal pays an account that is worked out in the code': {
      ...funding,
      claims: [claim({ ...unpaid, misdirected })],
      says: /^withdraw\(\) of 0x.*, when you call it, sends your 1 ETH to 0x/,
    },
    'a salary that an account shown in the code gets': {
      ...funding,
      claims: [claim({ ...unpaid, misdirected: { ...misdirected, isHidden: false } })],
      severity: 'low',
    },
  },
  clears: {
    'a purse that pays its owner': { ...funding, claims: [claim()] },
    'a plain transfer': {},
  },
})

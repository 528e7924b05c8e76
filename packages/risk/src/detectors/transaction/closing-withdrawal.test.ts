import { detectorTest } from '../../testing/detectorTest.ts'
import { byAddress, change, contract, ETHER, invoke, TRADER, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './closing-withdrawal.ts'

const DAY = 86_400
const deposit = {
  ...invoke(UNKNOWN_CONTRACT, 'stake()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
  balanceChanges: [change(TRADER, -ETHER, { before: 2n * ETHER }), change(UNKNOWN_CONTRACT, ETHER)],
}
const small = {
  ...deposit,
  balanceChanges: [change(TRADER, -ETHER, { before: 20n * ETHER, changeUsd: -100 }), change(UNKNOWN_CONTRACT, ETHER)],
}

detectorTest(detector, {
  detects: {
    'a withdrawal that closes after a day': { ...deposit, claims: [claim({ closesAfter: DAY })] },
    'a withdrawal that closes within the hour': { ...deposit, claims: [claim({ closesAfter: 0 })] },
    'a withdrawal that opens after a day and closes': { ...deposit, claims: [claim({ after: DAY, closesAfter: DAY })] },
    'a deposit that goes to others while it waits': {
      ...deposit,
      claims: [claim({ later: [{ after: 8 * DAY, returned: ETHER / 5n, toOthers: (ETHER * 4n) / 5n }] })],
      severity: 'high',
    },
    'a small deposit that goes to others while it waits': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { changeUsd: -40 }), change(UNKNOWN_CONTRACT, ETHER)],
      claims: [claim({ later: [{ after: 8 * DAY, returned: 0n, toOthers: ETHER }] })],
      severity: 'medium',
    },
    'a withdrawal for the first callers': { ...deposit, claims: [claim({ closesWithUse: true })] },
    'a small order that can be cancelled for a day': {
      ...small,
      claims: [claim({ closesAfter: DAY })],
      severity: 'low',
    },
  },
  clears: {
    'a transfer': {},
    'a withdrawal that pays another depositor besides': {
      ...deposit,
      claims: [claim({ later: [{ after: 8 * DAY, returned: ETHER, toOthers: ETHER }] })],
    },
    'a withdrawal with a fee that grows a little': {
      ...deposit,
      claims: [claim({ later: [{ after: 30 * DAY, returned: (ETHER * 9n) / 10n, toOthers: ETHER / 10n }] })],
    },
    'a withdrawal that stays open': { ...deposit, claims: [claim()] },
    'a withdrawal that others can make, which another rule judges': {
      ...deposit,
      claims: [claim({ closesAfter: 0, openToOthers: true })],
    },
  },
})

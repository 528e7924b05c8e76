import { detectorTest } from '../../detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  invoke,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
} from '../../sampleFacts.ts'
import { claim } from '../../testClaims.ts'
import detector from './deposit-without-withdrawal.ts'

const deposit = {
  ...invoke(UNKNOWN_CONTRACT, 'stake()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
  balanceChanges: [change(TRADER, -ETHER, { before: 2n * ETHER }), change(UNKNOWN_CONTRACT, ETHER)],
}
const issued = change(TRADER, 1_000n, { assetType: 'erc20', address: UNKNOWN_CONTRACT, symbol: 'SHARE', before: 0n })
const none = claim({ returned: 0n, exit: null })

detectorTest(detector, {
  detects: {
    'a stake that no call pays back': { ...deposit, claims: [none] },
    'a stake in code without a withdrawal': { ...deposit, claims: [claim({ returned: 0n, exit: null, offered: [] })] },
    'a stake of which a hundredth comes back': { ...deposit, claims: [claim({ returned: ETHER / 100n })] },
    'a stake that others can take': { ...deposit, claims: [claim({ openToOthers: true })] },
    'tokens that a contract without a withdrawal sells': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'buy()', [], { value: ETHER }),
      balanceChanges: [...deposit.balanceChanges, issued],
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
      severity: 'medium',
    },
    'tokens sold for little of what one holds': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'buy()', [], { value: ETHER }),
      balanceChanges: [change(TRADER, -ETHER, { before: 20n * ETHER }), change(UNKNOWN_CONTRACT, ETHER), issued],
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
      severity: 'low',
    },
    'shares of a vault without a withdrawal, for little of what one holds': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { before: 20n * ETHER }), change(UNKNOWN_CONTRACT, ETHER), issued],
      claims: [claim({ returned: 0n, exit: null, offered: [] })],
    },
    'shares of a vault whose withdrawal fails': {
      ...deposit,
      ...invoke(UNKNOWN_CONTRACT, 'enter()', [], { value: ETHER }),
      balanceChanges: [...deposit.balanceChanges, issued],
      claims: [none],
    },
    'a small stake that no call pays back': {
      ...deposit,
      balanceChanges: [change(TRADER, -ETHER, { changeUsd: -5 }), change(UNKNOWN_CONTRACT, ETHER)],
      claims: [none],
      severity: 'medium',
    },
  },
  clears: {
    'a transfer': {},
    'a stake that comes back': { ...deposit, claims: [claim()] },
    'a stake of which the fee does not come back': { ...deposit, claims: [claim({ returned: (ETHER * 9n) / 10n })] },
    'a purchase': { ...deposit, ...invoke(UNKNOWN_CONTRACT, 'buy()', [], { value: ETHER }), claims: [none] },
    'a search that a limit cut short': { ...deposit, claims: [claim({ returned: 0n, exit: null, complete: false })] },
    'a payment to a person, which another rule judges': {
      ...deposit,
      counterparties: byAddress(account(STRANGER)),
      balanceChanges: [change(TRADER, -ETHER), change(STRANGER, ETHER)],
      claims: [none],
    },
  },
})

import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  invoke,
  ROUTER,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
} from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './price-source-under-one-key.ts'

const supply = {
  ...invoke(UNKNOWN_CONTRACT, 'supply(address)', [ROUTER], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT), account(STRANGER)),
  simulation: simulation(),
  balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
}
const setter = {
  source: ROUTER,
  caller: STRANGER,
  by: 'maintainer()',
  selector: '0x11223344',
  signature: 'replaceFeed(address)',
} as const

detectorTest(detector, {
  detects: {
    'a market whose price one key sets': { ...supply, claims: [claim({ prices: [setter] })] },
  },
  clears: {
    'a market whose price no key sets': { ...supply, claims: [claim()] },
    'a deposit with another contract than the one that asks': {
      ...supply,
      claims: [claim({ takers: [ROUTER], prices: [setter] })],
    },
    'a call that loses nothing': { ...supply, balanceChanges: [], claims: [claim({ prices: [setter] })] },
  },
})

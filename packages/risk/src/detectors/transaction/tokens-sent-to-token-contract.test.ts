import type { Address } from '../../address.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  failure,
  invoke,
  label,
  pay,
  ROUTER,
  router,
  SCAM,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
} from '../../testing/sampleFacts.ts'
import detector from './tokens-sent-to-token-contract.ts'

const token = { standard: 'erc20', symbol: 'OTHER', name: 'Other', decimals: 18 } as const
const send = (to: Address) => invoke(USDC, 'transfer(address,uint256)', [to, 5n])

detectorTest(detector, {
  detects: {
    'coins sent to a contract that sends nothing': {
      ...pay(UNKNOWN_CONTRACT, ETHER),
      recipient: contract(UNKNOWN_CONTRACT, { sendsNothing: true }),
      balanceChanges: [change(TRADER, -ETHER)],
    },
    'a token sent to a contract that sends nothing': {
      ...send(UNKNOWN_CONTRACT),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT, { sendsNothing: true })),
    },
    'a token sent to its own contract': send(USDC),
    'a token sent to another token': { ...send(SCAM), counterparties: byAddress(contract(SCAM, { token })) },
    'a token sent to a router': { ...send(ROUTER), counterparties: byAddress(router()) },
    'coins sent to a relay': {
      ...pay(ROUTER, ETHER),
      recipient: contract(ROUTER, { labels: [label('open-executor')] }),
      balanceChanges: [change(TRADER, -ETHER)],
    },
    'coins that a router keeps': {
      ...pay(ROUTER, ETHER),
      recipient: router(),
      balanceChanges: [change(TRADER, -ETHER)],
    },
    'coins sent to the code of all Safes': {
      ...pay(ROUTER, ETHER),
      recipient: contract(ROUTER, { labels: [label('multisig', 'Safe 1.4.1 singleton')] }),
      balanceChanges: [change(TRADER, -ETHER)],
    },
  },
  clears: {
    'a token sent to another person’s Safe': {
      ...send(ROUTER),
      counterparties: byAddress(contract(ROUTER, { labels: [label('multisig', 'Treasury')] })),
    },
    'a token sent to an exchange': {
      ...send(ROUTER),
      counterparties: byAddress(account(ROUTER, { labels: [label('exchange')] })),
    },
    'coins for a staking contract that gives its token': {
      ...pay(ROUTER, ETHER),
      recipient: router(),
      balanceChanges: [change(TRADER, -ETHER), change(TRADER, 5n, { assetType: 'erc20', address: SCAM, before: 0n })],
    },
    'coins that a router refuses': {
      ...pay(ROUTER, ETHER),
      recipient: router(),
      simulation: failure('invalid opcode', { outcome: 'halted' }),
      balanceChanges: [],
    },
    'a token sent to a person': send(FRIEND),
    'a token sent to a contract that is no token': {
      ...send(UNKNOWN_CONTRACT),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'ether sent to wrapped ether, which wraps it': { ...pay(SCAM, ETHER), recipient: contract(SCAM, { token }) },
  },
})

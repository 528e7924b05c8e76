import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  approval,
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  invoke,
  router,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../testing/sampleFacts.ts'
import detector from './frozen-counterparty.ts'

const frozen = { frozenBy: ['USDT'] }
const transfer = (to: typeof STRANGER) => ({
  ...invoke(USDC, 'transfer(address to,uint256 amount)', [to, 5n], { abi: 'erc20' }),
  recipient: contract(USDC),
  balanceChanges: [usdc(TRADER, -5n), usdc(to, 5n)],
})
const grant = (spender: ReturnType<typeof account>) => ({
  recipient: contract(USDC),
  approvalChanges: [approval(spender.address)],
  spenders: byAddress(spender),
  counterparties: {},
  balanceChanges: [],
})

detectorTest(detector, {
  detects: {
    'a token transfer to an account that Tether froze': {
      ...transfer(STRANGER),
      counterparties: byAddress(account(STRANGER, frozen)),
    },
    'a contract that passes the payment on to one': {
      recipient: contract(UNKNOWN_CONTRACT),
      balanceChanges: [change(TRADER, -ETHER), change(STRANGER, ETHER)],
      counterparties: byAddress(account(STRANGER, frozen)),
    },
    'an approval for one': grant(contract(UNKNOWN_CONTRACT, { frozenBy: ['USDC'] })),
  },
  clears: {
    'a friend that was not froze': transfer(FRIEND),
    'a router': grant(router()),
    'the account called, which has a rule of its own': { recipient: account(FRIEND, frozen) },
    'a frozen account that only loses something': {
      balanceChanges: [usdc(STRANGER, -5n), usdc(TRADER, 5n)],
      counterparties: byAddress(account(STRANGER, frozen)),
    },
  },
  unknowns: {
    'a receiver of whom no issuer answered': {
      ...transfer(STRANGER),
      counterparties: byAddress(account(STRANGER, { frozenBy: null })),
    },
    'a spender of whom no issuer answered': grant(contract(UNKNOWN_CONTRACT, { frozenBy: null })),
  },
})

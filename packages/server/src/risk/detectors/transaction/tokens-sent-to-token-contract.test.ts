import { detectorTest } from '../../detectorTest.ts'
import { byAddress, contract, ETHER, FRIEND, invoke, pay, SCAM, UNKNOWN_CONTRACT, USDC } from '../../sampleFacts.ts'
import detector from './tokens-sent-to-token-contract.ts'

const token = { standard: 'erc20', symbol: 'OTHER', name: 'Other', decimals: 18 } as const
const send = (to: typeof USDC) => invoke(USDC, 'transfer(address,uint256)', [to, 5n])

detectorTest(detector, {
  detects: {
    'a token sent to its own contract': send(USDC),
    'a token sent to another token': { ...send(SCAM), counterparties: byAddress(contract(SCAM, { token })) },
  },
  clears: {
    'a token sent to a person': send(FRIEND),
    'a token sent to a contract that is no token': {
      ...send(UNKNOWN_CONTRACT),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
    },
    'ether sent to wrapped ether, which wraps it': { ...pay(SCAM, ETHER), recipient: contract(SCAM, { token }) },
  },
})

import { encodeAbiParameters, keccak256 } from 'viem/utils'
import { detectorTest } from '../../detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  frame,
  invoke,
  nft,
  ROUTER,
  router,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../sampleFacts.ts'
import detector from './payment-for-nothing.ts'

const forward = [frame({ from: UNKNOWN_CONTRACT, to: STRANGER, value: ETHER })]
const paid = (calls = [frame({ value: 0n })]) =>
  simulation({ trace: frame({ to: UNKNOWN_CONTRACT, value: ETHER, calls }) })
const mint = {
  ...invoke(UNKNOWN_CONTRACT, 'mint()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(contract(UNKNOWN_CONTRACT), account(STRANGER)),
  simulation: paid(),
  balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
}
const deposits = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [TRADER, 3n]))
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

detectorTest(detector, {
  detects: {
    'a mint that mints nothing': mint,
    'a contract that passes most of the balance on to a person': {
      ...mint,
      simulation: paid(forward),
      balanceChanges: [change(TRADER, -ETHER, { before: ETHER + 1n }), change(STRANGER, ETHER)],
      severity: 'critical',
    },
    'a token payment named by the call': {
      ...invoke(UNKNOWN_CONTRACT, 'deposit(address,uint256)', [USDC, 5n]),
      recipient: contract(UNKNOWN_CONTRACT),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
      simulation: simulation(),
      balanceChanges: [usdc(TRADER, -5n), usdc(UNKNOWN_CONTRACT, 5n)],
    },
    'a deposit that the contract credits': {
      ...mint,
      simulation: {
        ...paid(),
        stateDiff: { [UNKNOWN_CONTRACT]: { storage: { [deposits]: { before: word(0n), after: word(ETHER) } } } },
      },
      severity: 'low',
    },
  },
  clears: {
    'a mint that mints': { ...mint, balanceChanges: [...mint.balanceChanges, nft(TRADER, 1n, 1n)] },
    'a plain transfer to a person': {},
    'a deposit with a known protocol': {
      ...invoke(ROUTER, 'deposit()', [], { value: ETHER }),
      recipient: router(),
      simulation: paid(),
      balanceChanges: mint.balanceChanges,
    },
    'a token transfer to a friend': {
      ...invoke(USDC, 'transfer(address,uint256)', [FRIEND, 5n]),
      recipient: contract(USDC),
      simulation: simulation(),
      balanceChanges: [usdc(TRADER, -5n), usdc(FRIEND, 5n)],
    },
  },
})

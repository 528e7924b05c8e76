import { detectorTest } from '../../testing/detectorTest.ts'
import {
  change,
  ETHER,
  frame,
  invoke,
  ROUTER,
  SCAM,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  usdc,
} from '../../testing/sampleFacts.ts'
import detector from './trade-without-return.ts'

const sellTo = (receiver: typeof TRADER) =>
  invoke(ROUTER, 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)', [
    1n,
    0n,
    [SCAM, STRANGER],
    receiver,
    1n,
  ])
const token = (of: typeof TRADER, amount: bigint) =>
  change(of, amount, { assetType: 'erc20', address: SCAM, symbol: 'SCAM', before: 5_000n })
const HEIR = `0x${'ab'.repeat(20)}` as const
const sold = [token(TRADER, -5_000n), token(UNKNOWN_CONTRACT, 5_000n)]
const paysOut = (to: typeof TRADER) =>
  simulation({ trace: frame({ to: ROUTER, calls: [frame({ from: ROUTER, to, value: ETHER })] }) })

detectorTest(detector, {
  detects: { 'a sale that pays nothing': { ...sellTo(TRADER), simulation: simulation(), balanceChanges: sold } },
  clears: {
    'a sale that pays': {
      ...sellTo(TRADER),
      simulation: paysOut(TRADER),
      balanceChanges: [...sold, change(TRADER, ETHER)],
    },
    'a sale for another account’s account': {
      ...sellTo(HEIR),
      simulation: simulation(),
      balanceChanges: [...sold, usdc(HEIR, 5n)],
    },
    'a plain transfer': {},
    'a stake, which is no trade by name': {
      ...invoke(ROUTER, 'stake(uint256)', [1n]),
      simulation: simulation(),
      balanceChanges: sold,
    },
  },
})

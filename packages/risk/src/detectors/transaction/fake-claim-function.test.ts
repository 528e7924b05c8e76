import { detectorTest } from '../../testing/detectorTest.ts'
import {
  byAddress,
  change,
  contract,
  DRAINER,
  ETHER,
  frame,
  invoke,
  label,
  ROUTER,
  router,
  SCAM,
  simulation,
  TRADER,
  USDC,
  usdc,
} from '../../testing/sampleFacts.ts'
import detector from './fake-claim-function.ts'

const claim = { ...invoke(DRAINER, 'claim()', []), recipient: contract(DRAINER), simulation: simulation() }
const undecoded = { ...claim, decodedCall: { ...claim.decodedCall, functionName: null, signature: null, abi: null } }
const tokens = change(TRADER, 5n, { assetType: 'erc20', address: SCAM, symbol: 'GIFT', before: 0n })

detectorTest(detector, {
  detects: {
    'a claim that gives a worthless token for everything': {
      ...claim,
      counterparties: byAddress(contract(DRAINER)),
      balanceChanges: [usdc(TRADER, -950_000_000n), tokens, usdc(DRAINER, 950_000_000n)],
      severity: 'medium',
    },
    'a claim behind a relay': {
      ...claim,
      recipient: contract(ROUTER, { labels: [label('open-executor', 'Multicall3')] }),
      balanceChanges: [usdc(TRADER, -5n), usdc(DRAINER, 5n)],
    },
    'a claim that takes tokens': { ...claim, balanceChanges: [usdc(TRADER, -5n), usdc(DRAINER, 5n)] },
    'a security update that costs ether, known by its selector alone': {
      ...undecoded,
      transaction: { ...undecoded.transaction, value: ETHER },
      simulation: simulation({ trace: frame({ to: DRAINER, value: ETHER }) }),
      balanceChanges: [change(TRADER, -ETHER), change(DRAINER, ETHER)],
    },
  },
  clears: {
    'an honest airdrop claim': { ...claim, balanceChanges: [tokens] },
    'an airdrop claim with a fee': {
      ...claim,
      simulation: simulation({ trace: frame({ to: DRAINER, value: 1n }) }),
      balanceChanges: [change(TRADER, -1n), tokens],
    },
    'a migration by a known protocol': {
      ...invoke(ROUTER, 'migrate()', []),
      recipient: router(),
      simulation: simulation(),
      balanceChanges: [usdc(TRADER, -5n)],
    },
    'another function': { ...invoke(USDC, 'transfer(address,uint256)', [DRAINER, 5n]), simulation: simulation() },
  },
})

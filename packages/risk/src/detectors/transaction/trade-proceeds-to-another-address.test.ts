import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  DRAINER,
  ETHER,
  FRIEND,
  invoke,
  label,
  ROUTER,
  router,
  SCAM,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
import detector from './trade-proceeds-to-another-address.ts'

const USD = { standard: 'erc20', symbol: 'USDC', name: 'USD Coin', decimals: 6 } as const

const buyFor = (receiver: typeof TRADER, receives = receiver) => ({
  ...invoke(ROUTER, 'swapExactETHForTokens(uint256,address)', [1n, receiver], { value: ETHER }),
  simulation: simulation({ trace: null }),
  balanceChanges: [change(TRADER, -ETHER), usdc(receives, 3_000_000_000n), change(UNKNOWN_CONTRACT, ETHER)],
  counterparties: byAddress(account(STRANGER), account(FRIEND), contract(UNKNOWN_CONTRACT)),
})

/** Shares for the receiver, who can redeem them. */
const depositFor = (receiver: typeof TRADER) => ({
  ...invoke(UNKNOWN_CONTRACT, 'deposit(uint256 assets, address receiver)', [100n, receiver]),
  recipient: contract(UNKNOWN_CONTRACT),
  balanceChanges: [
    usdc(TRADER, -100n),
    usdc(UNKNOWN_CONTRACT, 100n),
    change(receiver, 100n, { assetType: 'erc20', address: UNKNOWN_CONTRACT, symbol: 'vUSDC', before: 0n }),
  ],
  counterparties: byAddress(account(STRANGER), account(FRIEND), contract(UNKNOWN_CONTRACT)),
  claims: [claim({ asset: USDC, amount: 100n, returned: 100n, beneficiary: receiver })],
})

const collect = (recipient: typeof TRADER) => ({
  ...invoke(ROUTER, 'collect(uint256,address)', [7n, recipient]),
  recipient: contract(ROUTER, { labels: [label('defi_protocol')] }),
  balanceChanges: [usdc(recipient, 3_000_000_000n)],
  counterparties: byAddress(account(STRANGER), account(FRIEND)),
})

/** A keeper moves what an account allowed it to move. */
const spends = (receiver: typeof TRADER, before = 0n, owner = SCAM) => ({
  ...invoke(USDC, 'transferFrom(address,address,uint256)', [owner, receiver, 100n]),
  recipient: contract(USDC, { token: USD }),
  balanceChanges: [usdc(owner, -100n), usdc(receiver, 100n, { before })],
  counterparties: byAddress(account(STRANGER), account(FRIEND), account(SCAM)),
})
/** The trader's bot contract trades what it holds. */
const tradeOf = (receiver: typeof TRADER) => ({
  ...invoke(UNKNOWN_CONTRACT, 'swapExactTokensForTokens(uint256,address)', [1n, receiver]),
  recipient: contract(UNKNOWN_CONTRACT),
  balanceChanges: [usdc(receiver, 100n, { before: 0n }), change(UNKNOWN_CONTRACT, -ETHER)],
  counterparties: byAddress(account(STRANGER), account(FRIEND), contract(UNKNOWN_CONTRACT)),
})

// Not executed: only the call data speaks, in the words of the interface.
const unseen = (receiver: typeof TRADER, more: Partial<Facts> = {}, signature = SWAP) => ({
  ...invoke(ROUTER, signature, [1n, receiver], { value: ETHER }),
  recipient: router(),
  moved: null,
  counterparties: {},
  spenders: byAddress(account(STRANGER), account(FRIEND), contract(DRAINER)),
  ...more,
})
const SWAP = 'swapExactETHForTokens(uint256 least, address to)'
const position = (recipient: typeof TRADER) => ({
  ...unseen(TRADER),
  ...invoke(ROUTER, 'collect((uint256 tokenId, address recipient)[] params)', [[{ tokenId: 7n, recipient }]]),
})
const asArrays = (of: ReturnType<typeof position>) => ({
  ...of,
  decodedCall: { ...of.decodedCall, args: [[[7n, Object.values((of.decodedCall.args[0] as object[])[0] ?? {})[1]]]] },
})

detectorTest(detector, {
  detects: {
    'a swap whose receiver is a stranger': buyFor(STRANGER),
    'a swap whose receiver is an unknown contract': {
      ...buyFor(DRAINER),
      counterparties: byAddress(contract(DRAINER), contract(UNKNOWN_CONTRACT)),
    },
    'a deposit for a stranger, who can withdraw it': depositFor(STRANGER),
    'one wei besides': {
      ...buyFor(STRANGER),
      balanceChanges: [
        change(TRADER, -ETHER, { changeUsd: -3_000 }),
        usdc(TRADER, 1n),
        usdc(STRANGER, 3_000_000_000n),
        change(UNKNOWN_CONTRACT, ETHER),
      ],
    },
    'a receiver known only by the dust he sent': {
      ...buyFor(STRANGER),
      senderHistory: [
        { address: STRANGER, direction: 'in', zeroValue: false, asset: 'ETH', genuine: true, blockNumber: 1n },
      ],
    },
    'a position collected for a stranger': collect(STRANGER),
    'a swap for a stranger, where earlier payments could not be read': { ...buyFor(STRANGER), pastDealings: null },
    'a receiver in the call data of an unknown function': {
      ...buyFor(STRANGER),
      decodedCall: { ...buyFor(STRANGER).decodedCall, functionName: null, parameters: [], args: [] },
    },
    'a stranger beside the recipient of a fee': {
      ...buyFor(STRANGER),
      balanceChanges: [...buyFor(STRANGER).balanceChanges, usdc(FRIEND, 9_000_000n)],
    },
    'tokens of another account that are moved to a new holder': spends(STRANGER),
    'a trade of the contract’s assets for a new holder': tradeOf(STRANGER),
    'what was not executed and names a stranger': unseen(STRANGER),
    'what was not executed and names an unknown contract': unseen(DRAINER),
    'what was not executed and names a token contract': unseen(USDC, {
      spenders: byAddress(contract(USDC, { token: USD, labels: [label('token')] })),
    }),
    'a receiver within tuples, not executed': asArrays(position(STRANGER)),
  },
  clears: {
    'a smart account that pays the key which controls it': { ...buyFor(STRANGER), controllers: [STRANGER] },
    'a payment by a delegation that another account redeems': {
      ...collect(STRANGER),
      ...invoke(ROUTER, 'redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)', [
        ['0x'],
        [`0x${'00'.repeat(32)}`],
        [STRANGER],
      ]),
    },
    'own tokens moved by transferFrom': spends(STRANGER, 0n, TRADER),
    'what a relay of a bridge pays out': {
      ...buyFor(STRANGER),
      recipient: contract(ROUTER, { labels: [label('bridge')] }),
    },
    'a pool of a route that takes the wrapped coins': {
      ...buyFor(UNKNOWN_CONTRACT),
      balanceChanges: [
        change(TRADER, -ETHER),
        usdc(TRADER, 100n),
        usdc(UNKNOWN_CONTRACT, -100n),
        change(UNKNOWN_CONTRACT, ETHER, { assetType: 'erc20', address: SCAM, symbol: 'WETH' }),
      ],
    },
    'an interface fee in the token that is bought': {
      ...buyFor(STRANGER),
      balanceChanges: [change(TRADER, -ETHER), usdc(TRADER, 2_991_000_000n), usdc(STRANGER, 9_000_000n)],
    },
    'tokens of another account that are collected for oneself': spends(TRADER),
    'tokens of another account for a holder of the same token': spends(STRANGER, 5n),
    'tokens of another account for an account that was paid before': spends(FRIEND),
    'a trade for a user who pays for it': {
      ...tradeOf(STRANGER),
      balanceChanges: [...tradeOf(STRANGER).balanceChanges, change(STRANGER, -ETHER)],
    },
    'a deposit for an account that was paid before': depositFor(FRIEND),
    'a swap for oneself': buyFor(TRADER),
    'a position collected for oneself': collect(TRADER),
    'a position collected for a friend': collect(FRIEND),
    'a swap for an account paid before': buyFor(FRIEND),
    'a pool that happens to gain': buyFor(TRADER, UNKNOWN_CONTRACT),
    'a swap into an exchange’s deposit address': {
      ...buyFor(STRANGER),
      counterparties: byAddress(account(STRANGER, { labels: [label('exchange')] })),
    },
    'a plain transfer': {},
    'what was not executed and names oneself': unseen(TRADER),
    'what was not executed and names an account paid before': unseen(FRIEND),
    'what was not executed and names the service itself': unseen(ROUTER),
    'what was not executed and names the caller': unseen(`0x${'0'.repeat(39)}1`),
    'a pool that passes on, not executed': unseen(UNKNOWN_CONTRACT, {
      spenders: byAddress(contract(UNKNOWN_CONTRACT, { labels: [label('pool')] })),
    }),
    'a position collected for oneself, not executed': asArrays(position(TRADER)),
    'coins for an address on another network, not executed': unseen(STRANGER, {
      recipient: contract(ROUTER, { labels: [label('bridge')] }),
    }),
    'an address that has no name, not executed': unseen(STRANGER, {}, 'swap(uint256,address)'),
    'an argument of an unknown contract, not executed': unseen(STRANGER, { recipient: contract(ROUTER) }),
  },
})

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
  label,
  nft,
  pay,
  ROUTER,
  router,
  SCAM,
  STRANGER,
  simulation,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../sampleFacts.ts'
import { claim } from '../../testClaims.ts'
import detector from './payment-without-return.ts'

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
const openExecutor = contract(UNKNOWN_CONTRACT, { labels: [label('open-executor', 'Multicall3')] })
const junkSale = (taker: typeof STRANGER) => ({
  ...mint,
  balanceChanges: [
    change(TRADER, -9n * ETHER, { changeUsd: -27_000 }),
    change(taker, 9n * ETHER, { changeUsd: 27_000 }),
    change(TRADER, 10n ** 24n, { assetType: 'erc20', address: SCAM, symbol: 'REWARD', before: 0n }),
  ],
})
const EXCHANGE = `0x${'e4'.repeat(20)}` as const
const handedOn = {
  balanceChanges: [change(TRADER, -ETHER, { before: 10n * ETHER }), change(EXCHANGE, ETHER)],
}
const purchase = (seller: typeof EXCHANGE) => ({
  ...mint,
  counterparties: byAddress(account(seller)),
  balanceChanges: [change(TRADER, -ETHER), change(seller, ETHER), nft(TRADER, 1n, 7n), nft(seller, -1n, 7n)],
})
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
    'a deposit whose withdrawal the node cannot show': {
      ...mint,
      claims: [{ ...claim({ returned: 0n, exit: null, complete: false }), unreadable: true }],
      severity: 'medium',
    },
    'coins handed on to an exchange': {
      ...mint,
      ...handedOn,
      counterparties: byAddress(account(EXCHANGE, { labels: [label('exchange', 'Exchange 4')] })),
      severity: 'medium',
    },
    'coins handed on to a person that the call does not name': {
      ...mint,
      ...handedOn,
      counterparties: byAddress(account(EXCHANGE)),
    },
    'an item bought by an unknown contract': { ...purchase(EXCHANGE), severity: 'medium' },
    'a seller who is paid and keeps the item': {
      ...purchase(EXCHANGE),
      recipient: router(),
      balanceChanges: purchase(EXCHANGE).balanceChanges.filter(({ assetType }) => assetType === 'native'),
    },
    'a token payment named by the call': {
      ...invoke(UNKNOWN_CONTRACT, 'deposit(address,uint256)', [USDC, 5_000_000n]),
      recipient: contract(UNKNOWN_CONTRACT),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
      simulation: simulation(),
      balanceChanges: [usdc(TRADER, -5_000_000n), usdc(UNKNOWN_CONTRACT, 5_000_000n)],
    },
    'a mint of an item without a price, for little of what one holds': {
      ...mint,
      balanceChanges: [...mint.balanceChanges, nft(TRADER, 1n, 1n)],
      severity: 'low',
    },
    'worthless tokens for most of the coins': { ...junkSale(UNKNOWN_CONTRACT), severity: 'medium' },
    'worthless tokens for coins that a person takes': junkSale(STRANGER),
    'coins wrapped for another account by an unknown contract': {
      ...mint,
      counterparties: byAddress(contract(ROUTER, { labels: [label('token')] })),
      balanceChanges: [change(TRADER, -ETHER), change(ROUTER, ETHER)],
    },
    'a credit smaller than the payment': {
      ...mint,
      simulation: {
        ...paid(),
        stateDiff: { [UNKNOWN_CONTRACT]: { storage: { [deposits]: { before: word(0n), after: word(1n) } } } },
      },
      severity: 'medium',
    },
    'coins that stay in a relay': {
      ...mint,
      recipient: openExecutor,
      counterparties: byAddress(openExecutor),
    },
    'a Safe that is none': {
      ...invoke(UNKNOWN_CONTRACT, 'execTransaction(address)', [STRANGER], { value: 9n * ETHER }),
      recipient: contract(UNKNOWN_CONTRACT),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
      simulation: paid(),
      balanceChanges: [change(TRADER, -9n * ETHER), change(UNKNOWN_CONTRACT, 9n * ETHER)],
    },
    'coins locked into the contract one creates': {
      ...pay(null, 5n * ETHER),
      recipient: null,
      simulation: simulation({ created: UNKNOWN_CONTRACT }),
      counterparties: byAddress(account(UNKNOWN_CONTRACT)),
      balanceChanges: [change(TRADER, -5n * ETHER), change(UNKNOWN_CONTRACT, 5n * ETHER)],
    },
    'a receiver that the call of a known service names': {
      ...invoke(ROUTER, 'forward(address)', [UNKNOWN_CONTRACT], { value: ETHER }),
      recipient: router(),
      counterparties: byAddress(contract(UNKNOWN_CONTRACT)),
      simulation: paid(),
      balanceChanges: [change(TRADER, -ETHER), change(UNKNOWN_CONTRACT, ETHER)],
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
    'a plain transfer to a person': {},
    'an item bought on a known marketplace': { ...purchase(EXCHANGE), recipient: router() },
    'dust, as bots send it along': {
      ...mint,
      balanceChanges: [change(TRADER, -(10n ** 12n)), change(UNKNOWN_CONTRACT, 10n ** 12n)],
    },
    'the fee that a known exchange takes': {
      ...junkSale(UNKNOWN_CONTRACT),
      recipient: router(),
      balanceChanges: [
        change(TRADER, -100n * ETHER),
        change(UNKNOWN_CONTRACT, 99n * ETHER),
        change(STRANGER, ETHER),
        change(TRADER, 10n ** 24n, { assetType: 'erc20', address: SCAM, symbol: 'REWARD', before: 0n }),
      ],
    },
    'worthless tokens bought on a known exchange': { ...junkSale(UNKNOWN_CONTRACT), recipient: router() },
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

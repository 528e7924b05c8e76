import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Address, Hex } from '../../address.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
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
  NFT,
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
} from '../../testing/sampleFacts.ts'
import { claim } from '../../testing/testClaims.ts'
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
const withoutPrice = (sale: ReturnType<typeof junkSale>) => ({
  ...sale,
  balanceChanges: sale.balanceChanges.map((row) => ({ ...row, changeUsd: null, priceKind: null })),
})
const EXCHANGE = `0x${'e4'.repeat(20)}` as const
const handedOn = {
  balanceChanges: [change(TRADER, -ETHER, { before: 10n * ETHER }), change(EXCHANGE, ETHER)],
}
const POOL = `0x${'9a'.repeat(20)}` as const
/** A fifth of a percent for the token of a pool; the call names the friend. */
const boughtFor = (receiver: Address) => ({
  ...mint,
  ...invoke(UNKNOWN_CONTRACT, 'buy(address)', [FRIEND], { value: ETHER }),
  decodedSteps: [],
  counterparties: byAddress(contract(UNKNOWN_CONTRACT), contract(POOL)),
  balanceChanges: [
    change(TRADER, -ETHER, { before: 500n * ETHER }),
    change(POOL, ETHER),
    change(POOL, -9n, { assetType: 'erc20', address: SCAM, symbol: 'JUP', before: 90n }),
    change(receiver, 9n, { assetType: 'erc20', address: SCAM, symbol: 'JUP', before: 0n }),
  ],
})
/** An unknown contract pays out; the payer holds so many times the sum. */
const payroll = (times: bigint) => ({
  ...mint,
  ...invoke(UNKNOWN_CONTRACT, 'payOut(address[])', [[STRANGER]], { value: ETHER }),
  simulation: paid(forward),
  balanceChanges: [change(TRADER, -ETHER, { before: times * ETHER }), change(STRANGER, ETHER)],
})
/** In another block the payer wins; the payer holds so many times the stake. */
const flip = (times: bigint) => ({
  ...mint,
  simulation: simulation({
    environments: [
      {
        name: 'other-randomness',
        kind: 'builder',
        varies: ['PREVRANDAO'],
        success: true,
        gasUsed: 50_000n,
        sameOutcome: false,
        worse: false,
        better: true,
      },
    ],
  }),
  balanceChanges: [change(TRADER, -ETHER, { before: times * ETHER }), change(UNKNOWN_CONTRACT, ETHER)],
})
const purchase = (seller: typeof EXCHANGE) => ({
  ...mint,
  counterparties: byAddress(account(seller)),
  balanceChanges: [change(TRADER, -ETHER), change(seller, ETHER), nft(TRADER, 1n, 7n), nft(seller, -1n, 7n)],
})
const USUAL = { usd: 100, before: 20n * ETHER }
const recorded = ({ usd, before }: typeof USUAL) => ({
  ...mint,
  simulation: {
    ...paid(),
    stateDiff: {
      [UNKNOWN_CONTRACT]: {
        storage: { [`0x${'07'.padStart(64, '0')}` as const]: { before: word(0n), after: word(BigInt(TRADER)) } },
      },
    },
  },
  balanceChanges: [change(TRADER, -ETHER, { before, changeUsd: -usd }), change(UNKNOWN_CONTRACT, ETHER)],
})
const drop = (usd = 350) => ({
  ...mint,
  balanceChanges: [
    change(TRADER, -ETHER, { before: 20n * ETHER, changeUsd: -usd }),
    change(STRANGER, ETHER),
    nft(TRADER, 1n, 1n),
  ],
})
const WORKERS = [1, 2, 3, 4].map((one): Address => `0xa${one}${'0'.repeat(38)}`)
/** Coins in equal parts for accounts that the call names. */
const wages = (workers: readonly Address[], before = 20n * ETHER) => ({
  ...invoke(UNKNOWN_CONTRACT, 'pay(address[])', [workers], { value: ETHER }),
  transaction: {
    ...mint.transaction,
    data: `0x12345678${workers.map((one) => one.slice(2).padStart(64, '0')).join('')}` as const,
  },
  recipient: contract(UNKNOWN_CONTRACT),
  counterparties: byAddress(...workers.map((one) => account(one))),
  simulation: paid(),
  balanceChanges: [
    change(TRADER, -ETHER, { before }),
    ...workers.map((one) => change(one, ETHER / BigInt(workers.length))),
  ],
})
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

const KEEPER = {
  caller: STRANGER,
  by: 'owner()',
  selector: '0x2e64cec1',
  signature: 'announce(address)',
  isKey: true,
  after: 0,
} as const
const SLOT: Hex = `0x${'9'.repeat(64)}`
const EMPTY: Hex = `0x${'0'.repeat(64)}`
const PAYER: Hex = `0x${'0'.repeat(24)}${TRADER.slice(2)}`
/** A payment of a small part of the coins that stays in an old contract, which writes down who paid. */
const taken = (usd: number) => ({
  ...mint,
  ...invoke(UNKNOWN_CONTRACT, 'play()', [], { value: ETHER }),
  recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: false }),
  simulation: simulation({
    stateDiff: {
      [UNKNOWN_CONTRACT]: {
        storage: {
          [SLOT]: { before: EMPTY, after: PAYER },
        },
      },
    },
  }),
  balanceChanges: [change(TRADER, -ETHER, { before: 20n * ETHER, changeUsd: -usd }), change(UNKNOWN_CONTRACT, ETHER)],
  claims: [claim({ returned: 0n, exit: null, takes: [{ ...KEEPER, amount: ETHER, receiver: STRANGER }] })],
})
const REFERENCE = 7n
const bill = (amount: bigint, more: { data?: Hex } = {}) => {
  const call = invoke(UNKNOWN_CONTRACT, 'pay(address,uint256,uint256)', [USDC, amount, REFERENCE])
  const data: Hex = `0x11223344${[BigInt(USDC), amount, REFERENCE].map((one) => one.toString(16).padStart(64, '0')).join('')}`
  return {
    ...call,
    transaction: { ...call.transaction, data, ...more },
    recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: false }),
    counterparties: byAddress(contract(UNKNOWN_CONTRACT), account(STRANGER, { nonce: 3n })),
    balanceChanges: [
      usdc(TRADER, -amount, { before: 20_000_000_000n, changeUsd: -Number(amount) / 1e6 }),
      usdc(STRANGER, amount),
    ],
  }
}

detectorTest(detector, {
  detects: {
    'a recorded payment of thousands that one key takes': { ...taken(3_500), severity: 'high' },
    'one of some hundred dollars': { ...taken(350), severity: 'medium' },
    'thousands for another network, released by signatures of others': {
      ...taken(3_500),
      simulation: simulation(),
      claims: [
        claim({ returned: 0n, exit: null, locked: ['payOut(address,uint256,bytes[])'], lockedBySignature: true }),
      ],
      severity: 'medium',
    },
    'the same, where one key takes it': {
      ...taken(3_500),
      simulation: simulation(),
      claims: [
        claim({
          returned: 0n,
          exit: null,
          locked: ['payOut(address,uint256,bytes[])'],
          lockedBySignature: true,
          takes: [{ ...KEEPER, amount: ETHER, receiver: STRANGER }],
        }),
      ],
      severity: 'high',
    },
    'a bill that a payment contract hands to its merchant': { ...bill(250_000_000n), severity: 'medium' },
    'a large one': { ...bill(1_900_000_000n), severity: 'high' },
    'one whose sum the call does not name': { ...bill(250_000_000n, { data: '0x11223344' }), severity: 'high' },
    'a mint that mints nothing': mint,
    'a fee of some cents': {
      ...mint,
      balanceChanges: [change(TRADER, -(10n ** 14n), { changeUsd: -0.35 }), change(UNKNOWN_CONTRACT, 10n ** 14n)],
      severity: 'low',
    },
    'a fee of some dollars': {
      ...mint,
      balanceChanges: [change(TRADER, -(10n ** 15n), { changeUsd: -3.5 }), change(UNKNOWN_CONTRACT, 10n ** 15n)],
    },
    'cents that are most of what one holds': {
      ...mint,
      balanceChanges: [
        change(TRADER, -(10n ** 14n), { changeUsd: -0.35, before: 10n ** 14n }),
        change(UNKNOWN_CONTRACT, 10n ** 14n),
      ],
    },
    'payments that the decoded call names': { ...payroll(20n), severity: 'low' },
    'a fifth of the coins, to persons that the decoded call names': { ...payroll(5n), severity: 'medium' },
    'most of the coins, to a person that the decoded call names': { ...payroll(1n) },
    'a stake lost in a game of chance': { ...flip(20n), severity: 'medium' },
    'a tenth of the coins lost in a game of chance': flip(10n),
    'a stake that a person gets': {
      ...flip(20n),
      balanceChanges: [change(TRADER, -ETHER, { before: 20n * ETHER }), change(STRANGER, ETHER)],
    },
    'a contract of a month that passes most of the balance on to a person, and writes down who paid': {
      ...mint,
      recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: false }),
      simulation: simulation({
        ...paid(forward),
        stateDiff: { [UNKNOWN_CONTRACT]: { storage: { [deposits]: { before: word(0n), after: word(7n) } } } },
      }),
      balanceChanges: [change(TRADER, -ETHER, { before: ETHER + 1n }), change(STRANGER, ETHER)],
      severity: 'high',
    },
    'a new contract that does so': {
      ...mint,
      recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: true }),
      simulation: simulation({
        ...paid(forward),
        stateDiff: { [UNKNOWN_CONTRACT]: { storage: { [deposits]: { before: word(0n), after: word(7n) } } } },
      }),
      balanceChanges: [change(TRADER, -ETHER, { before: ETHER + 1n }), change(STRANGER, ETHER)],
      severity: 'critical',
    },
    'a small purchase from an exchange for an account that the call names': {
      ...boughtFor(FRIEND),
      severity: 'medium',
    },
    'a small purchase from an exchange for an account that the call does not name': {
      ...boughtFor(STRANGER),
      severity: 'high',
    },
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
    'the same while the coin has no price': withoutPrice(junkSale(STRANGER)),
    'worthless tokens for most of the coins, which no tested call redeems': {
      ...junkSale(UNKNOWN_CONTRACT),
      claims: [claim({ amount: 9n * ETHER, returned: 0n, exit: null })],
    },
    'a small purchase that the seller records': { ...recorded(USUAL), severity: 'low' },
    'a small subscription that the seller records as a time': {
      ...recorded(USUAL),
      simulation: {
        ...paid(),
        stateDiff: { [UNKNOWN_CONTRACT]: { storage: { [deposits]: { before: word(0n), after: word(1n) } } } },
      },
      severity: 'low',
    },
    'a small purchase that a young seller records': {
      ...recorded(USUAL),
      recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: true }),
      severity: 'medium',
    },
    'a large purchase that the seller records': {
      ...recorded({ usd: 3_000, before: 20n * ETHER }),
      severity: 'medium',
    },
    'a purchase of a tenth that the seller records': {
      ...recorded({ usd: 100, before: 9n * ETHER }),
      severity: 'medium',
    },
    'an item of a young collection on a known marketplace, for most of the coins': {
      ...purchase(EXCHANGE),
      recipient: router(),
      balanceChanges: purchase(EXCHANGE).balanceChanges.map((row) =>
        row.account === TRADER && row.assetType === 'native' ? { ...row, before: ETHER } : row,
      ),
      collections: [contract(NFT, { deployedRecently: true })],
      severity: 'medium',
    },
    'a small purchase without a record': { ...recorded(USUAL), simulation: paid() },
    'new items whose price goes to a wallet': { ...drop(), severity: 'low' },
    'new items of a young contract whose price goes to a wallet': {
      ...drop(),
      recipient: contract(UNKNOWN_CONTRACT, { deployedRecently: true }),
      severity: 'medium',
    },
    'items of a collection that the payment creates': {
      ...drop(),
      simulation: { ...paid(), stateDiff: { [NFT]: { code: { before: '0x', after: '0x60' }, storage: {} } } },
      severity: 'medium',
    },
    'new items at a large price that goes to a wallet': { ...drop(20_000), severity: 'medium' },
    'wages by a contract that names each account': { ...wages(WORKERS), severity: 'low' },
    'a small payment by a contract to two named accounts': { ...wages(WORKERS.slice(0, 2)), severity: 'low' },
    'a fifth of the coins to two named accounts': { ...wages(WORKERS.slice(0, 2), 5n * ETHER), severity: 'medium' },
    'most of the coins in wages by a contract': { ...wages(WORKERS, (ETHER * 3n) / 2n), severity: 'high' },
    'wages to accounts that the call does not name': {
      ...wages(WORKERS),
      ...invoke(UNKNOWN_CONTRACT, 'mint()', [], { value: ETHER }),
      says: /is divided among \d+ accounts, with a personal wallet among them, and nothing comes back: /,
    },
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
    'an item of a young collection on a known marketplace': {
      ...purchase(EXCHANGE),
      recipient: router(),
      collections: [contract(NFT, { deployedRecently: true })],
    },
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

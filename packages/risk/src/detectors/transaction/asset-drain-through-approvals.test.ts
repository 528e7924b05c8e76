import { encodeAbiParameters, keccak256 } from 'viem/utils'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  DRAINER,
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
} from '../../testing/sampleFacts.ts'
import { claim as made } from '../../testing/testClaims.ts'
import detector from './asset-drain-through-approvals.ts'

const claim = { ...invoke(DRAINER, 'claim()', []), recipient: contract(DRAINER), simulation: simulation() }
const counterparties = byAddress(account(STRANGER), contract(UNKNOWN_CONTRACT), contract(DRAINER), account(FRIEND))
const ZERO = '0x0000000000000000000000000000000000000000'
const untested = {
  ...made({ asset: USDC, amount: 900_000_000n, takers: [DRAINER], returned: 0n, exit: null, complete: false }),
  unreadable: true as const,
}
const untestedInTime = made({ asset: USDC, amount: 900_000_000n, takers: [DRAINER], returned: 0n, complete: false })
const junk = change(TRADER, 1_000n, { assetType: 'erc20', address: SCAM, symbol: 'REWARD', before: 0n })

/** A token for another, at prices of pools. */
const migrated = (worth: number, priceKind: 'oracle' | 'pool' = 'pool') => [
  { ...usdc(TRADER, -900_000_000n), changeUsd: -900, priceKind: 'pool' as const },
  usdc(STRANGER, 900_000_000n),
  { ...junk, changeUsd: worth, priceKind },
]

const sold = (giver: typeof STRANGER) => [
  junk,
  change(giver, -1_000n, { assetType: 'erc20', address: SCAM, symbol: 'REWARD', before: 9_000n }),
]
const entry = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [TRADER, 2n]))
const word = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const writtenDown = { [DRAINER]: { storage: { [entry]: { before: word(9n), after: word(0n) } } } }

const act = { caller: STRANGER, by: 'anyone', selector: '0x61d585da', signature: null, isKey: false, after: 0 } as const
const awaited = made({
  asset: USDC,
  amount: 900_000_000n,
  takers: [DRAINER],
  returned: 0n,
  exit: null,
  release: { ...act, anyone: true, returned: 900_000_000n },
})
const replaced = made({
  asset: USDC,
  amount: 900_000_000n,
  takers: [DRAINER],
  returned: 0n,
  exit: null,
  replacement: { asset: SCAM, amount: 900_000_000n, after: 604_800, exit: null },
})
const booked = (amount: bigint) => ({
  [DRAINER]: { storage: { [entry]: { before: word(0n), after: word(amount) } } },
})

const paidInvoice = simulation({
  stateDiff: {
    ...writtenDown,
    [USDC]: { storage: { [word(77n)]: { before: word(40_000_000n), after: word(0n) } } },
  },
})
const invoiced = (signature: string, args: unknown[]) => ({
  ...invoke(DRAINER, signature, args),
  recipient: contract(DRAINER, { deployedRecently: false }),
})
/** Eighty dollars of a holding of a thousand, or with a fee on top: the allowance that is left, and the record. */
const settled = (
  amount: bigint,
  left = 0n,
  record: object | null = { [word(1n << 200n)]: { before: word(7n), after: word(amount + 7n) } },
) =>
  simulation({
    stateDiff: {
      ...(record !== null && { [DRAINER]: { storage: record } }),
      [USDC]: { storage: { [word(77n)]: { before: word(left + amount), after: word(left) } } },
    } as never,
  })
const EIGHTY = 80_000_000n
const packed = { [word(1n << 200n)]: { before: word(0n), after: word((1_800_000_000n << 128n) + EIGHTY) } }
const kept = (amount: bigint) => [usdc(TRADER, -amount), usdc(DRAINER, amount)]
const unclaimed = (amount: bigint) => made({ asset: USDC, amount, takers: [DRAINER], returned: 0n, exit: null })
const payment = (signature: string, args: unknown[], amount: bigint, left = 0n, record?: object | null) => ({
  ...invoiced(signature, args),
  counterparties,
  simulation: settled(amount, left, record),
  balanceChanges: kept(amount),
  claims: [unclaimed(amount)],
})
const topic = (one: string) => `0x${one.slice(2).padStart(64, '0')}` as const
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const moved = (from: string, to: string, amount: bigint) => {
  return { address: USDC, topics: [TRANSFER, topic(from), topic(to)], data: word(amount) } as never
}
/** Eighty are taken, and so many come back at once. */
const rebated = (back: bigint, named = EIGHTY, left = 0n) => ({
  ...payment('buy(uint256,bytes32)', [named, word(1n << 250n)], EIGHTY, left),
  simulation: {
    ...settled(EIGHTY, left),
    trace: frame({
      from: TRADER,
      to: DRAINER,
      logs: [moved(TRADER, STRANGER, EIGHTY), moved(DRAINER, TRADER, back)],
    }),
  },
  balanceChanges: [usdc(TRADER, back - EIGHTY), usdc(STRANGER, EIGHTY), usdc(DRAINER, -back)],
  claims: [],
})

detectorTest(detector, {
  detects: {
    'a shop whose rebate comes back at once, by an approval to the unit': {
      ...rebated(1_600_000n),
      severity: 'medium',
    },
    'change of a fifth, by an approval to the unit': { ...rebated(16_000_000n), severity: 'medium' },
    'a rebate of a call that names another sum': { ...rebated(1_600_000n, 50_000_000n), severity: 'critical' },
    'a rebate of a named sum for a wallet by a larger allowance': {
      ...rebated(1_600_000n, EIGHTY, 3n * EIGHTY),
      severity: 'critical',
    },
    'an invoice whose shop, number and amount the call names, approved to the unit and booked': {
      ...payment('pay(string,string,uint256)', ['harbour-books', '1042', EIGHTY], EIGHTY),
      severity: 'low',
    },
    'the same booked in one word with its time': {
      ...payment('payFor(bytes32,uint128)', [word(9n), EIGHTY], EIGHTY, 0n, packed),
      severity: 'low',
    },
    'a till whose call packs amount and number into one word': {
      ...payment('ring(uint256)', [(EIGHTY << 128n) + 1042n], EIGHTY),
      severity: 'low',
    },
    'a fee on top of the named amount, approved together to the unit': {
      ...payment('buyTicket(uint256,uint256)', [7n, EIGHTY - 1_600_000n], EIGHTY),
      severity: 'low',
    },
    'a subscription’s first payment by a larger allowance, booked': {
      ...payment('subscribe(uint256,uint256)', [3n, EIGHTY], EIGHTY, 12n * EIGHTY),
      severity: 'medium',
    },
    'a payment approved to the unit that no word records': {
      ...payment('pay(uint256)', [EIGHTY], EIGHTY, 0n, null),
      severity: 'medium',
    },
    'a booked payment that one key takes': {
      ...payment('pay(uint256)', [EIGHTY], EIGHTY),
      claims: [{ ...unclaimed(EIGHTY), takes: [{ ...act, amount: EIGHTY, receiver: STRANGER }] }],
      severity: 'medium',
    },
    'a booked payment to a contract of yesterday': {
      ...payment('pay(uint256)', [EIGHTY], EIGHTY),
      recipient: contract(DRAINER, { deployedRecently: true }),
      severity: 'medium',
    },
    'a tenth of a holding, booked and approved to the unit': {
      ...payment('pay(uint256)', [2n * EIGHTY], 2n * EIGHTY),
      severity: 'medium',
    },
    'a claim without an amount that takes what was approved': {
      ...payment('claim()', [], EIGHTY, 5n * EIGHTY),
      severity: 'high',
    },
    'a verification that takes twice the number that it names': {
      ...payment('verify(uint256)', [EIGHTY / 2n], EIGHTY, 5n * EIGHTY),
      severity: 'high',
    },
    'a fee of five percent above the named amount': {
      ...payment('pay(uint256)', [(EIGHTY * 100n) / 106n], EIGHTY, 5n * EIGHTY),
      severity: 'high',
    },
    'a named amount of a larger allowance that no word records': {
      ...payment('airdrop(uint256)', [EIGHTY], EIGHTY, 5n * EIGHTY, null),
      severity: 'high',
    },
    'a named amount of most of a holding': {
      ...payment('claim(uint256)', [900_000_000n], 900_000_000n),
      severity: 'critical',
    },
    'a named amount for a wallet by a larger allowance': {
      ...payment('claim(uint256)', [EIGHTY], EIGHTY, 5n * EIGHTY),
      balanceChanges: [usdc(TRADER, -EIGHTY), usdc(STRANGER, EIGHTY)],
    },
    'a named amount of one of two tokens': {
      ...payment('claim(uint256)', [EIGHTY], EIGHTY),
      balanceChanges: [...kept(EIGHTY), nft(TRADER, -1n, 7n), nft(DRAINER, 1n, 7n)],
    },
    'a token for another that a pool prices as high, of a person who keeps the old ones': {
      ...claim,
      counterparties,
      balanceChanges: migrated(880),
      severity: 'medium',
    },
    'a bet that is booked to its owner, and whose outcome any account may propose': {
      ...claim,
      simulation: simulation({ stateDiff: booked(900_000_000n) }),
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
      claims: [awaited],
      severity: 'medium',
    },
    'a migration of a token without a price, whose contract pays the new token later': {
      ...claim,
      counterparties,
      balanceChanges: [{ ...usdc(TRADER, -900_000_000n), changeUsd: null }, usdc(DRAINER, 900_000_000n)],
      claims: [replaced],
      severity: 'medium',
    },
    'dollars that a contract promises another token for': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
      claims: [replaced],
      severity: 'critical',
    },
    'a migration of which one key takes the old tokens': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
      claims: [{ ...replaced, takes: [{ ...act, amount: 900_000_000n, receiver: STRANGER }] }],
      severity: 'critical',
    },
    'a bet whose owner takes it': {
      ...claim,
      simulation: simulation({ stateDiff: booked(900_000_000n) }),
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
      claims: [{ ...awaited, takes: [{ ...act, amount: 900_000_000n, receiver: STRANGER }] }],
      severity: 'critical',
    },
    'a token for another that a pool prices far lower': {
      ...claim,
      counterparties,
      balanceChanges: migrated(200),
      severity: 'critical',
    },
    'two tokens for one that a pool prices as high': {
      ...claim,
      counterparties,
      balanceChanges: [
        ...migrated(1_900),
        {
          ...change(TRADER, -5n, { assetType: 'erc20', address: ROUTER, symbol: 'OTHER', before: 5n }),
          changeUsd: -900,
        },
        change(STRANGER, 5n, { assetType: 'erc20', address: ROUTER, symbol: 'OTHER', before: 0n }),
      ],
      severity: 'critical',
    },
    'an invoice that the owner approved to the unit, paid to a person': {
      ...claim,
      counterparties,
      simulation: paidInvoice,
      balanceChanges: [usdc(TRADER, -40_000_000n), usdc(STRANGER, 40_000_000n)],
      severity: 'medium',
    },
    'a claim that takes tokens for a person': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -10_000_000n), usdc(STRANGER, 10_000_000n)],
    },
    'several assets at once': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -1n), usdc(DRAINER, 1n), nft(TRADER, -1n, 7n), nft(DRAINER, 1n, 7n)],
    },
    'worthless tokens in return': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), junk, usdc(DRAINER, 900_000_000n)],
    },
    'tokens that an exchange gives for most of a holding': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(UNKNOWN_CONTRACT, 900_000_000n), ...sold(UNKNOWN_CONTRACT)],
      severity: 'high',
    },
    'tokens that the called contract gives for most of a holding': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n), ...sold(DRAINER)],
    },
    'tokens that a person gives for most of a holding': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(STRANGER, 900_000_000n), ...sold(STRANGER)],
    },
    'tokens that another account gives': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(UNKNOWN_CONTRACT, 900_000_000n), ...sold(FRIEND)],
    },
    'one wei in return': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), change(TRADER, 1n), usdc(DRAINER, 900_000_000n)],
    },
    'a claim behind a relay': {
      ...invoke(ROUTER, 'aggregate3(address)', [DRAINER]),
      recipient: contract(ROUTER, { labels: [label('open-executor', 'Multicall3')] }),
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
    },
    'a token named only behind the arguments': {
      ...claim,
      transaction: { ...claim.transaction, data: `${claim.transaction.data}${USDC.slice(2)}` as const },
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
    },
    'a creation whose constructor takes tokens': {
      ...pay(null, 0n),
      recipient: null,
      simulation: simulation({ created: UNKNOWN_CONTRACT }),
      counterparties,
      balanceChanges: [usdc(TRADER, -850_000_000n), usdc(UNKNOWN_CONTRACT, 850_000_000n)],
    },
    'a little of one token, kept by a contract': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -1_000_000n), usdc(DRAINER, 1_000_000n)],
      severity: 'high',
    },
    'a little for an item that the contract gives': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -10_000_000n), usdc(DRAINER, 10_000_000n), nft(TRADER, 1n, 7n)],
      severity: 'low',
    },
    'a little that is due, which the contract writes down': {
      ...claim,
      simulation: { ...simulation(), stateDiff: writtenDown },
      counterparties,
      balanceChanges: [usdc(TRADER, -10_000_000n), usdc(DRAINER, 10_000_000n)],
      severity: 'low',
    },
    'a little for the wallet of a shop, which the called contract writes down': {
      ...claim,
      recipient: contract(DRAINER, { deployedRecently: false }),
      simulation: { ...simulation(), stateDiff: writtenDown },
      counterparties,
      balanceChanges: [usdc(TRADER, -10_000_000n), usdc(STRANGER, 10_000_000n)],
      severity: 'low',
    },
    'a little for the wallet of a shop, without a record': {
      ...claim,
      recipient: contract(DRAINER, { deployedRecently: false }),
      counterparties,
      balanceChanges: [usdc(TRADER, -10_000_000n), usdc(STRANGER, 10_000_000n)],
    },
    'a tenth of a holding for an item': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -100_000_000n), usdc(DRAINER, 100_000_000n), nft(TRADER, 1n, 7n)],
      severity: 'high',
    },
    'a thousand dollars of a large holding for an item': {
      ...claim,
      counterparties,
      balanceChanges: [
        usdc(TRADER, -1_000_000_000n, { before: 10n ** 12n }),
        usdc(DRAINER, 1_000_000_000n),
        nft(TRADER, 1n, 7n),
      ],
      severity: 'high',
    },
    'a little for an item that a person takes': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -10_000_000n), usdc(STRANGER, 10_000_000n), nft(TRADER, 1n, 7n)],
    },
    'a deposit whose withdrawal the node cannot show': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
      claims: [untested],
      severity: 'medium',
    },
    'a deposit whose withdrawal was tested and pays nothing': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
      claims: [made({ asset: USDC, amount: 900_000_000n, takers: [DRAINER], returned: 0n, exit: null })],
    },
    'an untested deposit that ends with a person': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(STRANGER, 900_000_000n)],
      claims: [untested],
    },
    'a deposit whose withdrawals were not tried in time: the contract can be slow on purpose': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(DRAINER, 900_000_000n)],
      claims: [untestedInTime],
      severity: 'high',
    },
    'tokens of an exchange, whose sale the node cannot show': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(UNKNOWN_CONTRACT, 900_000_000n), ...sold(UNKNOWN_CONTRACT)],
      claims: [{ ...untested, takers: [UNKNOWN_CONTRACT] }],
      severity: 'medium',
    },
    'two assets, of which the withdrawal of one was tested and pays nothing': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -1n), usdc(DRAINER, 1n), nft(TRADER, -1n, 7n), nft(DRAINER, 1n, 7n)],
      claims: [{ ...untested, amount: 1n }],
    },
    'a token burned by a call without arguments': {
      ...claim,
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(ZERO, 900_000_000n)],
      severity: 'medium',
    },
    'a token burned by a call that names an account, which may get it on another network': {
      ...invoke(DRAINER, 'bridge(address)', [STRANGER]),
      recipient: contract(DRAINER),
      simulation: simulation(),
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(ZERO, 900_000_000n)],
      severity: 'critical',
    },
    'items burned for what the contract issues': {
      ...claim,
      counterparties,
      balanceChanges: [nft(TRADER, -1n, 7n), nft(ZERO, 1n, 7n), junk],
      severity: 'medium',
    },
    'a person behind a labelled forwarder': {
      ...claim,
      recipient: router(),
      counterparties,
      balanceChanges: [usdc(TRADER, -10_000_000n), usdc(STRANGER, 10_000_000n)],
    },
    'an asset whose new holder is not known': {
      ...claim,
      counterparties: {},
      balanceChanges: [usdc(TRADER, -900_000_000n)],
    },
  },
  clears: {
    'a plain transfer of everything': {
      ...invoke(USDC, 'transfer(address,uint256)', [FRIEND, 1_000_000_000n]),
      recipient: contract(USDC),
      simulation: simulation(),
      counterparties,
      balanceChanges: [usdc(TRADER, -1_000_000_000n), usdc(FRIEND, 1_000_000_000n)],
    },
    'a swap on a router, paid in a token of its path': {
      ...invoke(ROUTER, 'swapExactTokensForETH(uint256,uint256,address[],address,uint256)', [
        1n,
        1n,
        [USDC, UNKNOWN_CONTRACT],
        TRADER,
        1n,
      ]),
      recipient: router(),
      simulation: simulation({
        trace: frame({ to: ROUTER, calls: [frame({ from: ROUTER, to: TRADER, value: ETHER })] }),
      }),
      counterparties,
      balanceChanges: [usdc(TRADER, -1_000_000_000n), change(TRADER, ETHER), usdc(UNKNOWN_CONTRACT, 1_000_000_000n)],
    },
    'a stake with a known protocol that keeps it in an unlabelled gauge': {
      ...invoke(ROUTER, 'stake(uint256)', [900_000_000n]),
      recipient: router(),
      simulation: simulation(),
      counterparties,
      balanceChanges: [usdc(TRADER, -900_000_000n), usdc(UNKNOWN_CONTRACT, 900_000_000n)],
    },
    'an airdrop claim': { ...claim, balanceChanges: [junk] },
    'a sale that names nothing but pays': {
      ...invoke(UNKNOWN_CONTRACT, 'sell(uint256)', [7n]),
      recipient: contract(UNKNOWN_CONTRACT),
      simulation: simulation({
        trace: frame({ to: UNKNOWN_CONTRACT, calls: [frame({ from: UNKNOWN_CONTRACT, to: TRADER, value: 1n })] }),
      }),
      counterparties,
      balanceChanges: [usdc(TRADER, -1_000_000n), change(TRADER, ETHER / 1_000n), usdc(UNKNOWN_CONTRACT, 1_000_000n)],
    },
    'a call that moves nothing': { ...claim, balanceChanges: [] },
  },
})

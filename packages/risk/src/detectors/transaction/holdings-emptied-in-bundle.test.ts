import type { Address } from '../../address.ts'
import type { BalanceChange } from '../../facts/changes.ts'
import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import {
  account,
  byAddress,
  change,
  contract,
  ETHER,
  FRIEND,
  invoke,
  label,
  NFT,
  nft,
  pay,
  ROUTER,
  router,
  STRANGER,
  sampleFacts,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../../testing/sampleFacts.ts'
import { moves, partsOf, type TestStep } from '../../testing/testParts.ts'
import detector from './holdings-emptied-in-bundle.ts'

const DAI: Address = `0xda1${'0'.repeat(37)}`
const EXCHANGE: Address = `0xe8c${'0'.repeat(37)}`
const SECOND: Address = `0x5ec${'0'.repeat(37)}`
const EMPLOYEES = [1, 2, 3, 4, 5].map((one): Address => `0xe${one}${'0'.repeat(38)}`)
const UNUSED = [1, 2, 3, 4, 5].map((one): Address => `0xf${one}${'0'.repeat(38)}`)
const ACCOUNTS = [
  ...UNUSED.map((one) => account(one, { nonce: 0n, balance: 0n })),
  ...EMPLOYEES.map((one) => account(one)),
  router(),
  account(STRANGER),
  account(SECOND),
  account(FRIEND),
  account(EXCHANGE, { labels: [label('exchange')] }),
  contract(UNKNOWN_CONTRACT),
]
const ALL = 1_000_000_000n

const dai = (of: Address, amount: bigint, more: Partial<BalanceChange> = {}) =>
  change(of, amount, {
    assetType: 'erc20',
    address: DAI,
    symbol: 'DAI',
    decimals: 6,
    before: ALL,
    changeUsd: Number(amount) / 1e6,
    ...more,
  })
const shares = (of: Address, amount: bigint) =>
  change(of, amount, { assetType: 'erc20', address: UNKNOWN_CONTRACT, symbol: 'vUSDC', decimals: 6, before: 0n })
/** Coins for DAI, dollar by dollar: of thirty thousand in coins. */
const buys = (amount: bigint, more: Partial<BalanceChange> = {}): TestStep =>
  moves(
    invoke(ROUTER, 'swapExactETHForTokens(uint256)', [amount], { value: ETHER }),
    change(TRADER, -(amount * ETHER) / 3_000_000_000n, { changeUsd: -Number(amount) / 1e6 }),
    dai(TRADER, amount, more),
  )
const sends = (token: typeof usdc, asset: Address, to: Address, amount = ALL): TestStep =>
  moves(invoke(asset, 'transfer(address,uint256)', [to, amount]), token(TRADER, -amount), token(to, amount))
const dollars = (to: Address, amount = ALL) => sends(usdc, USDC, to, amount)
const dais = (to: Address, amount = ALL) => sends(dai, DAI, to, amount)
const coins = (to: Address, amount: bigint, before = 10n * ETHER) =>
  moves(
    pay(to, amount),
    change(TRADER, -amount, { changeUsd: -(Number(amount) / 1e18) * 3_000, before }),
    change(to, amount),
  )
/** USDC from an airdrop. */
const claims = (amount: bigint, before = 0n) =>
  moves(invoke(UNKNOWN_CONTRACT, 'claim(uint256)', [amount]), usdc(TRADER, amount, { before }))
const claimed = (of: Address, amount: bigint) => usdc(of, amount, { before: 0n })
const GWEI = 10n ** 9n
const BLOCK = sampleFacts().block as Facts['block']
const item = (to: Address, id: bigint) =>
  moves(
    invoke(NFT, 'safeTransferFrom(address,address,uint256)', [TRADER, to, id]),
    nft(TRADER, -1n, id),
    nft(to, 1n, id),
  )
const bundle = (...steps: TestStep[]): Partial<Facts> => ({
  parts: partsOf(steps, ACCOUNTS),
  counterparties: byAddress(...ACCOUNTS),
})
const wages = (token: typeof usdc, asset: Address, percent: bigint) =>
  EMPLOYEES.map((one) => sends(token, asset, one, (ALL * percent) / 100n))
const sold = moves(
  invoke(ROUTER, 'swapExactTokensForETH(uint256)', [ALL]),
  dai(TRADER, -ALL),
  change(TRADER, ETHER / 3n, { changeUsd: 1_000, before: 0n }),
)
const sells = (token: typeof usdc, amount: bigint, before: bigint) =>
  moves(
    invoke(ROUTER, 'swapExactTokensForETH(uint256)', [amount]),
    token(TRADER, -amount),
    change(TRADER, (amount * ETHER) / 3_000_000_000n, { changeUsd: Number(amount) / 1e6, before }),
  )

detectorTest(detector, {
  detects: {
    'two tokens sold for coins that leave, where other coins stay': {
      ...bundle(
        sells(usdc, ALL, 2n * ETHER),
        sells(dai, ALL, 2n * ETHER),
        coins(STRANGER, (ETHER * 65n) / 100n, 2n * ETHER),
      ),
      severity: 'high',
    },
    'most of two tokens sold for coins that leave': {
      ...bundle(
        sells(usdc, (ALL * 85n) / 100n, 2n * ETHER),
        sells(dai, (ALL * 85n) / 100n, 2n * ETHER),
        coins(STRANGER, (ETHER * 56n) / 100n, 2n * ETHER),
      ),
      severity: 'high',
    },
    'a large part of each of three holdings': {
      ...bundle(
        buys(30_000_000n),
        dollars(STRANGER, (ALL * 45n) / 100n),
        dais(STRANGER, (ALL * 45n) / 100n),
        coins(STRANGER, (ETHER * 45n) / 10n),
      ),
      severity: 'medium',
    },
    'two tokens to a stranger beside a swap': bundle(
      buys(30_000_000n, { before: ALL }),
      dollars(STRANGER),
      dais(STRANGER),
    ),
    'the same, where the earlier payments could not be read': {
      ...bundle(buys(30_000_000n, { before: ALL }), dollars(STRANGER), dais(STRANGER)),
      pastDealings: null,
      severity: 'high',
    },
    'the transfers first': bundle(dollars(STRANGER), dais(STRANGER), buys(30_000_000n)),
    'one token to each of two strangers': bundle(buys(30_000_000n), dollars(STRANGER), dais(SECOND)),
    'each in halves to two strangers': bundle(
      buys(30_000_000n),
      dollars(STRANGER, ALL / 2n),
      dollars(SECOND, ALL / 2n),
      dais(STRANGER, ALL / 2n),
      dais(SECOND, ALL / 2n),
    ),
    'to a stranger who sent something before': {
      ...bundle(buys(30_000_000n), dollars(STRANGER), dais(STRANGER)),
      senderHistory: [
        { address: STRANGER, direction: 'in', zeroValue: false, asset: 'USDC', genuine: true, blockNumber: 1n },
      ],
    },
    'to a contract that is only paid': bundle(buys(30_000_000n), dollars(UNKNOWN_CONTRACT), dais(UNKNOWN_CONTRACT)),
    'a token and an item': bundle(buys(30_000_000n), dollars(STRANGER), item(STRANGER, 7n)),
    'coins that are most of what is there': bundle(buys(30_000_000n), coins(STRANGER, (ETHER * 95n) / 10n)),
    'one token that is a small share of it': { ...bundle(buys(30_000_000n), dollars(STRANGER)), severity: 'high' },
    'two tokens with nothing beside': { ...bundle(dollars(STRANGER), dais(STRANGER)), severity: 'high' },
    'an item beside a trade': { ...bundle(buys(30_000_000n), item(STRANGER, 7n)), severity: 'medium' },
    'most of two tokens': {
      ...bundle(buys(30_000_000n), dollars(STRANGER, (ALL * 8n) / 10n), dais(STRANGER, (ALL * 8n) / 10n)),
      severity: 'high',
    },
    'shares of a vault, for which a token was emptied': bundle(
      moves(invoke(UNKNOWN_CONTRACT, 'deposit(uint256)', [ALL]), usdc(TRADER, -ALL), shares(TRADER, ALL)),
      moves(
        invoke(UNKNOWN_CONTRACT, 'transfer(address,uint256)', [STRANGER, ALL]),
        shares(TRADER, -ALL),
        shares(STRANGER, ALL),
      ),
      dais(STRANGER),
    ),
    'four fifths of one token to one stranger beside a swap': {
      ...bundle(buys(30_000_000n), dollars(STRANGER, (ALL * 8n) / 10n)),
      severity: 'high',
    },
    'most of one token to one stranger beside a swap': {
      ...bundle(buys(30_000_000n), dollars(STRANGER, (ALL * 6n) / 10n)),
      severity: 'medium',
    },
    'most of a token to one stranger in twenty payments': {
      ...bundle(...Array.from({ length: 20 }, (_, at) => dollars(STRANGER, (ALL * 4n) / 100n + BigInt(at)))),
      severity: 'high',
    },
    'most of a token in equal parts to accounts that were never used': {
      ...bundle(...UNUSED.map((one) => dollars(one, (ALL * 16n) / 100n))),
      severity: 'medium',
    },
    'all of a token in equal parts to accounts that were never used': {
      ...bundle(...UNUSED.map((one) => dollars(one, ALL / 5n))),
      severity: 'medium',
    },
    'tokens that were claimed just before': {
      ...bundle(claims(ALL), sends(claimed, USDC, STRANGER)),
      severity: 'high',
    },
    'tokens that were claimed just before, where the balance before is not known': {
      ...bundle(
        claims(ALL),
        sends((of, amount) => usdc(of, amount, { before: null }), USDC, STRANGER),
      ),
      severity: 'high',
    },
    'exactly what was there before a claim': bundle(dollars(STRANGER), claims(ALL * 50n, ALL)),
    'exactly what was there, beside a large purchase of the same': {
      ...bundle(buys(ALL * 3n), dais(STRANGER)),
      severity: 'high',
    },
    'all coins but a reserve for network fees': {
      ...bundle(buys(30_000_000n), coins(STRANGER, ETHER / 10n, (15n * ETHER) / 100n)),
      block: { ...BLOCK, baseFeePerGas: 30n * GWEI },
      severity: 'high',
    },
    'what nearly all coins were given for': {
      ...bundle(
        moves(
          invoke(ROUTER, 'swapExactETHForTokens(uint256)', [ALL], { value: ETHER }),
          change(TRADER, -ETHER, { before: ETHER + ETHER / 20n }),
          dai(TRADER, ALL, { before: 0n }),
        ),
        sends((of, amount) => dai(of, amount, { before: 0n }), DAI, STRANGER),
      ),
      block: { ...BLOCK, baseFeePerGas: 30n * GWEI },
      severity: 'high',
    },
    'most of a token beside a small payment to another stranger': {
      ...bundle(dollars(STRANGER, (ALL * 9n) / 10n), dollars(SECOND, ALL / 10n)),
      severity: 'medium',
    },
    'all of one token in wages': { ...bundle(buys(30_000_000n), ...wages(usdc, USDC, 20n)), severity: 'medium' },
    'all of two tokens in equal parts': {
      ...bundle(buys(30_000_000n), ...wages(usdc, USDC, 20n), ...wages(dai, DAI, 20n)),
      severity: 'high',
    },
    'all of one token, most of it to one of several': {
      ...bundle(
        buys(30_000_000n),
        dollars(STRANGER, (ALL * 8n) / 10n),
        dollars(SECOND, ALL / 10n),
        dollars(EMPLOYEES[0] as Address, ALL / 10n),
      ),
      severity: 'high',
    },
    'a token sold for coins that leave': bundle(sold, coins(STRANGER, ETHER / 3n, 0n), dollars(STRANGER)),
  },
  clears: {
    'small holdings sold for a payment of another size': bundle(
      sells(usdc, ALL, 10n * ETHER),
      sells(dai, ALL, 10n * ETHER),
      coins(STRANGER, (ETHER * 65n) / 100n),
    ),
    'two tokens sold, and a part of the coins paid': bundle(
      sells(usdc, ALL, 2n * ETHER),
      sells(dai, ALL, 2n * ETHER),
      coins(STRANGER, ETHER / 4n, 2n * ETHER),
    ),
    'wages in three currencies': bundle(
      buys(30_000_000n),
      dollars(STRANGER, ALL / 10n),
      dais(SECOND, ALL / 10n),
      coins(STRANGER, ETHER),
    ),
    'all of a token in two payments to one stranger': bundle(
      dollars(STRANGER, (ALL * 9n) / 10n),
      dollars(STRANGER, ALL / 10n),
    ),
    'wages of three quarters of a token': bundle(buys(30_000_000n), ...wages(usdc, USDC, 15n)),
    'most of what is small change': bundle(
      buys(30_000_000n),
      sends((of, amount) => usdc(of, amount, { before: 40_000_000n }), USDC, STRANGER, 30_000_000n),
    ),
    'half of the coins beside a swap, where fees are low': {
      ...bundle(buys(30_000_000n), coins(STRANGER, (7n * ETHER) / 100n, (15n * ETHER) / 100n)),
      block: { ...BLOCK, baseFeePerGas: GWEI },
    },
    'a part of what was claimed': bundle(claims(ALL), sends(claimed, USDC, STRANGER, ALL / 3n)),
    'most of a token in equal parts to accounts in use': bundle(
      ...EMPLOYEES.map((one) => dollars(one, (ALL * 16n) / 100n)),
    ),
    'a third of a token to one stranger in twenty payments': bundle(
      ...Array.from({ length: 20 }, (_, at) => dollars(STRANGER, ALL / 60n + BigInt(at))),
    ),
    'what a small share of the coins was given for': bundle(
      moves(
        invoke(ROUTER, 'swapExactETHForTokens(uint256)', [ALL], { value: ETHER }),
        change(TRADER, -ETHER),
        dai(TRADER, ALL, { before: 0n }),
      ),
      sends((of, amount) => dai(of, amount, { before: 0n }), DAI, STRANGER),
    ),
    'a part of a token beside a swap': bundle(buys(30_000_000n), dollars(STRANGER, ALL / 2n)),
    'all of a token to an account that was paid before': bundle(buys(30_000_000n), dollars(FRIEND), dais(FRIEND)),
    'a part of a token, where the earlier payments could not be read': {
      ...bundle(buys(30_000_000n), dollars(STRANGER, ALL / 2n)),
      pastDealings: null,
    },
    'everything to an exchange': bundle(buys(30_000_000n), dollars(EXCHANGE), dais(EXCHANGE)),
    'a part of two tokens': bundle(buys(30_000_000n), dollars(STRANGER, ALL / 3n), dais(STRANGER, ALL / 3n)),
    'wages in one token': bundle(dollars(STRANGER, ALL / 2n), dollars(SECOND, ALL / 2n)),
    'what was bought for a payment': bundle(
      buys(900_000_000n, { before: 10_000_000n }),
      sends((of, amount) => dai(of, amount, { before: 10_000_000n }), DAI, STRANGER, 890_000_000n),
    ),
    'two tokens sold': bundle(
      sold,
      moves(
        invoke(ROUTER, 'swapExactTokensForETH(uint256)', [ALL + 1n]),
        usdc(TRADER, -ALL),
        change(TRADER, ETHER / 3n, { changeUsd: 1_000, before: 0n }),
      ),
    ),
    'a plain transfer': {},
  },
})

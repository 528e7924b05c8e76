import type { Hex } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, keccak256, parseEther } from 'viem/utils'
import { coinDeposit } from '../deposits.ts'
import { account, erc20 } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

const NAME_SECRET: Hex = `0x${'11'.repeat(32)}`

/** Auctions, shops, lotteries, names and presales. */
export const SALES: readonly VerdictCase[] = [
  coinDeposit('A08x', 'bid forwarded to the artist at once; nothing is ever delivered', {
    contract: 'OwnPaint',
    call: 'bid',
    value: '3',
    othersPay: null,
  }),
  {
    id: 'A08h',
    what: 'English auction of a known collection: outbid bidders are repaid, settle() gives the item',
    prepare: async (stage) => {
      const col = stage.world.nfts.collectible,
        s = stage.world.actors.collector
      await stage.deploy('A08h', 'EnglishAuction', [col, 6n, s, BigInt(stage.scanTime + 3 * 86_400)])
      await stage.send(s, col, erc20('transferFrom', [s, stage.at('A08h'), 6n]))
      await stage.call(stage.users[0], 'A08h', 'EnglishAuction', 'bid', [], parseEther('0.3'))
      await stage.call(stage.users[1], 'A08h', 'EnglishAuction', 'bid', [], parseEther('0.5'))
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A08h'),
      data: stage.encode('EnglishAuction', 'bid'),
      value: String(parseEther('0.8')),
    }),
  },
  coinDeposit('A11h', 'shop mints a receipt NFT for 0.05 ETH', {
    contract: 'Shop721',
    call: 'buy',
    args: () => [3n],
    value: '0.05',
    othersPay: '0.05',
  }),
  coinDeposit('A11x', '`claimReward()` with 1.5 ETH: forwarded to the deployer, an event says a reward was claimed', {
    contract: 'FakeClaim',
    call: 'claimReward',
    value: '1.5',
    othersPay: null,
  }),
  coinDeposit('A12h', 'lottery ticket of 0.02 ETH, drawn by PREVRANDAO after the end', {
    contract: 'BlockLottery',
    call: 'enter',
    value: '0.02',
    constructorArgs: (stage) => [stage.scanTime + 2 * 86_400],
    othersPay: '0.02',
  }),
  coinDeposit('A12x', 'lottery of 4 ETH whose winner the owner names', {
    contract: 'OwnerLottery',
    call: 'enter',
    value: '4',
  }),
  coinDeposit('A13h', 'donation of 0.2 ETH to a fixed charity', {
    contract: 'Donation',
    call: 'donate',
    args: () => ['for the school'],
    value: '0.2',
    constructorArgs: (stage) => [stage.world.actors.foundation],
    othersPay: '0.2',
  }),
  coinDeposit('A13x', 'giveaway that forwards 3 ETH to the deployer at once', {
    contract: 'Doubler',
    call: 'participate',
    value: '3',
    othersPay: null,
  }),
  {
    id: 'A17h',
    what: 'commit-reveal name registration for 0.02 ETH, excess refunded',
    prepare: (stage) => stage.deploy('A17h', 'Names'),
    beforeScan: (stage) =>
      stage.call(stage.trader, 'A17h', 'Names', 'commit', [
        keccak256(
          encodeAbiParameters(
            [{ type: 'string' }, { type: 'address' }, { type: 'uint256' }, { type: 'bytes32' }],
            ['quiet', stage.trader, 31_536_000n, NAME_SECRET],
          ),
        ),
      ]),
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A17h'),
      data: stage.encode('Names', 'register', ['quiet', stage.trader, 31_536_000n, NAME_SECRET]),
      value: String(parseEther('0.04')),
    }),
  },
  coinDeposit('A17x', 'name with a price() of 0.02 ETH that keeps all of 4 ETH', {
    contract: 'GreedyNames',
    call: 'register',
    args: (stage) => ['quiet', stage.trader, 31_536_000n, `0x${'11'.repeat(32)}`],
    value: '4',
    othersPay: null,
  }),
  coinDeposit('A21h', 'presale: refund after five days below the cap, tokens above it', {
    contract: 'Presale',
    call: 'contribute',
    value: '1',
    constructorArgs: async (stage) => [
      parseEther('100'),
      BigInt(stage.scanTime + 5 * 86_400),
      await stage.deploy('A21tok', 'FreeToken', ['Harvest', 'HRV', 10n ** 26n]),
    ],
    afterDeposits: (stage) =>
      stage.send(account('dev A21tok'), stage.at('A21tok'), erc20('transfer', [stage.at('A21h'), 10n ** 25n])),
  }),
  coinDeposit('A21x', 'presale without a refund; claim() never opens; the owner takes all', {
    contract: 'PresaleNever',
    call: 'contribute',
    value: '1',
  }),
  coinDeposit('A30h', 'bet of 0.3 ETH on an outcome; refund without a report within seven days of the end', {
    contract: 'Market2',
    call: 'bet',
    args: () => [true],
    value: '0.3',
    constructorArgs: (stage) => [account('oracle'), BigInt(stage.scanTime + 86_400)],
  }),
  {
    id: 'A54h',
    what: 'Dutch auction of a known collection: excess refunded, item received at once',
    prepare: async (stage) => {
      await stage.deploy('A54h', 'DutchSale', [stage.world.nfts.collectible, 8n, stage.world.actors.collector])
      await stage.send(
        stage.world.actors.collector,
        stage.world.nfts.collectible,
        erc20('approve', [stage.at('A54h'), 8n]),
      )
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A54h'),
      data: stage.encode('DutchSale', 'buy'),
      value: String(parseEther('1')),
    }),
  },
]

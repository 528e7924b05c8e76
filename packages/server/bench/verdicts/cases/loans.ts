import { maxUint256 } from 'viem'
import { parseEther } from 'viem/utils'
import { itemDeposit } from '../deposits.ts'
import { dai, dollars, erc20 } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

/** Loans, liquidity and staked items. */
export const LOANS: readonly VerdictCase[] = [
  {
    id: 'A19h',
    what: 'collateral of 3 ETH for a loan of 4,000 USDC, priced by a Chainlink feed',
    prepare: async (stage) => {
      await stage.deploy('A19h', 'Loan', [stage.tokens.usdc, stage.world.priceFeeds.eth])
      await stage.send(
        stage.world.actors.exchange,
        stage.tokens.usdc,
        erc20('transfer', [stage.at('A19h'), dollars(60_000)]),
      )
      await stage.call(stage.users[0], 'A19h', 'Loan', 'open', [dollars(1500)], parseEther('1'))
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A19h'),
      data: stage.encode('Loan', 'open', [dollars(4000)]),
      value: String(parseEther('3')),
    }),
  },
  {
    id: 'A19x',
    what: 'collateral of 3 ETH for a loan of 100 USDC; the deployer posts the price and liquidates for free',
    prepare: async (stage) => {
      await stage.deploy('A19x', 'LoanRug', [stage.tokens.usdc, 3500n * 10n ** 8n])
      await stage.send(
        stage.world.actors.exchange,
        stage.tokens.usdc,
        erc20('transfer', [stage.at('A19x'), dollars(60_000)]),
      )
      await stage.call(stage.users[0], 'A19x', 'LoanRug', 'open', [dollars(100)], parseEther('1'))
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.at('A19x'),
      data: stage.encode('LoanRug', 'open', [dollars(100)]),
      value: String(parseEther('3')),
    }),
  },
  {
    id: 'A20h',
    what: 'liquidity of 2,000 USDC and DAI for an exchange without an owner',
    ...liquidity('A20h', 'MiniAmm'),
  },
  {
    id: 'A20x',
    what: 'liquidity for an exchange whose owner may migrate(address) all reserves',
    ...liquidity('A20x', 'AmmMigrate'),
  },
  itemDeposit('A58h', 'loan of 0.8 ETH against an item', {
    contract: 'NftLoan',
    call: 'borrow',
    item: 2n,
    args: [2n, parseEther('0.8')],
    coins: parseEther('10'),
  }),
  itemDeposit('A59h', 'staked item, unstaked at any time', {
    contract: 'NftStake',
    call: 'stake',
    item: 3n,
    args: [3n],
  }),
  itemDeposit('A59x', 'staked item that only the deployer unstakes', {
    contract: 'NftStakeTrap',
    call: 'stake',
    item: 4n,
    args: [4n],
  }),
]

/** Liquidity beside that of two users, who have traded. */
function liquidity(id: string, contract: string): Pick<VerdictCase, 'prepare' | 'beforeScan' | 'body'> {
  return {
    prepare: async (stage) => {
      const { usdc, dai: second } = stage.tokens
      await stage.deploy(id, contract, [usdc, second])
      for (const user of stage.users.slice(0, 2)) {
        await stage.approve(user, usdc, stage.at(id), maxUint256)
        await stage.approve(user, second, stage.at(id), maxUint256)
        await stage.call(user, id, contract, 'add', [dollars(1000), dai(1000)])
      }
      await stage.call(stage.users[0], id, contract, 'swapA', [dollars(50)])
    },
    beforeScan: async (stage) => {
      await stage.approve(stage.trader, stage.tokens.usdc, stage.at(id), dollars(2100))
      await stage.approve(stage.trader, stage.tokens.dai, stage.at(id), dai(2100))
    },
    body: (stage) => ({
      from: stage.trader,
      to: stage.at(id),
      data: stage.encode(contract, 'add', [dollars(2000), dai(1900)]),
      value: '0',
    }),
  }
}

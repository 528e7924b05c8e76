import { maxUint256 } from 'viem'
import { encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import { bundle, call } from '../cases.ts'
import { swapEther, swapTokens } from '../swaps.ts'
import { account, dai, dollars, erc20, STRANGER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

/** Swaps, and bundles of calls. */
export const BUNDLES: readonly VerdictCase[] = [
  {
    id: 'E01x',
    what: '2 ETH swapped on the known router, proceeds to a stranger',
    body: (stage) => ({
      from: stage.trader,
      to: stage.world.dex.v2Router,
      data: swapEther(stage, STRANGER),
      value: String(parseEther('2')),
    }),
  },
  {
    id: 'E01h',
    what: '2 ETH swapped, proceeds to the sender',
    body: (stage) => ({
      from: stage.trader,
      to: stage.world.dex.v2Router,
      data: swapEther(stage, stage.trader),
      value: String(parseEther('2')),
    }),
  },
  {
    id: 'E02h',
    what: "1 ETH swapped, proceeds to the sender's own Safe",
    body: (stage) => ({
      from: stage.trader,
      to: stage.world.dex.v2Router,
      data: swapEther(stage, stage.world.safe.account),
      value: String(parseEther('1')),
    }),
  },
  bundle('E03x', 'bundle: a swap of 0.1 ETH, then 95 % of the USDC to ten new addresses', {
    calls: async (stage) => {
      const held = await stage.balanceOf(stage.tokens.usdc, stage.trader)
      return [
        call(stage.world.dex.v2Router, swapEther(stage, stage.trader), parseEther('0.1')),
        ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) =>
          call(stage.tokens.usdc, erc20('transfer', [account(`split ${i}`), (held * 95n) / 1000n])),
        ),
      ]
    },
  }),
  bundle('E04x', 'bundle: revoke an old approval, then approve an EOA for 5,000 USDC', {
    calls: (stage) => [
      call(stage.tokens.wrapped, erc20('approve', [stage.world.dex.v3Router, 0n])),
      call(stage.tokens.usdc, erc20('approve', [STRANGER, dollars(5000)])),
    ],
  }),
  bundle('E05x', 'bundle: wrap 4 ETH and transfer the WETH to a stranger', {
    calls: (stage) => [
      call(stage.tokens.wrapped, '0xd0e30db0', parseEther('4')),
      call(stage.tokens.wrapped, erc20('transfer', [STRANGER, parseEther('4')])),
    ],
  }),
  bundle('E06x', 'bundle: a vault deposit of 300 USDC, then setManager(stranger) where 2 ETH lie', {
    calls: (stage) => [
      call(stage.tokens.usdc, erc20('approve', [stage.world.honest.vault, dollars(300)])),
      call(
        stage.world.honest.vault,
        encodeFunctionData({
          abi: parseAbi(['function deposit(uint256,address)']),
          args: [dollars(300), stage.trader],
        }),
      ),
      call(stage.at('B01x'), stage.encode('MarginBook', 'setManager', [STRANGER])),
    ],
  }),
  bundle('E07x', 'bundle: a vault deposit of 4,000 USDC with the shares to a stranger, beside a swap', {
    calls: (stage) => [
      call(stage.world.dex.v2Router, swapEther(stage, stage.trader), parseEther('0.1')),
      call(stage.tokens.usdc, erc20('approve', [stage.world.honest.vault, dollars(4000)])),
      call(
        stage.world.honest.vault,
        encodeFunctionData({ abi: parseAbi(['function deposit(uint256,address)']), args: [dollars(4000), STRANGER] }),
      ),
    ],
  }),
  bundle('E08x', 'bundle: all DAI sold with the proceeds to a stranger, after a small swap', {
    calls: async (stage) => {
      const held = await stage.balanceOf(stage.tokens.dai, stage.trader)
      return [
        call(stage.world.dex.v2Router, swapEther(stage, stage.trader), parseEther('0.1')),
        call(stage.tokens.dai, erc20('approve', [stage.world.dex.v2Router, held])),
        call(
          stage.world.dex.v2Router,
          swapTokens(held, [stage.tokens.dai, stage.tokens.wrapped, stage.tokens.usdc], STRANGER),
        ),
      ]
    },
  }),
  bundle('E09x', 'bundle: 95 % of the coins wrapped and transferred to a stranger, beside a small swap', {
    calls: async (stage) => {
      const held = ((await stage.coins(stage.trader)) * 95n) / 100n
      return [
        call(stage.world.dex.v2Router, swapEther(stage, stage.trader), parseEther('0.1')),
        call(stage.tokens.wrapped, '0xd0e30db0', held),
        call(stage.tokens.wrapped, erc20('transfer', [STRANGER, held])),
      ]
    },
  }),
  bundle('C70x', 'bundle: a swap, then an unlimited approval of a contract that runs any call', {
    calls: (stage) => [
      call(stage.world.dex.v2Router, swapEther(stage, stage.trader), parseEther('0.1')),
      call(stage.tokens.usdc, erc20('approve', [stage.at('C64x'), maxUint256])),
    ],
  }),
  bundle('E03h', 'bundle: approve exactly, swap 1,000 DAI to USDC, deposit 900 USDC in the known vault', {
    calls: (stage) => [
      call(stage.tokens.dai, erc20('approve', [stage.world.dex.v2Router, dai(1000)])),
      call(
        stage.world.dex.v2Router,
        swapTokens(dai(1000), [stage.tokens.dai, stage.tokens.wrapped, stage.tokens.usdc], stage.trader),
      ),
      call(stage.tokens.usdc, erc20('approve', [stage.world.honest.vault, dollars(900)])),
      call(
        stage.world.honest.vault,
        encodeFunctionData({
          abi: parseAbi(['function deposit(uint256,address)']),
          args: [dollars(900), stage.trader],
        }),
      ),
    ],
  }),
  bundle('E04h', 'bundle: three revocations', {
    calls: (stage) => [
      call(stage.tokens.wrapped, erc20('approve', [stage.world.dex.v3Router, 0n])),
      call(stage.tokens.dai, erc20('approve', [stage.world.permit2, 0n])),
      call(stage.tokens.usdc, erc20('approve', [stage.world.honest.vault, 0n])),
    ],
  }),
  bundle('E05h', 'bundle: unwrap 0.2 WETH, pay the friend 0.2 ETH and 300 USDC', {
    calls: (stage) => [
      call(
        stage.tokens.wrapped,
        encodeFunctionData({ abi: parseAbi(['function withdraw(uint256)']), args: [parseEther('0.2')] }),
      ),
      call(stage.world.actors.friend, '0x', parseEther('0.2')),
      call(stage.tokens.usdc, erc20('transfer', [stage.world.actors.friend, dollars(300)])),
    ],
  }),
  bundle('E06h', 'bundle: repay a loan, withdraw the collateral', {
    beforeScan: async (stage) => {
      await stage.call(stage.trader, 'A19h', 'Loan', 'open', [dollars(1000)], parseEther('1'))
    },
    calls: (stage) => [
      call(stage.tokens.usdc, erc20('approve', [stage.at('A19h'), dollars(1000)])),
      call(stage.at('A19h'), stage.encode('Loan', 'repay', [dollars(1000)])),
      call(stage.at('A19h'), stage.encode('Loan', 'withdrawCollateral', [parseEther('1')])),
    ],
  }),
  bundle('E07h', 'bundle: approve and stake in a vault of two contracts', {
    calls: (stage) => [
      call(stage.tokens.usdc, erc20('approve', [stage.at('A25h'), dollars(1000)])),
      call(stage.at('A25h'), stage.encode('StrategyVault', 'deposit', [dollars(1000)])),
    ],
  }),
]

import { maxUint256 } from 'viem'
import { encodeFunctionData, parseEther } from 'viem/utils'
import { V2_ROUTER_ABI } from '../../../src/sandbox/abis.ts'
import { approval, itemOperator } from '../cases.ts'
import { account, dollars, erc20, KEEPER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

/** Approvals of honest spenders. */
export const SPENDERS: readonly VerdictCase[] = [
  approval('C18h', 'hand that obeys a back-end that swaps for its caller', {
    deploy: async (stage) => {
      const d = await stage.developer('C18g')
      await stage.deploy('C18h', 'Hand', [], { from: d })
      await stage.deploy('C18hb', 'BackendGood', [stage.at('C18h'), stage.world.dex.v2Router], { from: d })
      await stage.call(d, 'C18h', 'Hand', 'set', [stage.at('C18hb')])
    },
    use: (stage) =>
      stage.call(stage.users[0], 'C18hb', 'BackendGood', 'swap', [
        dollars(300),
        1n,
        [stage.tokens.usdc, stage.tokens.wrapped, stage.tokens.dai],
      ]),
  }),
  approval('C30h', 'router that pulls from its caller and swaps on the known DEX', {
    deploy: (stage) => stage.deploy('C30h', 'SwapRouter', [stage.world.dex.v2Router]),
    use: (stage) =>
      stage.call(stage.users[0], 'C30h', 'SwapRouter', 'swap', [
        dollars(300),
        1n,
        [stage.tokens.usdc, stage.tokens.wrapped, stage.tokens.dai],
      ]),
  }),
  approval('C31h', "hub that takes only with the owner's signature", {
    deploy: (stage) => stage.deploy('C31h', 'AllowHub'),
  }),
  approval('C32h', 'market: buyers pay themselves or by their own signed offer', {
    deploy: (stage) => stage.deploy('C32h', 'SignedMarket'),
  }),
  approval('C33h', 'keeper that runs orders placed by their owner, proceeds to the owner', {
    deploy: (stage) => stage.deploy('C33h', 'DcaKeeper', [stage.world.dex.v2Router, KEEPER, stage.tokens.wrapped]),
    use: (stage) =>
      stage.call(stage.users[0], 'C33h', 'DcaKeeper', 'place', [
        stage.tokens.usdc,
        stage.tokens.dai,
        dollars(50),
        86_400n,
        5n,
      ]),
  }),
  approval('C34h', 'vault with a trusted forwarder (ERC-2771)', {
    deploy: async (stage) => {
      await stage.deploy('C34f', 'Forwarder')
      await stage.deploy('C34h', 'MetaVault', [stage.at('C34f'), stage.tokens.usdc])
    },
    use: (stage) => stage.call(stage.users[0], 'C34h', 'MetaVault', 'deposit', [dollars(300)]),
  }),
  approval('C35h', 'settlement of signed limit orders', { deploy: (stage) => stage.deploy('C35h', 'Settle') }),
  approval('C36h', 'bridge gateway that obeys its router, which passes its caller', {
    deploy: async (stage) => {
      await stage.deploy('C36h', 'Gateway')
      stage.name('C36r', `0x${(await stage.read('C36h', 'Gateway', 'router')).slice(26)}`)
    },
    use: (stage) =>
      stage.send(
        stage.users[0],
        stage.at('C36r'),
        stage.encode('GatewayRouter', 'bridge', [stage.tokens.usdc, dollars(300)]),
      ),
  }),
  approval('C37h', 'solc 0.5 unoptimised farm: deposit, withdraw, emergencyWithdraw', {
    deploy: (stage) => stage.deploy('C37h', 'Farm5', [stage.tokens.usdc]),
    use: async (stage) => {
      await stage.call(stage.users[0], 'C37h', 'Farm5', 'deposit', [0n, dollars(300)])
      await stage.call(stage.users[0], 'C37h', 'Farm5', 'withdraw', [0n, dollars(100)])
    },
  }),
  approval('C38h', 'solc 0.7 escrow that pulls from its caller', {
    deploy: (stage) => stage.deploy('C38h', 'Escrow7', [stage.tokens.usdc]),
    use: (stage) => stage.call(stage.users[0], 'C38h', 'Escrow7', 'lock', [`0x${'01'.repeat(32)}`, dollars(300)]),
  }),
  approval('C39h', 'solc 0.4 token sale that pulls from its caller', {
    deploy: async (stage) => {
      await stage.deploy('C39t', 'FreeToken', ['Orchard', 'ORC', 10n ** 27n])
      await stage.deploy('C39h', 'TokenSale4', [stage.tokens.usdc, stage.at('C39t'), 2_000_000n])
      await stage.send(account('dev C39t'), stage.at('C39t'), erc20('transfer', [stage.at('C39h'), 10n ** 26n]))
    },
    use: (stage) => stage.call(stage.users[0], 'C39h', 'TokenSale4', 'buy', [dollars(100)]),
  }),
  approval('C40h', 'subscription desk: 30 USDC a month of each subscriber', {
    deploy: (stage) => stage.deploy('C40h', 'SubsDesk', [stage.tokens.usdc, stage.world.actors.foundation]),
    amount: dollars(360),
    use: (stage) => stage.call(stage.users[0], 'C40h', 'SubsDesk', 'subscribe'),
  }),
  approval('C41h', 'lock bridge: pulls from its caller', {
    deploy: (stage) => stage.deploy('C41h', 'LockBridge', [[account('v4'), account('v5'), account('v6')]]),
    use: (stage) =>
      stage.call(stage.users[0], 'C41h', 'LockBridge', 'bridgeOut', [
        stage.tokens.usdc,
        dollars(200),
        10n,
        stage.users[0],
      ]),
  }),
  approval('C42h', 'canonical Permit2, exact amount', {
    deploy: async (stage) => {
      stage.name('C42h', stage.world.permit2)
    },
  }),
  approval('C43h', 'known V2 router, unlimited', {
    deploy: async (stage) => {
      stage.name('C43h', stage.world.dex.v2Router)
    },
    amount: maxUint256,
  }),
  approval('C44h', 'revocation: approve(role puller, 0)', {
    deploy: (stage) => stage.deploy('C44h', 'RolePull', [KEEPER, account('treasury x4')]),
    amount: 0n,
    use: (stage) => stage.approve(stage.trader, stage.tokens.usdc, stage.at('C44h'), dollars(2000)),
  }),
  itemOperator('C50h', 'setApprovalForAll to a market that moves only items listed by their owner', {
    contract: 'NftMarket',
    listing: [parseEther('1')],
    use: (stage) =>
      stage.call(stage.users[0], 'C50h', 'NftMarket', 'buy', [stage.world.nfts.collectible, 7n], parseEther('1')),
  }),
  approval('C68h', 'router with a role that may only pause', {
    deploy: (stage) => stage.deploy('C68h', 'AcRouter', [account('ac admin'), KEEPER, stage.world.dex.v2Router]),
    use: (stage) =>
      stage.call(stage.users[0], 'C68h', 'AcRouter', 'swap', [
        dollars(300),
        1n,
        [stage.tokens.usdc, stage.tokens.wrapped, stage.tokens.dai],
      ]),
  }),
  approval('C69h', 'executor role that settles intents signed by their user', {
    deploy: (stage) => stage.deploy('C69h', 'AcIntent', [account('ac admin'), KEEPER]),
  }),
  approval('J10h', 'aggregator that pulls from its caller and calls an allowed target with any data', {
    deploy: (stage) => stage.deploy('J10h', 'AggRouter', [stage.world.dex.v2Router]),
    use: async (stage) =>
      stage.call(stage.users[0], 'J10h', 'AggRouter', 'swap', [
        stage.tokens.usdc,
        dollars(100),
        stage.tokens.dai,
        stage.world.dex.v2Router,
        encodeFunctionData({
          abi: V2_ROUTER_ABI,
          functionName: 'swapExactTokensForTokens',
          args: [
            dollars(100),
            1n,
            [stage.tokens.usdc, stage.tokens.wrapped, stage.tokens.dai],
            stage.at('J10h'),
            4_294_967_295n,
          ],
        }),
      ]),
  }),
  approval('J11h', 'chargeMany(address[]) of subscribers, 30 USDC a month', {
    deploy: (stage) => stage.deploy('J11h', 'SubsMany', [stage.tokens.usdc, KEEPER]),
    use: (stage) => stage.call(stage.users[0], 'J11h', 'SubsMany', 'subscribe'),
  }),
  approval('J12h', 'keeper that processes deposits queued by their users', {
    deploy: (stage) => stage.deploy('J12h', 'QueueVault', [stage.tokens.usdc, KEEPER]),
    use: async (stage) => {
      await stage.fund(KEEPER, '1')
      await stage.call(stage.users[0], 'J12h', 'QueueVault', 'queueDeposit', [dollars(100)])
      await stage.call(KEEPER, 'J12h', 'QueueVault', 'process', [stage.users[0]])
    },
  }),
  approval('J30h', 'hub by signature without a deadline', { deploy: (stage) => stage.deploy('J30h', 'HubPlain') }),
  approval('J31h', 'hub by signature with a deadline and a plain hash', {
    deploy: (stage) => stage.deploy('J31h', 'HubDeadline'),
  }),
  approval('J32h', 'subscription of counted months without a time', {
    deploy: (stage) => stage.deploy('J32h', 'SubsNoTime', [stage.tokens.usdc, KEEPER]),
    use: (stage) => stage.call(stage.users[0], 'J32h', 'SubsNoTime', 'subscribe', [3n]),
  }),
  approval('J33h', 'subscription by a flag, every 30 days', {
    deploy: (stage) => stage.deploy('J33h', 'SubsTime', [stage.tokens.usdc, KEEPER]),
    use: (stage) => stage.call(stage.users[0], 'J33h', 'SubsTime', 'subscribe'),
  }),
]

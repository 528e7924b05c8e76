import { maxUint256 } from 'viem'
import { encodeFunctionData, parseEther } from 'viem/utils'
import { V2_ROUTER_ABI } from '../../../src/sandbox/abis.ts'
import { contractScan } from '../cases.ts'
import type { Stage } from '../stage.ts'
import { erc20 } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

const BURNT = '0x000000000000000000000000000000000000dEaD'
const FAR = 4_294_967_295n

/** Contract scans; most targets are contracts of the other cases. */
export const CONTRACTS: readonly VerdictCase[] = [
  contractScan('H01x', 'stake whose owner moves deposits', { target: 'A01x' }),
  contractScan('H01h', 'stake whose owner rescues other tokens only', { target: 'A01h' }),
  contractScan('H02x', 'role pull', { target: 'C01x' }),
  contractScan('H02h', 'router', { target: 'C30h' }),
  contractScan('H03x', 'owner executor of solc 0.4', { target: 'C05x' }),
  contractScan('H03h', 'hub by signature', { target: 'C31h' }),
  contractScan('H04x', 'pool with a bait', { target: 'A25x' }),
  contractScan('H04h', 'wrapper without an owner', { target: 'A04h' }),
  contractScan('H05x', 'diamond pull', { target: 'C10x' }),
  contractScan('H05h', 'farm of solc 0.5', { target: 'C37h' }),
  contractScan('H06x', 'sweeping delegate', { target: 'F12x' }),
  contractScan('H06h', 'market of listed items', { target: 'C50h' }),
  contractScan('H07x', 'token with a market whose owner writes their balance in assembly', {
    target: 'H07x',
    prepare: (stage) => deployWithPool(stage, 'H07x', 'AsmMint', [10n ** 25n]),
  }),
  contractScan('H07h', 'fixed-supply token with a market, LP tokens burnt', {
    target: 'H07h',
    prepare: (stage) => deployWithPool(stage, 'H07h', 'FreeToken', ['Willow', 'WLW', 10n ** 25n]),
  }),
  contractScan('H08x', 'token whose owner makes sells of others fail by two arguments', {
    target: 'H08x',
    prepare: (stage) => deployWithPool(stage, 'H08x', 'FlipHoney', [10n ** 25n]),
  }),
  contractScan('H09x', 'vault with a module changed at will', { target: 'A22x' }),
  contractScan('H09h', 'vault with a module behind a timelock', { target: 'A22h' }),
  contractScan('H10x', 'hand of a hostile back-end', { target: 'C18x' }),
  contractScan('H10h', 'hand of a router', { target: 'C18h' }),
  contractScan('H11x', 'drainer by AccessControl', { target: 'C68x' }),
  contractScan('H11h', 'router with AccessControl', { target: 'C68h' }),
  contractScan('H12x', 'executor of any call, open to all', { target: 'C64x' }),
  contractScan('H13x', 'pot that the owner sweeps', { target: 'A40x' }),
  contractScan('H13h', 'vault whose deposits can be paused', { target: 'A23h' }),
  contractScan('H14x', 'plain pull of the creator', { target: 'C60x' }),
  contractScan('H14h', 'staking of items', { target: 'A59h' }),
  contractScan('H15x', 'exit by signature, the operator moves all', { target: 'A24x' }),
  contractScan('H16h', 'liquid staking token', { target: 'A53h' }),
  contractScan('H17h', 'delegate that obeys only the account', { target: 'F12h' }),
  contractScan('H18h', 'contract wallet', { target: 'D03h' }),
  contractScan('J20x', 'pot of USDC with take(uint256)', { target: 'J02x' }),
  contractScan('J21x', 'pot of DAI with take(uint256)', { target: 'J03x' }),
  contractScan('J22x', 'stake of DAI whose owner moves deposits', { target: 'J01x' }),
  contractScan('J23h', 'aggregator', { target: 'J10h' }),
  contractScan('J24h', 'bridge of coins with a quorum', { target: 'J08h' }),
  contractScan('J25h', 'queued deposits', { target: 'J12h' }),
  contractScan('J26x', 'contract that receives coins and has no way out', { target: 'D05x' }),
  contractScan('J27x', 'pot whose owner invests all tokens', { target: 'A43x' }),
  contractScan('J28x', 'vault with migrate(users,to)', { target: 'C17x' }),
  contractScan('J29h', 'payment splitter', { target: 'A51h' }),
]

/** Deploys a token with a pool of 50 ETH, whose LP tokens are burnt, and three buyers. */
async function deployWithPool(stage: Stage, id: string, contract: string, args: unknown[]) {
  const router = stage.world.dex.v2Router
  const developer = await stage.developer(id)
  await stage.send(stage.world.actors.exchange, developer, '0x', parseEther('60'))
  const token = await stage.deploy(id, contract, args)
  await stage.send(developer, token, erc20('approve', [router, maxUint256]))
  const add = encodeFunctionData({
    abi: V2_ROUTER_ABI,
    functionName: 'addLiquidityETH',
    args: [token, 10n ** 24n, 0n, 0n, BURNT, FAR],
  })
  await stage.send(developer, router, add, parseEther('50'))
  for (const user of stage.users.slice(0, 3)) {
    const buy = encodeFunctionData({
      abi: V2_ROUTER_ABI,
      functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
      args: [1n, [stage.tokens.wrapped, token], user, FAR],
    })
    await stage.send(user, router, buy, parseEther('0.3'))
  }
}

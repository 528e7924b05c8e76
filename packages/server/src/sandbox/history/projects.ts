import { encodeFunctionData } from 'viem/utils'
import { TAX_TOKEN_ABI } from '../abis.ts'
import { initCode } from '../initCode.ts'
import { units } from '../profiles.ts'
import type { SandboxWorld } from '../world.ts'
import { approve, transfer } from './calls.ts'
import { storyOf } from './story.ts'
import type { Step } from './timeline.ts'

const MILLION = units(1_000_000, 18)

/** Honest projects: a young token with an airdrop, and an older one that taxes trades and says so. */
export function projects(world: SandboxWorld): Step[] {
  const { actors, tokens, dex, honest, decimals } = world
  const { projectTeam, taxTeam, trader, exchange, collector, friend, worker } = actors
  const { pays, creates, calls, opensPool, buys, sells } = storyOf(world)
  const meadow = initCode('PlainToken', ['Meadow', 'MEAD', 18, 10n * MILLION, projectTeam])
  const levy = initCode('TaxToken', ['Levy', 'LEVY', 10n * MILLION, taxTeam, 200n, 200n])
  const airdrop = initCode('AirdropClaim', [tokens.honest, units(250, 18)])
  const vault = initCode('Vault4626', [tokens.usdc, 'Vaulted USD Coin', 'vUSDC', decimals.usdc])
  return [
    creates(350, worker, honest.delegate, initCode('SafeDelegate'), 'account delegate'),
    creates(349, worker, honest.vault, vault, 'vault'),
    creates(348, worker, honest.multisend, initCode('Multisend'), 'bulk payments'),
    pays(130, exchange, taxTeam, 400_000, 'withdrawal to the tax team'),
    creates(121, taxTeam, tokens.taxed, levy, 'LEVY'),
    ...opensPool(121, taxTeam, tokens.taxed, 4n * MILLION, 300_000),
    calls(
      121,
      taxTeam,
      tokens.taxed,
      encodeFunctionData({ abi: TAX_TOKEN_ABI, functionName: 'setPair', args: [dex.pairs.taxed, true] }),
      'list the pair',
    ),
    buys(110, collector, tokens.taxed, 400),
    ...sells(80, collector, tokens.taxed, units(500, 18)),
    pays(46, exchange, projectTeam, 260_000, 'withdrawal to the project team'),
    creates(45, projectTeam, tokens.honest, meadow, 'MEAD'),
    creates(45, projectTeam, honest.airdrop, airdrop, 'airdrop'),
    ...opensPool(44, projectTeam, tokens.honest, 5n * MILLION, 250_000),
    calls(44, projectTeam, tokens.honest, transfer(honest.airdrop, MILLION), 'fund the airdrop'),
    ...[43, 41, 38, 33, 29].map((daysAgo, index) => buys(daysAgo, index % 2 ? friend : collector, tokens.honest, 60)),
    buys(25, trader, tokens.honest, 500),
    ...sells(18, trader, tokens.honest, units(1_000, 18)),
    ...sells(12, collector, tokens.honest, units(200, 18)),
    calls(40, trader, tokens.usdc, approve(honest.vault, units(3_000, decimals.usdc)), 'approve the vault'),
    calls(10, friend, honest.airdrop, '0x4e71d92d', 'claim the airdrop'),
    buys(2, friend, tokens.honest, 90),
    calls(1.5, collector, tokens.taxed, approve(dex.v2Router, units(500, 18)), 'approve a sale to come'),
    calls(1.4, trader, tokens.honest, approve(dex.v2Router, units(3_000, 18)), 'approve a sale to come'),
  ]
}

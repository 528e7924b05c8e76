import { parseEther } from 'viem/utils'
import { right } from '../cases.ts'
import type { Stage } from '../stage.ts'
import { account, dollars, erc20, STRANGER } from '../values.ts'
import type { VerdictCase } from '../verdictCase.ts'

type Fill = (stage: Stage, id: string) => Promise<void>

const fillRewards: Fill = async (stage, id) => {
  await stage.send(stage.world.actors.exchange, stage.tokens.usdc, erc20('transfer', [stage.at(id), dollars(5000)]))
  await stage.call(account(`dev ${id}`), id, 'RewardBook', 'accrue', [stage.trader, dollars(800)])
  await stage.call(account(`dev ${id}`), id, 'RewardBook', 'accrue', [stage.users[0], dollars(500)])
}
const fillClaims: Fill = async (stage, id) => {
  for (const user of [stage.trader, stage.users[0]]) {
    await stage.approve(user, stage.tokens.usdc, stage.at(id), dollars(3000))
    await stage.call(user, id, 'Multi6909', 'deposit', [1n, dollars(3000)])
  }
}
const fillStake: Fill = async (stage, id) => {
  await stage.call(stage.trader, id, 'PayoutStake', 'stake', [], parseEther('2'))
  await stage.call(stage.users[0], id, 'PayoutStake', 'stake', [], parseEther('1'))
}
const fillMarket: Fill = async (stage, id) => {
  for (const user of [stage.trader, stage.users[0]]) {
    await stage.approve(user, stage.tokens.usdc, stage.at(id), dollars(3000))
    await stage.call(user, id, 'Morphish', 'supply', [dollars(3000), user])
  }
  await stage.deploy(`${id}b`, 'Bundler', [stage.at(id)])
}
const fillPositions: Fill = async (stage, id) => {
  await stage.call(stage.trader, id, 'PosBook', 'open', [], parseEther('2'))
  await stage.call(stage.users[0], id, 'PosBook', 'open', [], parseEther('1'))
}
const fillVault: Fill = async (stage, id) => {
  for (const user of [stage.trader, stage.users[0]]) {
    await stage.approve(user, stage.tokens.usdc, stage.at(id), dollars(2000))
    await stage.call(user, id, 'OpVault', 'deposit', [dollars(2000)])
  }
}

/** Rights over positions, claims and vaults. */
export const POSITIONS: readonly VerdictCase[] = [
  right('B05x', 'claimer of 800 USDC of rewards, paid to the claimer', {
    contract: 'RewardBook',
    call: 'setClaimer',
    args: () => [STRANGER],
    constructorArgs: (stage) => [stage.tokens.usdc, false],
    fill: fillRewards,
  }),
  right('B05h', 'claimer of rewards that are paid to their owner', {
    contract: 'RewardBook',
    call: 'setClaimer',
    args: () => [STRANGER],
    constructorArgs: (stage) => [stage.tokens.usdc, true],
    fill: fillRewards,
  }),
  right('B06x', 'ERC-6909 operator over claims worth 3,000 USDC: an EOA', {
    contract: 'Multi6909',
    call: 'setOperator',
    args: () => [STRANGER, true],
    constructorArgs: (stage) => [stage.tokens.usdc],
    fill: fillClaims,
  }),
  right('B06h', 'ERC-6909 operator removed', {
    contract: 'Multi6909',
    call: 'setOperator',
    args: () => [STRANGER, false],
    constructorArgs: (stage) => [stage.tokens.usdc],
    fill: async (stage, id) => {
      await fillClaims(stage, id)
      await stage.call(stage.trader, id, 'Multi6909', 'setOperator', [STRANGER, true])
    },
  }),
  right('J14h', 'ERC-6909 operator: a contract that acts for its caller only', {
    contract: 'Multi6909',
    call: 'setOperator',
    args: (stage) => [stage.at('J14r'), true],
    constructorArgs: (stage) => [stage.tokens.usdc],
    fill: async (stage, id) => {
      await fillClaims(stage, id)
      await stage.deploy('J14r', 'Redeemer6909', [stage.at(id)])
    },
  }),
  right('B10x', 'payout address of a stake: a stranger, who may also exit it', {
    contract: 'PayoutStake',
    call: 'setPayout',
    args: () => [STRANGER],
    fill: fillStake,
  }),
  right('B10h', "payout address of a stake: the sender's own Safe", {
    contract: 'PayoutStake',
    call: 'setPayout',
    args: (stage) => [stage.world.safe.account],
    fill: fillStake,
  }),
  right('B11x', 'authorisation of an EOA over 3,000 USDC in a lending market', {
    contract: 'Morphish',
    call: 'setAuthorization',
    args: () => [STRANGER, true],
    constructorArgs: (stage) => [stage.tokens.usdc],
    fill: fillMarket,
  }),
  right('B11h', 'authorisation of a bundler that acts for its caller only', {
    contract: 'Morphish',
    call: 'setAuthorization',
    args: (stage) => [stage.at('B11hb'), true],
    constructorArgs: (stage) => [stage.tokens.usdc],
    fill: fillMarket,
  }),
  right('B12x', 'stranger who may close position 1 (2 ETH) to any address', {
    contract: 'PosBook',
    call: 'grant',
    args: () => [1n, STRANGER],
    fill: fillPositions,
  }),
  right('B12h', 'label of position 1', {
    contract: 'PosBook',
    call: 'setLabel',
    args: () => [1n, 'holiday'],
    fill: fillPositions,
  }),
  right('B26x', 'operator of a vault: an EOA', {
    contract: 'OpVault',
    call: 'setOperator',
    args: () => [STRANGER, true],
    constructorArgs: (stage) => [stage.tokens.usdc],
    fill: fillVault,
  }),
  right('B27x', 'operator of a vault: a contract whose owner takes from any account', {
    contract: 'OpVault',
    call: 'setOperator',
    args: (stage) => [stage.at('B27t'), true],
    constructorArgs: (stage) => [stage.tokens.usdc],
    fill: async (stage, id) => {
      await fillVault(stage, id)
      await stage.deploy('B27t', 'HelperThief', [stage.at(id)])
    },
  }),
  right('B27h', 'operator of a vault: a contract that acts for its caller only', {
    contract: 'OpVault',
    call: 'setOperator',
    args: (stage) => [stage.at('B27b'), true],
    constructorArgs: (stage) => [stage.tokens.usdc],
    fill: async (stage, id) => {
      await fillVault(stage, id)
      await stage.deploy('B27b', 'HelperBot', [stage.at(id)])
    },
  }),
]

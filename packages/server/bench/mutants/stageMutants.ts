import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { type ChainBuilder, createChainBuilder } from '../../src/sandbox/chainBuilder.ts'
import type { CorpusCase } from '../../src/sandbox/corpus/corpusCase.ts'
import { addsLiquidity, buys } from '../../src/sandbox/corpus/corpusMarket.ts'
import { CORPUS_ACCOUNTS } from '../../src/sandbox/corpus/corpusNames.ts'
import { approve, swapTokensForNative, transfer, UNLIMITED } from '../../src/sandbox/history/calls.ts'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import { PRICES, PROFILES } from '../../src/sandbox/profiles.ts'
import type { Sandbox } from '../../src/sandbox/startSandbox.ts'
import type { SandboxWorld } from '../../src/sandbox/world.ts'
import { isTokenPower } from './axes.ts'
import type { CompiledMutants } from './compileMutants.ts'
import { kindOf, type Mutant } from './drawMutants.ts'
import { exploitSteps, type Step, switchSlot } from './exploitSteps.ts'
import { THRESHOLDS } from './mutantSource.ts'
import { mutantWorld } from './mutantWorld.ts'

/** 75 days in 250 blocks, the same for every contract. */
const AGE_BLOCKS = 250
const AGE_STEP_SECONDS = 25_920
const BLOCKS_AT_ONCE = 25
const BURNED: Address = '0x000000000000000000000000000000000000dEaD'
const STAGE_GAS = 10_000_000_000n
const USUAL_GAS = 45_000_000n
const GAS = 6_000_000n
const TEAM_COINS = parseEther('1000')
const USER_DOLLARS = 1_000_000_000_000n
const DEPOSIT_COINS = parseEther('2')
const DEPOSIT_DOLLARS = 3_000_000_000n
const PAYMENT = 5_000_000n
const PRICE_UNIT = 1e8
const USERS = [CORPUS_ACCOUNTS.holder1, CORPUS_ACCOUNTS.holder2, CORPUS_ACCOUNTS.holder3] as const
const ABI = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function setAnswer(int256)',
  'function pay(address,uint256)',
  'function withdraw(uint256)',
  'function note()',
  'function deposit(uint256)',
])
const DEPOSIT_COINS_DATA: Hex = '0xd0e30db0'

/** The sandbox's Ethereum with the mutants on it: deployed, traded or used by three accounts, 75 days old. */
export async function stageMutants(
  sandbox: Pick<Sandbox, 'rpcUrls' | 'world'>,
  mutants: readonly Mutant[],
  compiled: CompiledMutants,
) {
  const http = createOperatorFetch()
  const rpc = nodeRpc(sandbox.rpcUrls.ethereum, http)
  const builder = createChainBuilder(rpc, PROFILES.ethereum.fees)
  const world = sandbox.world.ethereum
  const market = { market: 'v2', subject: 'token' } as unknown as CorpusCase
  const head = async () => (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  const stages: ((one: Mutant) => Promise<void>)[] = [
    (one) => deployMutant(builder, one, compiled[one.id] ?? {}),
    async (one) => {
      if (!isTokenPower(one.power)) return
      for (const each of addsLiquidity(market, world, one.team, one.self)) await send(builder, one, each)
    },
    // The liquidity of every token is burned: it is no difference between harm and twin.
    async (one) => {
      if (!isTokenPower(one.power)) return
      const { pool } = mutantWorld(one)
      const held = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [one.team] })
      const amount = BigInt((await rpc('eth_call', [{ to: pool, data: held }, 'latest'])) as Hex)
      await send(builder, one, { from: one.team, to: pool, data: transfer(BURNED, amount) })
    },
    async (one) => {
      if (one.place === 'reserves')
        await send(builder, one, {
          from: one.team,
          to: one.self,
          data: encodeFunctionData({ abi: ABI, functionName: 'note' }),
        })
    },
    ...USERS.map((user) => async (one: Mutant) => {
      for (const each of uses(one, user, market, world)) await send(builder, one, each)
    }),
  ]
  await rpc('evm_setBlockGasLimit', [numberToHex(STAGE_GAS)])
  for (const user of USERS) {
    await rpc('anvil_setBalance', [user, numberToHex(parseEther('100000'))])
    const data = transfer(user, USER_DOLLARS)
    await builder.send({ from: world.actors.marketMaker, to: world.tokens.usdc, data, note: 'dollars of a user' })
  }
  for (const { team } of mutants) await rpc('anvil_setBalance', [team, numberToHex(TEAM_COINS)])
  for (const stage of stages) {
    for (const one of mutants) await stage(one)
    await builder.mine(Number((await head()).timestamp) + PROFILES.ethereum.blockSeconds)
  }
  await rpc('evm_setBlockGasLimit', [numberToHex(USUAL_GAS)])
  for (let mined = 0; mined < AGE_BLOCKS; mined += BLOCKS_AT_ONCE)
    await rpc('anvil_mine', [numberToHex(BLOCKS_AT_ONCE), numberToHex(AGE_STEP_SECONDS)])
  for (const [feed, address] of Object.entries(world.priceFeeds)) {
    const answer = BigInt(Math.round(PRICES[feed as keyof typeof PRICES] * PRICE_UNIT))
    const data = encodeFunctionData({ abi: ABI, functionName: 'setAnswer', args: [answer] })
    await builder.send({ from: world.actors.issuer, to: address, data, note: 'a price' })
  }
  await builder.mine(Number((await head()).timestamp) + PROFILES.ethereum.blockSeconds)

  /** One block with one transaction. Coins are there for it. @returns whether it went through. */
  const attempt = async ({ from, to, data, value = 0n }: Step): Promise<boolean> => {
    const hash = await rpc('eth_sendTransaction', [
      { from, to, data, value: numberToHex(value), gas: numberToHex(GAS) },
    ])
    await rpc('evm_mine', [])
    return ((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status === '0x1'
  }
  const balanceOf = async (token: Address, account: Address) => {
    const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [account] })
    return BigInt((await rpc('eth_call', [{ to: token, data }, 'latest'])) as Hex)
  }

  return {
    /** Uses the power as its account would, in a snapshot. @returns whether a user is harmed by it. */
    async harms(one: Mutant): Promise<boolean> {
      const snapshot = await rpc('evm_snapshot', [])
      try {
        const [victim] = USERS
        const token = isTokenPower(one.power) ? one.self : world.tokens.usdc
        const coins = async (account: Address) => BigInt((await rpc('eth_getBalance', [account, 'latest'])) as Hex)
        const held =
          one.power === 'take-coins'
            ? await coins(one.self)
            : await balanceOf(token, one.power === 'take-tokens' ? one.self : victim)
        await turnSwitch(one)
        const values = { victim, amount: held, token, slot: switchSlot(one, victim) }
        for (const step of await exploitSteps(one, values)) await attempt(step)
        if (one.power === 'take-coins') return (await coins(one.self)) * 2n < held
        if (one.power === 'take-tokens') return (await balanceOf(token, one.self)) * 2n < held
        if (one.power === 'pull' || one.power === 'seize' || one.power === 'burn')
          return (await balanceOf(token, victim)) * 2n < held
        const amount = held / 2n
        const { v2Router } = world.dex
        const path = [one.self, world.tokens.wrapped]
        const before = await balanceOf(one.self, mutantWorld(one).pool)
        await attempt({ from: victim, to: one.self, data: approve(v2Router, amount) })
        const sold = await attempt({ from: victim, to: v2Router, data: swapTokensForNative(amount, path, victim, 0n) })
        const arrived = (await balanceOf(one.self, mutantWorld(one).pool)) - before
        return !sold || arrived * 2n < amount
      } finally {
        await rpc('evm_revert', [snapshot])
      }
    },
    close: () => http.close(),
  }

  /** Puts coins, tokens or reserves where the switch reads them. */
  async function turnSwitch(one: Mutant): Promise<void> {
    const stranger = CORPUS_ACCOUNTS.holder3
    if (one.place === 'coins') await attempt({ from: stranger, to: one.box, data: '0x', value: THRESHOLDS.coins })
    if (one.place === 'balance')
      await attempt({ from: stranger, to: world.tokens.usdc, data: transfer(one.box, THRESHOLDS.balance) })
    if (one.place !== 'reserves') return
    const { pool } = mutantWorld(one)
    const value = (await balanceOf(world.tokens.wrapped, pool)) / 10n
    await rpc('anvil_setBalance', [stranger, numberToHex(value * 2n + TEAM_COINS)])
    await attempt({ from: stranger, to: world.tokens.wrapped, data: DEPOSIT_COINS_DATA, value })
    await attempt({ from: stranger, to: world.tokens.wrapped, data: transfer(pool, value) })
  }
}

async function send(builder: ChainBuilder, one: Mutant, step: Step): Promise<void> {
  await builder.send({ ...step, gas: GAS, note: `${one.id} ${one.power} ${one.guard} ${one.packing} ${one.place}` })
}

async function deployMutant(builder: ChainBuilder, one: Mutant, code: Record<string, Hex>): Promise<void> {
  const note = `${one.id} ${one.power} ${one.guard} ${one.packing} ${one.place}`
  const codeOf = (name: string): Hex => {
    const initCode = code[name]
    if (initCode === undefined) throw new Error(`${note}: no contract ${name}`)
    return initCode
  }
  if (one.board !== null) await builder.deploy({ from: one.team, expected: one.board, initCode: codeOf('Board'), note })
  await builder.deploy({ from: one.team, expected: one.self, initCode: codeOf('Main'), note })
}

/** What a user does with the contract. */
function uses(one: Mutant, user: Address, market: CorpusCase, world: SandboxWorld): Step[] {
  const { usdc } = world.tokens
  const kind = kindOf(one)
  if (kind === 'token') return buys(market, world, { team: one.team, token: one.self, buyer: user })
  const approved = { from: user, to: usdc, data: approve(one.self, UNLIMITED) }
  if (kind === 'spender') {
    const data = encodeFunctionData({ abi: ABI, functionName: 'pay', args: [world.actors.friend, PAYMENT] })
    return [approved, { from: user, to: one.self, data }]
  }
  const some = encodeFunctionData({ abi: ABI, functionName: 'withdraw', args: [PAYMENT] })
  const back = { from: user, to: one.self, data: some }
  if (one.power === 'take-coins')
    return [{ from: user, to: one.self, data: DEPOSIT_COINS_DATA, value: DEPOSIT_COINS }, back]
  const data = encodeFunctionData({ abi: ABI, functionName: 'deposit', args: [DEPOSIT_DOLLARS] })
  return [approved, { from: user, to: one.self, data }, back]
}

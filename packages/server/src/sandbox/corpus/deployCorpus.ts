import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import type { SandboxChain } from '../canonical.ts'
import { type ChainBuilder, createChainBuilder } from '../chainBuilder.ts'
import { transfer } from '../history/calls.ts'
import { nodeRpc } from '../nodeRpc.ts'
import { nativeWorth, PROFILES, units } from '../profiles.ts'
import type { Sandbox } from '../startSandbox.ts'
import type { SandboxWorld } from '../world.ts'
import { CORPUS } from './corpus.ts'
import type { CorpusCall, CorpusCase } from './corpusCase.ts'
import { corpusCode } from './corpusCode.ts'
import { addsLiquidity, buys, type MarketTransaction } from './corpusMarket.ts'
import { CORPUS_ACCOUNTS, type CorpusNames, corpusNames, corpusTransaction, resolveValue } from './corpusNames.ts'

/** A case on a chain. `names` are its addresses without the `$` of the table. */
export type DeployedCase = CorpusCase & { address: Address; pool: Address | null; names: CorpusNames }

/** Much more than a block of the sandbox holds, so that each stage is one block; put back afterwards. */
const STAGE_GAS = 10_000_000_000n
const USUAL_GAS = 45_000_000n
const GAS = 6_000_000n
/** Dollars in native coin and in USDC that every account gets first. */
const MEANS = 1_000_000

/**
 * Puts the corpus on one chain of a running sandbox, after its fixed history: contracts, pools with $90,000 on either side, three
 * holders who bought for $300 each. The same addresses in every run.
 * @param ids the cases to deploy; default: all.
 * @throws Error naming the case when a step fails.
 */
export async function deployCorpus(
  sandbox: Sandbox,
  chain: SandboxChain,
  ids?: ReadonlySet<string>,
): Promise<DeployedCase[]> {
  const http = createOperatorFetch()
  const rpc = nodeRpc(sandbox.rpcUrls[chain], http)
  const builder = createChainBuilder(rpc, PROFILES[chain].fees)
  const world = sandbox.world[chain]
  const cases = CORPUS.filter(({ id }) => ids?.has(id) ?? true).map((one): DeployedCase => {
    const names = corpusNames(one, world)
    return { ...one, address: names.self, pool: names.pool ?? null, names }
  })
  try {
    await rpc('evm_setBlockGasLimit', [numberToHex(STAGE_GAS)])
    for (const stage of stages(builder, world)) {
      for (const one of cases) await stage(one)
      await builder.mine(await nextTimestamp(builder, chain))
    }
  } finally {
    await rpc('evm_setBlockGasLimit', [numberToHex(USUAL_GAS)])
    await http.close()
  }
  return cases
}

type Stage = (one: DeployedCase) => Promise<void>

/** One block each. Purchases come in blocks of their own, some after the one in which the pool was named. */
function stages(builder: ChainBuilder, world: SandboxWorld): Stage[] {
  const send = async (one: DeployedCase, list: readonly MarketTransaction[]) => {
    for (const transaction of list) await builder.send({ ...transaction, gas: GAS, note: one.id })
  }
  const calls = (of: (one: DeployedCase) => readonly CorpusCall[]) => (one: DeployedCase) =>
    send(
      one,
      of(one).map((call) => corpusTransaction(call, one.names)),
    )
  const purchase = (buyer: Address) => (one: DeployedCase) =>
    send(one, buys(one, world, { team: one.names.team, token: one.address, buyer }))
  return [
    fund(builder, world),
    (one) => deploy(builder, one),
    calls(({ afterDeployment }) => afterDeployment),
    (one) => send(one, addsLiquidity(one, world, one.names.team, one.address)),
    calls(({ afterLiquidity }) => afterLiquidity),
    async () => {},
    ...[CORPUS_ACCOUNTS.holder1, CORPUS_ACCOUNTS.holder2, CORPUS_ACCOUNTS.holder3].map(purchase),
    calls(({ afterBuys }) => afterBuys),
  ]
}

/** Funds every account with native coin from nowhere, and those that need it with USDC from the market maker. */
function fund(builder: ChainBuilder, { chain, tokens, decimals, actors }: SandboxWorld): Stage {
  const balance = numberToHex(nativeWorth(chain, MEANS))
  const dollars = units(MEANS / 10, decimals.usdc)
  const funded = new Set<Address>()
  return async ({ names, market }) => {
    for (const account of [names.team, ...Object.values(CORPUS_ACCOUNTS)]) {
      if (!funded.has(account)) await builder.rpc('anvil_setBalance', [account, balance])
      if (market === 'v2-usdc') {
        const data = transfer(account, dollars)
        await builder.send({ from: actors.marketMaker, to: tokens.usdc, data, note: 'USDC for the corpus' })
      }
      funded.add(account)
    }
  }
}

async function deploy(builder: ChainBuilder, { id, pair, parts, contract, args, names }: DeployedCase): Promise<void> {
  for (const part of [...parts, { name: 'self', contract, args }]) {
    const values = part.args.map((value) => resolveValue(value, names))
    const initCode: Hex = corpusCode(pair, part.contract, values)
    const expected = names[part.name] ?? names.self
    await builder.deploy({ from: names.team, expected, initCode, note: `${id}: ${part.contract}` })
  }
}

async function nextTimestamp({ rpc }: ChainBuilder, chain: SandboxChain): Promise<number> {
  const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  return Number(timestamp) + PROFILES[chain].blockSeconds
}

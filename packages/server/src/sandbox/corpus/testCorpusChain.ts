import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, hexToBigInt, numberToHex, parseAbi } from 'viem/utils'
import { ERC20_ABI, V2_ROUTER_ABI, V3_ROUTER_ABI } from '../abis.ts'
import { approve, FAR_DEADLINE, swapTokensForNative, transfer } from '../history/calls.ts'
import type { NodeRpc } from '../nodeRpc.ts'
import { PROFILES } from '../profiles.ts'
import { type SandboxWorld, V3_FEE } from '../world.ts'
import type { CorpusStep, CorpusTaxes } from './corpusCase.ts'
import { buys, type MarketTransaction } from './corpusMarket.ts'
import { corpusTransaction } from './corpusNames.ts'
import type { DeployedCase } from './deployCorpus.ts'

const SUPPLY = parseAbi(['function totalSupply() view returns (uint256)'])
/** Losing this much of what was sent is harm; percent. */
const LOSS = 20

/** What plain transactions show of a case. Everything is undone before an answer, except by `go`. */
export type CorpusChain = {
  /** Takes the steps for good. @returns whether each call went through. */
  go(one: DeployedCase, steps: readonly CorpusStep[]): Promise<boolean[]>
  /** Taxes as a stranger and holder3 pay them. */
  taxes(one: DeployedCase): Promise<CorpusTaxes>
  /** What the case's harm is measured by: compare the answers before and after a provocation. */
  reading(one: DeployedCase): Promise<bigint>
  /** Whether a sale, a transfer, a dump or the uses of the case do harm as things are. */
  harms(one: DeployedCase): Promise<boolean>
  /** Undoes what `work` did. */
  undone<T>(work: () => Promise<T>): Promise<T>
}

export function createCorpusChain(rpc: NodeRpc, world: SandboxWorld): CorpusChain {
  const { tokens, dex, chain } = world
  const word = async (to: Address, data: Hex) => {
    const answer = (await rpc('eth_call', [{ to, data }, 'latest'])) as Hex
    return hexToBigInt(answer.slice(0, 66) as Hex)
  }
  const balance = (token: Address, account: Address) =>
    word(token, encodeFunctionData({ abi: ERC20_ABI, functionName: 'balanceOf', args: [account] }))
  const supply = (token: Address) => word(token, encodeFunctionData({ abi: SUPPLY, functionName: 'totalSupply' }))
  const mine = async (secondsLater: number) => {
    const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
    await rpc('evm_mine', [Number(timestamp) + secondsLater])
  }
  /** One block with one transaction. @returns whether it went through. */
  const attempt = async ({ from, to, data, value = 0n }: MarketTransaction): Promise<boolean> => {
    const gas = numberToHex(8_000_000n)
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas }])
    await mine(PROFILES[chain].blockSeconds)
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
    return receipt.status === '0x1'
  }
  const undone: CorpusChain['undone'] = async (work) => {
    const snapshot = await rpc('evm_snapshot', [])
    try {
      return await work()
    } finally {
      await rpc('evm_revert', [snapshot])
    }
  }
  const go: CorpusChain['go'] = async (one, steps) => {
    const done: boolean[] = []
    for (const step of steps) {
      if ('waitSeconds' in step) await mine(step.waitSeconds)
      else if ('call' in step) done.push(await attempt(corpusTransaction(step, one.names)))
      else
        for (let count = 0; count < step.buys; count++)
          for (const each of purchase(one, one.names.stranger)) done.push(await attempt(each))
    }
    return done
  }
  const purchase = (one: DeployedCase, buyer: Address) =>
    buys(one, world, { team: one.names.team, token: one.address, buyer })
  const sale = ({ market, address }: DeployedCase, seller: Address, amount: bigint): MarketTransaction[] => {
    const router = market === 'v3' ? dex.v3Router : dex.v2Router
    const usdc = encodeFunctionData({
      abi: V2_ROUTER_ABI,
      functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
      args: [amount, 0n, [address, tokens.usdc], seller, FAR_DEADLINE],
    })
    const order = { tokenIn: address, tokenOut: tokens.wrapped, fee: V3_FEE, recipient: seller, deadline: FAR_DEADLINE }
    const v3 = encodeFunctionData({
      abi: V3_ROUTER_ABI,
      functionName: 'exactInputSingle',
      args: [{ ...order, amountIn: amount, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }],
    })
    const native = swapTokensForNative(amount, [address, tokens.wrapped], seller, 0n)
    const data = { v2: native, 'v2-usdc': usdc, v3, none: native }[market]
    return [
      { from: seller, to: address, data: approve(router, amount) },
      { from: seller, to: router, data },
    ]
  }
  /** Sends half of what `from` has. @returns percent that `to` did not get, or null when it failed; and what else `from` lost. */
  const moves = async (one: DeployedCase, from: Address, to: Address, how: (amount: bigint) => MarketTransaction[]) => {
    const held = await balance(one.address, from)
    const amount = held / 2n
    const before = await balance(one.address, to)
    for (const each of how(amount)) if (!(await attempt(each))) return { tax: null, alsoLost: 0 }
    const came = (await balance(one.address, to)) - before
    const left = await balance(one.address, from)
    return { tax: percent(amount - came, amount), alsoLost: percent(held - amount - left, held) }
  }
  const poolOf = (one: DeployedCase): Address => {
    if (!one.pool) throw new Error(`${one.id} has no pool`)
    return one.pool
  }
  const sells = (one: DeployedCase, seller: Address) =>
    moves(one, seller, poolOf(one), (amount) => sale(one, seller, amount))
  const sends = (one: DeployedCase, from: Address, to: Address) =>
    moves(one, from, to, (amount) => [{ from, to: one.address, data: transfer(to, amount) }])
  const taxes: CorpusChain['taxes'] = async (one) => {
    const { stranger, holder3 } = one.names
    const transferTax = (await undone(() => sends(one, holder3, stranger))).tax
    if (!one.pool) return { buy: null, transfer: transferTax, sell: null }
    const buy = await undone(async () => {
      const [pooled, held] = [await balance(one.address, poolOf(one)), await balance(one.address, stranger)]
      for (const each of purchase(one, stranger)) if (!(await attempt(each))) return null
      const left = pooled - (await balance(one.address, poolOf(one)))
      return percent(left - ((await balance(one.address, stranger)) - held), left)
    })
    return { buy, transfer: transferTax, sell: (await undone(() => sells(one, holder3))).tax }
  }
  const harms: CorpusChain['harms'] = (one) =>
    undone(async () => {
      const { team, holder1, stranger } = one.names
      if (one.harm === 'use') return (await go(one, one.uses)).includes(false)
      if (one.harm === 'holding' || one.harm === 'dilution') return false
      if (one.harm === 'dump') {
        const quote = () => balance(tokens.wrapped, poolOf(one))
        const before = await quote()
        await moves(one, team, poolOf(one), (amount) => sale(one, team, amount * 2n))
        return (await quote()) * 2n < before
      }
      const { tax, alsoLost } = one.harm === 'sale' ? await sells(one, holder1) : await sends(one, holder1, stranger)
      return tax === null || tax >= LOSS || alsoLost >= LOSS
    })
  const reading: CorpusChain['reading'] = async (one) => {
    if (one.harm === 'holding') return balance(one.address, one.names.holder1)
    return one.harm === 'dilution' ? supply(one.address) : 0n
  }
  return { go, taxes, reading, harms, undone }
}

/** Of 100, to six places. */
function percent(part: bigint, whole: bigint): number {
  return Number((part * 100_000_000n) / whole) / 1_000_000
}

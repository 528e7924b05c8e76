import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { GuardedPull } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import { privilegedAccount } from '../bytecode/proxy/privilegedAccount.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { CallOutcome, SequenceBlock, Simulator, StateOverrides } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import type { DelegateWay } from './drainingCalls.ts'
import { COIN, endowed } from './endowed.ts'
import { lossesOf } from './lossesOf.ts'
import { moduleCalls } from './moduleCalls.ts'
import { namedAccounts } from './namedAccounts.ts'
import { walletWithModule } from './walletStub.ts'

/** execTransactionFromModule and execTransactionFromModuleReturnData of a Safe. */
const SAFE_CALLS = new Set<Hex>(['0x468721a7', '0x5229073f'])
const GAS = 1_000_000n
const MAX_FUNCTIONS = 16
const MAX_KEYS = 2
/** Rounds of calls: records, records that need these, and the payment. */
const MAX_ROUNDS = 3
const MAX_BEFORE = 8
/** Of one function: which accounts it takes for which is not known. */
const MAX_SAME = 2
const TOGETHER = 60
/** Whole numbers of a token that has no fraction fit in the smallest number types. */
const AMOUNT = 100n
/** Longer than the delays of recoveries. */
const LATER = 31n * 86_400n

type Made = DelegateWay & { selector: Hex; call: Transaction }
/** A call that pays, those that come first, and whether time has to pass between them. */
type Taken = { way: Made; before: Made[]; isLater: boolean }
type World = { block: PinnedBlock; stateOverrides: StateOverrides; wallet: Address; tokens: readonly Address[] }

/**
 * Executes a module of Safes with a wallet of ours that enabled it and wrote nothing else: which accounts make it move that wallet's tokens, by
 * one call, or after calls that write records about the wallet, at once or a month later. Strangers first, then keys that its code or first words of storage name.
 * @throws SimulationUnavailable, and when the network cannot be read.
 */
export async function modulePulls(
  sources: { chain: ChainSource; simulator: Simulator },
  { block, address, bytecode }: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<GuardedPull[]> {
  if (!bytecode.functions.some(({ asks }) => asks.some((asked) => SAFE_CALLS.has(asked)))) return []
  const wallet = freshAccount(block.hash, address, 'wallet with the module')
  const stranger = freshAccount(block.hash, address, 'stranger')
  const [stateOverrides, tokens] = await endowed(sources, { block, address: wallet, stranger }, signal)
  stateOverrides[wallet] = { ...stateOverrides[wallet], code: walletWithModule(address) }
  const named = await namedAccounts(sources.chain, { block, address: wallet, code: address, but: tokens }, signal)
  const keys = named.filter(({ isKey }) => isKey).slice(0, MAX_KEYS)
  const world: World = { block, stateOverrides, wallet, tokens }
  for (const [index, caller] of [stranger, ...keys.map(({ account }) => account)].entries()) {
    stateOverrides[caller] = { ...stateOverrides[caller], balance: 100n * COIN }
    const found = await taken(sources, world, { caller, module: address, bytecode, signal })
    if (found === null) continue
    const { way, before, isLater } = found
    const by = 'a call that went through'
    return [
      {
        selector: way.selector,
        signature: way.signature,
        guards: index === 0 ? [] : [{ by: 'caller', holder: caller }],
        anyCall: false,
        right: 'wallets',
        holders: index === 0 ? [] : [await privilegedAccount(sources.chain, { block, address: caller, by }, signal)],
        onWallet: {
          before: before.map((one) => one.signature ?? one.selector),
          ...(isLater && { later: true as const }),
        },
      },
    ]
  }
  return []
}

async function taken(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, stateOverrides, wallet, tokens }: World,
  { caller, module, bytecode, signal }: { caller: Address; module: Address; bytecode: Bytecode; signal: AbortSignal },
): Promise<Taken | null> {
  const wrapped = NETWORKS[chain.chain].quoteTokens[0]?.address
  const ways = bytecode.functions
    .filter(({ mutability }) => mutability === 'payable' || mutability === 'nonpayable')
    .slice(0, MAX_FUNCTIONS)
    .flatMap((made) =>
      tokens.slice(-1).flatMap((token) =>
        moduleCalls(made, { wallet, token, taker: caller, amount: AMOUNT }).map(
          (way): Made => ({
            ...way,
            selector: made.selector,
            call: { from: caller, to: module, value: 0n, data: way.data, gas: GAS },
          }),
        ),
      ),
    )
  const before: Made[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const known = before.length
    for (const isLater of round === 0 ? [false] : [false, true])
      for (let at = 0; at < ways.length; at += TOGETHER) {
        const row = ways.slice(at, at + TOGETHER)
        const first = isLater ? [...before] : before.slice(0, known)
        const outcomes = await run(row.map((way) => blocksOf(first, way, isLater)))
        for (const [index, way] of row.entries()) {
          const outcome = outcomes[index]
          if (outcome?.success !== true) continue
          if (isLoss(outcome)) return fewest({ way, before: first, isLater })
          const same = before.filter(({ selector }) => selector === way.selector).length
          if (!isLater && before.length < MAX_BEFORE && same < MAX_SAME && namesWallet(way, wallet)) before.push(way)
        }
      }
    if (round > 0 && before.length === known) return null
  }
  return null

  /** The last outcome of each sequence. */
  async function run(sequences: SequenceBlock[][]): Promise<(CallOutcome | undefined)[]> {
    const made = sequences.map((blocks) => ({ stateOverrides, blocks }))
    const outcomes = await simulator.simulateSequences({ block, sequences: made, transfers: true, signal })
    return outcomes.map((one) => one?.at(-1))
  }

  function isLoss({ success, logs }: CallOutcome): boolean {
    return success && lossesOf(logs, { address: wallet, tokens, wrapped, paid: 0n }) !== null
  }

  /** The same without the calls, and the time, that it does not need. */
  async function fewest({ way, before: all, isLater }: Taken): Promise<Taken> {
    const pays = async (first: readonly Made[], later: boolean) => {
      const [outcome] = await run([blocksOf(first, way, later)])
      return outcome !== undefined && isLoss(outcome)
    }
    const later = isLater && !(await pays(all, false))
    let needed = all
    for (const one of all) {
      const others = needed.filter((other) => other !== one)
      if (await pays(others, later)) needed = others
    }
    return { way, before: needed, isLater: later }
  }
}

function blocksOf(first: readonly Made[], { call }: Made, isLater: boolean): SequenceBlock[] {
  const calls = first.map((one) => one.call)
  return isLater ? [{ calls }, { calls: [call], seconds: LATER }] : [{ calls: [...calls, call] }]
}

/** A record about the wallet: what an account writes about itself is no other's. */
function namesWallet({ args }: Made, wallet: Address): boolean {
  return args.some((one) => one.toLowerCase().includes(wallet))
}

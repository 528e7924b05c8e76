import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { CoinTrap } from '@redoubt/risk/facts/coinTrap.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { gateAccounts } from '../privileges/holders/accountWords.ts'
import { codeAddresses } from '../privileges/holders/codeAddresses.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { word } from '../trade/trader.ts'
import type { Game } from './game.ts'
import { keptPayments } from './keptPayments.ts'
import { misdirectedWithdrawals } from './misdirectedWithdrawals.ts'
import { createPlayground } from './playground.ts'
import { replaceableCode } from './replaceableCode.ts'
import { switchedPayments } from './switchedPayments.ts'

const COIN = 10n ** 18n
/** Coins that the contract holds in plays, at least: what a victim would play for. */
const BAIT = 7n * COIN
const WORDS = 10
const MAX_KEYS = 3
const MAX_FUNCTIONS = 24
const MIN_ACCOUNT = 1n << 100n

/**
 * Plays the victim of a contract that asks for coins and can pay them to its caller: pays, answers and withdraws by execution, at once and
 * later, before and after calls of an earlier visitor and of the keys that the contract names. Nothing is executed where no function asks
 * for coins, or none pays its caller.
 * @throws SimulationUnavailable, and when the chain cannot be read.
 */
export async function gatherCoinTraps(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, address, bytecode }: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<CoinTrap[]> {
  const { functions, standard } = bytecode
  const changing = functions.filter(isChanging)
  const asks = changing.filter(isOffered)
  if (standard !== null || !changing.some(pays) || changing.length > MAX_FUNCTIONS) return []
  const slots = Array.from({ length: WORDS }, (_, slot) => `0x${word(BigInt(slot))}` as const)
  const [code, balance, ...stored] = await Promise.all([
    chain.code(block, address, signal),
    chain.balance(block, address, signal),
    ...slots.map((slot) => chain.storage(block, address, slot, signal)),
  ])
  const words = [...new Set(stored.map(BigInt))].filter((one) => one > 0n)
  const inWords = slots.flatMap((slot, index) => {
    const word = stored[index] ?? '0x0'
    const [account, ...others] = gateAccounts(functions, slot, word)
    if (account !== undefined && others.length === 0) return account
    return BigInt(word) < MIN_ACCOUNT ? [] : accountIn(BigInt(word))
  })
  const named = [...inWords, ...codeAddresses(code)]
  const keys = [...new Set(named)].filter((one) => one !== address).slice(0, MAX_KEYS)
  const [payer, earlier] = [freshAccount(block.hash, address, 'payer'), freshAccount(block.hash, address, 'earlier')]
  const bait = balance > BAIT ? balance : BAIT
  const playground = createPlayground(simulator, { block, address, players: [payer, earlier, ...keys], bait, signal })
  const game: Game = {
    address,
    block,
    signal,
    chain,
    simulator,
    playground,
    changing,
    asks,
    words,
    payer,
    earlier,
    keys,
  }
  const kept = await keptPayments(game)
  if (kept.traps.length > 0) return kept.traps
  const switched = await switchedPayments(game, kept.rewarded)
  if (switched.length > 0) return switched
  const misdirected = await misdirectedWithdrawals(game)
  return misdirected.length > 0 ? misdirected : replaceableCode(game)
}

function isChanging({ mutability }: ContractFunction): boolean {
  return mutability === 'payable' || mutability === 'nonpayable'
}

/** Execution tells whether a condition about the caller is one that strangers pass. */
function isOffered({ mutability, gated, paysCaller, priced }: ContractFunction): boolean {
  return mutability === 'payable' && (!gated || (paysCaller === true && priced === true))
}

function pays({ paysCaller }: ContractFunction): boolean {
  return paysCaller === true
}

/** An account in a word, also one that a flag shares the word with. */
function accountIn(stored: bigint): Address {
  const low = stored & ((1n << 160n) - 1n)
  const value = low >= MIN_ACCOUNT && low >> 152n !== 0n ? low : (stored >> 8n) & ((1n << 160n) - 1n)
  return `0x${value.toString(16).padStart(40, '0')}`
}

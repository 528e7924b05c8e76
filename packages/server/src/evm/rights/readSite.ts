import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { NamedParties } from '@redoubt/risk/derive/namedParties.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { type Payer, readPayer } from '../claims/calls/readPayer.ts'
import type { ClaimSources } from '../claims/runs/claimRuns.ts'
import { callData, type Read, wordAt } from '../decode/callData.ts'
import type { ReadState } from '../decode/readState.ts'
import { codeAddresses } from '../privileges/holders/codeAddresses.ts'
import type { StateOverrides } from '../simulation/simulator.ts'
import { word } from '../trade/trader.ts'
import type { TakeValues } from './takeCalls.ts'

/** A contract that a right may be over, with those that it names and by which the right may be used. */
export type Site = NamedParties & {
  payers: Payer[]
  values: TakeValues
  /** Reads that answer the account: it owns a name, a position or the contract. */
  owned: { read: Read; name: string }[]
  /** Accounts in the contract's code, and those that its getters name. */
  chosen: Address[]
  /** Code that accepts coins, in the place of that of parties that are contracts: a module may not accept what it sends on. */
  accepting: StateOverrides
}

/** The state in which the account accepts coins. */
export function acceptingOf({ accepting }: Pick<Site, 'accepting'>, party: Address): StateOverrides {
  const own = accepting[party]
  return own === undefined ? {} : { [party]: own }
}

const MAX_GETTERS = 24
const MAX_RELATED = 4
/** Contracts besides the written one whose functions are tried. */
const MAX_OTHER_PAYERS = 2
const MAX_OWNED = 3
const MAX_AMOUNTS = 5
const MIN_ADDRESS = 1n << 96n
const MAX_AMOUNT = 1n << 128n
/** A first sum where no amount is known; what works is then raised. */
const TRIAL = 1_000_000n

type Getter = { read: Read; name: string; about: 'nothing' | 'account' | 'id' }

/**
 * Reads what a contract says after the transaction: the contracts it works with, what the account has there, and what it owns.
 * `linked`: contracts that obey it, which it may not know.
 */
export async function readSite(
  sources: ClaimSources,
  {
    block,
    named,
    linked,
    readAfter,
  }: { block: PinnedBlock; named: NamedParties; linked: readonly Address[]; readAfter: ReadState },
  signal: AbortSignal,
): Promise<Site | null> {
  const { contract, account } = named
  const [payer, code] = await Promise.all([
    readPayer(sources, block, contract, signal),
    sources.chain.code(block, contract, signal),
  ])
  if (payer === null) return null
  const first = await ask(gettersOf(payer.functions, named, contract))
  const skipped = new Set([account, contract, ...named.parties.map(({ address }) => address)])
  const own = first.addresses.filter((one) => !skipped.has(one))
  const related = [...new Set([...linked, ...own])].slice(0, MAX_RELATED)
  const others = await Promise.all(related.map((one) => readPayer(sources, block, one, signal)))
  const payers = others.filter((one) => one !== null)
  // A token that a contract works with is taken from it, not by its own functions.
  const powers = payers.filter(({ functions }) => !isToken(functions)).slice(0, MAX_OTHER_PAYERS)
  const second = await Promise.all(powers.map((one) => ask(gettersOf(one.functions, named, one.address))))
  const tokens = [
    ...new Set([...payers.map(({ address }) => address), ...second.flatMap(({ addresses }) => addresses)]),
  ]
    .filter((one) => !skipped.has(one) && !powers.some(({ address }) => address === one))
    .slice(0, MAX_RELATED)
  const holders = [contract, ...powers.map(({ address }) => address)]
  const reads = [...tokens, contract].flatMap((token) =>
    [account, ...holders].map((holder) => ({ to: token, data: callData('balanceOf', holder) })),
  )
  const [balances, coins] = await Promise.all([
    readAfter(reads, signal),
    Promise.all(holders.map((one) => sources.chain.balance(block, one, signal).catch(() => 0n))),
  ])
  const each = holders.length + 1
  const amountAt = (token: number, holder: number) => sane(wordAt(balances[token * each + holder] ?? null))
  const held = [
    ...coins.map((amount) => ({ token: null, amount })),
    ...tokens.flatMap((token, at) => holders.map((_, index) => ({ token, amount: amountAt(at, index + 1) }))),
  ].filter(({ amount }) => amount > 0n)
  const ofAccount = [...tokens, contract].map((_, at) => amountAt(at, 0))
  // Where an id is a token, as in a vault of many tokens (ERC-6909), the account may have some of each.
  const kept = await keptTokens(payer.functions, tokens)
  const asked = named.words.filter((one) => one > 1n && one < MAX_AMOUNT)
  const amounts = [
    ...asked.slice(0, 2),
    ...[...first.amounts, ...second.flatMap((one) => one.amounts), ...ofAccount].filter((one) => one > 1n).slice(0, 3),
    ...held.slice(0, 2).map(({ amount }) => amount),
  ]
  const keptAmounts = kept.map(({ amount }) => amount)
  const chosen = [...new Set([...codeAddresses(code), ...first.addresses])]
  const values: TakeValues = {
    account,
    tokens: tokens.length > 0 ? tokens : [contract],
    amounts: [...new Set([...[...keptAmounts, ...amounts].slice(0, MAX_AMOUNTS - 1), TRIAL])],
    ids: [...kept.map(({ id }) => id), ...named.words.slice(0, 3)],
    held,
  }
  return { ...named, payers: [payer, ...powers], values, owned: first.owned.slice(0, MAX_OWNED), chosen, accepting: {} }

  async function keptTokens(
    functions: readonly ContractFunction[],
    tokens: readonly Address[],
  ): Promise<{ id: bigint; amount: bigint }[]> {
    const { selector = null } = functions.find(isBalanceOfId) ?? {}
    if (selector === null || tokens.length === 0) return []
    const answers = await readAfter(
      tokens.map((token) => ({ to: contract, data: `${selector}${word(account)}${word(BigInt(token))}` as Hex })),
      signal,
    )
    return tokens
      .map((token, at) => ({ id: BigInt(token), amount: sane(wordAt(answers[at] ?? null)) }))
      .filter(({ amount }) => amount > 0n)
  }

  async function ask(getters: readonly Getter[]) {
    const answers = await readAfter(
      getters.map(({ read }) => read),
      signal,
    )
    const addresses: Address[] = []
    const amounts: bigint[] = []
    const owned: Site['owned'] = []
    for (const [at, { read, name, about }] of getters.entries()) {
      const answer = wordAt(answers[at] ?? null)
      if (answer === null) continue
      if (answer === BigInt(account) && about !== 'account') owned.push({ read, name })
      else if (answer >= MIN_ADDRESS && answer >> 160n === 0n)
        addresses.push(`0x${answer.toString(16).padStart(40, '0')}`)
      else if (about === 'account' && answer < MAX_AMOUNT) amounts.push(answer)
    }
    return { addresses, amounts, owned }
  }
}

function gettersOf(functions: readonly ContractFunction[], { account, words }: NamedParties, to: Address): Getter[] {
  return functions
    .filter(({ mutability }) => mutability === 'view' || mutability === 'pure')
    .flatMap((made): Getter[] => {
      const name = made.signature ?? made.selector
      const of = (about: Getter['about'], ...args: (Address | bigint)[]): Getter => ({
        read: { to, data: `${made.selector}${args.map(word).join('')}` as Hex },
        name,
        about,
      })
      if (made.arguments === '') return [of('nothing')]
      if (made.arguments === 'address') return [of('account', account)]
      if (isBalanceOfId(made)) return words.slice(0, 2).map((id) => of('account', account, id))
      if (made.arguments !== 'bytes32' && made.arguments !== 'uint256') return []
      return words.slice(0, 2).map((id) => of('id', id))
    })
    .slice(0, MAX_GETTERS)
}

/** Balances of an id, as in ERC-1155 and ERC-6909. */
function isBalanceOfId({ arguments: types, mutability }: ContractFunction): boolean {
  return types === 'address,uint256' && (mutability === 'view' || mutability === 'pure')
}

/** transfer(address,uint256) and balanceOf(address). */
function isToken(functions: readonly ContractFunction[]): boolean {
  return ['0xa9059cbb', '0x70a08231'].every((one) => functions.some(({ selector }) => selector === one))
}

function sane(amount: bigint | null): bigint {
  return amount === null || amount >= MAX_AMOUNT ? 0n : amount
}

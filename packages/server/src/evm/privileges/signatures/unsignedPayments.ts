import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { DelegateAct } from '@redoubt/risk/facts/delegateActs.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privateKeyToAddress } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import { transfersOf } from '../../decode/emittedLogs.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { NATIVE } from '../../simulation/flatRun.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import { COIN, endowed, TOKENS } from '../endowed.ts'
import { digestIn, signatureOf } from './digests.ts'
import { type Filling, filledCalls, type SignedCall } from './signedCalls.ts'
import { takesSignature } from './takesSignature.ts'

const GAS = 1_000_000n
const MAX_FUNCTIONS = 3
/** Forms of one function that are traced, and those of them that are changed. */
const MAX_TRACED = 24
const MAX_CHANGED = 5
const AT_ONCE = 4
/** What a number is changed to: a price of gas of some thousand gwei, half of the coins, half of the tokens. */
const CHANGES = [1n << 41n, COIN / 2n, TOKENS / 2n]
/** What the caller gets more of, at least, after the change. */
const MIN_COINS = COIN / 20n
const MIN_TOKENS = TOKENS / 4n

type Signed = { call: SignedCall; digest: Hex }

/**
 * Finds payments to the caller of a signed call whose amount is not signed (EIP-7702): an account made here runs the delegate’s code and signs a
 * call, a stranger makes it, and then makes it with another number, or another receiver, and the same signature.
 * @throws SimulationUnavailable, and when the network cannot be read.
 */
export async function unsignedPayments(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, bytecode }: { block: PinnedBlock; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<DelegateAct[]> {
  const delegate = bytecode.address
  const [key, otherKey] = [keyOf('account'), keyOf('other account')]
  const account = privateKeyToAddress(key).toLowerCase() as Address
  const [stranger, other] = [
    freshAccount(block.hash, account, 'stranger'),
    freshAccount(block.hash, account, 'receiver'),
  ]
  const functions = bytecode.functions.filter(takesSignature).slice(0, MAX_FUNCTIONS)
  if (functions.length === 0) return []
  const [stateOverrides, tokens] = await endowed({ chain, simulator }, { block, address: account, stranger }, signal)
  stateOverrides[account] = { ...stateOverrides[account], code: `0xef0100${delegate.slice(2)}` }
  for (const made of functions) {
    const act = await actOf(made)
    if (act !== null) return [act]
  }
  return []

  function keyOf(name: string): Hex {
    return `0x${createHash('sha256').update(`${block.hash}:${delegate}:${name}`).digest('hex')}`
  }

  async function actOf(made: ContractFunction): Promise<DelegateAct | null> {
    const calls = filledCalls(made, { account: stranger, token: tokens[0] ?? null })
    const first = await acceptedOf(
      calls.filter(({ placed }) => placed === null),
      made,
    )
    const numbers = new Set(first.slice(0, 2).map(({ one }) => one.call.numbers.join()))
    // A call that pays in a token may be accepted with the token in its place only.
    const isSame = ({ placed, numbers: of }: SignedCall) =>
      placed !== null && (first.length === 0 || numbers.has(of.join()))
    const accepted = [...first.slice(0, 2), ...(await acceptedOf(calls.filter(isSame), made))]
    for (const { one, had } of accepted.slice(0, MAX_CHANGED)) {
      const redirected = had.size === 0 ? null : one.call.redirected(other)
      if (redirected !== null) {
        const [elsewhere] = await takenBy([await dataOf(one, key, redirected)], other)
        const sums = [...(elsewhere ?? [])]
        const [refused] = await takenBy([await dataOf(one, otherKey, redirected)], other)
        if (sums.length > 0 && refused === null)
          return {
            ...actBy(made, one.call.args(redirected)),
            lost: elsewhere?.get(NATIVE) ?? 0n,
            tokens: sums.flatMap(([token]) => (token === NATIVE ? [] : [token as Address])),
            to: other,
            redirected: true,
          }
      }
      const changes = one.call.numbers.flatMap((_, at) => CHANGES.map((to): Filling => one.call.changed(at, to)))
      const after = await takenBy(await Promise.all(changes.map((filling) => dataOf(one, key, filling))))
      const at = after.findIndex((got) => got !== null && gain(got, had) !== null)
      const [change, got] = [changes[at], after[at]]
      if (change === undefined || got == null) continue
      // What another key's signature opens asks for none.
      const [foreign] = await takenBy([await dataOf(one, otherKey, change)])
      const more = gain(got, had)
      if (foreign != null || more === null) continue
      return { ...actBy(made, one.call.args(change)), lost: more.coins, tokens: more.tokens, to: stranger }
    }
    return null
  }

  function actBy({ selector, signature }: ContractFunction, args: string[]) {
    return { kind: 'unsigned-payment' as const, selector, signature, args, caller: stranger }
  }

  /** The calls that are accepted with the account’s signature, and what the stranger gets by them. */
  async function acceptedOf(calls: readonly SignedCall[], made: ContractFunction) {
    const plain = await Promise.all(
      (await withDigests(calls, made)).map(async (one) => ({ one, data: await dataOf(one, key) })),
    )
    const before = await takenBy(plain.map(({ data }) => data))
    return plain.flatMap(({ one }, at) => {
      const had = before[at] ?? null
      return had === null ? [] : [{ one, had }]
    })
  }

  /** The calls that ask ECRECOVER about a digest. */
  async function withDigests(calls: readonly SignedCall[], { selector }: ContractFunction): Promise<Signed[]> {
    const found: Signed[] = []
    const blank = await signatureOf(keccak256(selector), key)
    for (let at = 0; at < Math.min(calls.length, MAX_TRACED); at += AT_ONCE) {
      const runs = await Promise.all(
        calls.slice(at, at + AT_ONCE).map(async (call) => {
          const transaction = callOf(call.data(blank))
          const { trace } = await simulator.simulate({
            block,
            transaction,
            stateOverrides,
            environments: 'none',
            signal,
          })
          return { call, digest: trace === null ? null : digestIn(trace) }
        }),
      )
      for (const { call, digest } of runs) if (digest !== null) found.push({ call, digest })
      // Code that asks about none in so many forms is no place for a signature of the account.
      if (at + AT_ONCE >= MAX_TRACED / 2 && found.length === 0) break
    }
    return found
  }

  async function dataOf({ call, digest }: Signed, by: Hex, filling?: Filling): Promise<Hex> {
    return call.data(await signatureOf(digest, by), filling)
  }

  function callOf(data: Hex): Transaction {
    return { from: stranger, to: account, value: 0n, data, gas: GAS }
  }

  /** What the stranger, or another receiver, gets of the account by each call; null where it fails. */
  async function takenBy(all: readonly Hex[], by: Address = stranger): Promise<(Map<string, bigint> | null)[]> {
    if (all.length === 0) return []
    const sequences = all.map((data) => ({ stateOverrides, blocks: [{ calls: [callOf(data)] }] }))
    const outcomes = await simulator.simulateSequences({ block, sequences, transfers: true, signal })
    return outcomes.map((one) => (one?.[0]?.success === true ? receipts(one[0].logs, by) : null))
  }

  function receipts(logs: readonly Log[], by: Address): Map<string, bigint> {
    const sums = new Map<string, bigint>()
    for (const { token, from, to, amount } of transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))))
      if (from === account && to === by) sums.set(token, (sums.get(token) ?? 0n) + amount)
    return sums
  }
}

function gain(
  got: ReadonlyMap<string, bigint>,
  had: ReadonlyMap<string, bigint>,
): { coins: bigint; tokens: Address[] } | null {
  const more = [...got].flatMap(([token, sum]) => {
    const change = sum - (had.get(token) ?? 0n)
    return change >= (token === NATIVE ? MIN_COINS : MIN_TOKENS) ? [{ token, change }] : []
  })
  if (more.length === 0) return null
  return {
    coins: more.find(({ token }) => token === NATIVE)?.change ?? 0n,
    tokens: more.flatMap(({ token }) => (token === NATIVE ? [] : [token as Address])),
  }
}

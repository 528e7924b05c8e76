import { createHash } from 'node:crypto'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PullGuard } from '@redoubt/risk/facts/guardedPull.ts'
import type { GuardedTokenPower } from '@redoubt/risk/facts/guardedTokenPower.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { privateKeyToAddress } from 'viem/accounts'
import { encodeAbiParameters, keccak256, parseAbiParameters } from 'viem/utils'
import { callData, wordAt } from '../../decode/callData.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../../simulation/simulator.ts'
import { freshAccount } from '../../trade/freshAccount.ts'
import { argumentTypes } from '../calls/argumentPlan.ts'
import { type ForgedSignature, signatureIn } from '../drainingCalls.ts'
import { inputsOf } from '../paths/marks.ts'
import type { ForeignApproval } from '../pulls/tokenWrites.ts'
import { digestIn, signatureOf } from './digests.ts'
import { type KeyLock, keyLock, replacedKey } from './replacedKey.ts'

type Asked = { block: PinnedBlock; address: Address; bytecode: Bytecode }
type Key = { privateKey: Hex; account: Address }
type Power = Omit<GuardedTokenPower, 'holders'>

const MAX_APPROVALS = 4
const GAS = 1_000_000n
const AMOUNT = 10n ** 15n
const PURSE = 10n ** 20n
/** A date that is not over: seconds. */
const LATE = 1n << 40n
const ACCOUNT_DIGITS = 40
const WORD_BYTES = 32
const SELECTOR_BYTES = 4

/**
 * Finds keys that approve the tokens of every holder. The key that the code asks for, which only its holder has, is replaced by one made here: its account or hash,
 * in storage or in the code. Then that key approves the tokens of another account, and a third key cannot.
 * @throws when it cannot be executed.
 */
export async function signedApprovals(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, address, bytecode }: Asked,
  found: readonly ForeignApproval[],
  signal: AbortSignal,
): Promise<Power[]> {
  const fresh = (name: string) => freshAccount(block.hash, address, name)
  const [key, other] = [keyOf('key'), keyOf('other key')]
  const [victim, taker] = [fresh('holder'), fresh('puller')]
  const powers = new Map<Hex, Power>()
  let left = MAX_APPROVALS
  for (const approval of found) {
    const lock = keyLock(approval.lifted, BigInt(taker))
    if (lock === null || powers.has(approval.selector) || left-- <= 0) continue
    const replaced = await replacedKey(
      chain,
      { block, address, code: bytecode.address },
      { lock, account: key.account },
      signal,
    )
    if (replaced === null) continue
    const way = await firstWay(approval, lock, replaced)
    if (way === null) continue
    const { selector, signature } = approval
    const guard: PullGuard =
      lock.preimage === null
        ? { by: lock.who === 'caller' ? 'caller' : 'signature', holder: accountOf(lock.other) }
        : { by: 'key-hash', holder: null }
    powers.set(selector, {
      selector,
      signature,
      guards: [guard],
      anyCall: false,
      effect: 'takes',
      of: 'named-holder',
      taxPercent: null,
      asIs: true,
      executed: true,
      approves: lock.who === 'signer' ? 'by-signature' : 'by-call',
    })
  }
  return [...powers.values()]

  function keyOf(name: string): Key {
    const privateKey: Hex = `0x${createHash('sha256').update(`${block.hash}:${address}:${name}`).digest('hex')}`
    return { privateKey, account: privateKeyToAddress(privateKey).toLowerCase() as Address }
  }

  /** The first numbers with which the key approves, and a third key does not. */
  async function firstWay(approval: ForeignApproval, lock: KeyLock, replaced: StateOverrides): Promise<Hex | null> {
    const types = bytecode.functions.find(({ selector }) => selector === approval.selector)?.arguments ?? ''
    for (const rest of [() => LATE, () => 0n, (isLast: boolean) => (isLast ? LATE : 0n)]) {
      const dataOf = (signature: ForgedSignature) => callOf(approval, { types, victim, taker, rest, signature })
      const [own, foreign] = [await callBy(key, lock, dataOf, replaced), await callBy(other, lock, dataOf, replaced)]
      if (own === null || foreign === null) continue
      const read: Transaction = {
        from: taker,
        to: address,
        value: 0n,
        data: callData('allowance', victim, taker),
        gas: GAS,
      }
      const outcomes = await simulator.simulateSequences({
        block,
        sequences: [own, foreign].map((call) => ({
          blocks: [{ calls: [call, read] }],
          stateOverrides: funded(replaced),
        })),
        signal,
      })
      const [allowed, refused] = outcomes.map((all) => wordAt(all?.[1]?.output ?? null))
      if (allowed != null && allowed > 0n && refused === 0n) return own.data
    }
    return null
  }

  function funded(state: StateOverrides): StateOverrides {
    const purse = Object.fromEntries([taker, key.account, other.account].map((one) => [one, { balance: PURSE }]))
    return { ...state, ...purse }
  }

  /** The call by a key: it makes it, or signs the digest about which the code asks. */
  async function callBy(
    { privateKey, account }: Key,
    { who }: KeyLock,
    dataOf: (signature: ForgedSignature) => Hex | null,
    replaced: StateOverrides,
  ): Promise<Transaction | null> {
    const unsigned = dataOf(await signatureOf(keccak256('0x'), privateKey))
    if (unsigned === null) return null
    const as = (data: Hex): Transaction => ({
      from: who === 'caller' ? account : taker,
      to: address,
      value: 0n,
      data,
      gas: GAS,
    })
    if (who === 'caller') return as(unsigned)
    const { trace } = await simulator.simulate({
      block,
      transaction: as(unsigned),
      stateOverrides: funded(replaced),
      environments: 'none',
      signal,
    })
    const digest = trace === null ? null : digestIn(trace)
    const data = digest === null ? null : dataOf(await signatureOf(digest, privateKey))
    return data === null ? null : as(data)
  }
}

/** The found call for a holder and a spender; null where its arguments are not plain ones. */
function callOf(
  { selector, signature: named, input, owner, amount }: ForeignApproval,
  made: {
    types: string
    victim: Address
    taker: Address
    rest: (isLast: boolean) => bigint
    signature: ForgedSignature
  },
): Hex | null {
  const text = named === null ? made.types : named.slice(named.indexOf('(') + 1, -1)
  try {
    const parameters = parseAbiParameters(argumentTypes(text).join(','))
    const signing = signatureIn(parameters, made.signature)
    const isNumber = (at: number) => /^u?int\d*$/.test(parameters[at]?.type ?? '')
    const last = parameters.findLastIndex((_, at) => isNumber(at) && !signing.has(at))
    const values = parameters.map(({ type }, at): unknown => {
      const signed = signing.get(at)
      if (signed !== undefined) return signed
      const marks = inputsOf(input.marks(SELECTOR_BYTES + at * WORD_BYTES, WORD_BYTES))
      if (type === 'address') return (marks & owner) !== 0 ? made.victim : made.taker
      if (isNumber(at)) return (marks & amount) !== 0 ? AMOUNT : made.rest(at === last)
      if (type === 'bool') return true
      return type === 'string' ? '' : (`0x${'00'.repeat(Number(/^bytes(\d+)$/.exec(type)?.[1] ?? 0))}` as Hex)
    })
    return `${selector}${encodeAbiParameters(parameters, values as never).slice(2)}` as Hex
  } catch {
    // A type that the recovery invented.
    return null
  }
}

function accountOf(value: bigint): Address {
  return `0x${value.toString(16).padStart(ACCOUNT_DIGITS, '0')}`
}

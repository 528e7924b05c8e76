import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getContractAddress } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'
import { privilegedAccount } from '../bytecode/proxy/privilegedAccount.ts'
import { addressAt } from '../decode/callData.ts'
import type { Budget } from '../trade/tradeContext.ts'
import { isBurnAddress } from './effects.ts'
import { accountsInWord } from './holders/accountWords.ts'
import type { Candidate } from './holders/candidate.ts'
import { readTarget, type Target } from './holders/targets.ts'
import { limitWithinBudget } from './privilegedCall.ts'
import type { PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'

const ADMIN_SLOT: Hex = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'
/** Limits of contracts in the first step, and in the second. */
const MAX_FOLLOWED = [3, 3]
const MAX_FACETS = 12
const MAX_ASKED_SLOTS = 12
const MAX_LOOKED_AT = 32
/** Limit of the creator's latest transactions. */
const MAX_NONCES = 24
/** Digits of the longest code that is analysed: some networks, and EIP-7954, allow more than the 24,576 bytes of EIP-170. */
const MAX_CODE = 131_072 * 2 + 2

/** Returns the proxy's own functions and their possible callers. Null for a contract that is no proxy. */
export async function proxyTarget(
  sources: PrivilegesSources,
  request: PrivilegesRequest,
  signal: AbortSignal,
): Promise<Target | null> {
  const { block, address, proxy, bytecode } = request
  if (proxy === null || bytecode.address === address) return null
  const code = await sources.chain.code(block, address, signal)
  const own = await sources.analyse(address, code, signal)
  if (own === null) return null
  const slot = addressAt(await sources.chain.storage(block, address, ADMIN_SLOT, signal))
  const target = await readTarget(sources, request, { address, bytecode: own, code, primary: true }, signal)
  const admins: Candidate[] = [
    ...(slot === null || isBurnAddress(BigInt(slot)) ? [] : [{ address: slot, by: 'EIP-1967 admin slot' }]),
    ...(proxy.admin === null || proxy.admin.account === 'burned' ? [] : [proxy.admin]),
  ]
    // A proxy that is its own admin, as a Safe is, does what its owners make it do.
    .filter((admin) => admin.address !== address)
    .map(({ address: who, by }) => ({ address: who, by, role: 'proxy-admin' as const, named: true }))
  const known = new Set(admins.map((one) => one.address))
  return { ...target, candidates: [...admins, ...target.candidates.filter((one) => !known.has(one.address))] }
}

/** The functions of a diamond's other facets. */
export async function facetTargets(
  sources: PrivilegesSources,
  request: PrivilegesRequest,
  budget: Pick<Budget, 'note'>,
  signal: AbortSignal,
): Promise<Target[]> {
  const { block, address, proxy, bytecode } = request
  const all = (proxy?.implementations ?? []).filter((one) => one !== bytecode.address)
  const others = limitWithinBudget({ budget }, all, { max: MAX_FACETS, what: 'facets' })
  const found = await Promise.all(
    others.map(async (facet) => {
      const code = await sources.chain.code(block, facet, signal)
      const analysed = await sources.analyse(facet, code, signal)
      if (analysed === null) return []
      return [await readTarget(sources, request, { address, bytecode: analysed, code, primary: true }, signal)]
    }),
  )
  return found.flat()
}

/**
 * Contracts that the subject obeys, one and two steps away: a beacon, an administrating contract, one that transfers ask, one that may
 * call what others may not; then what these ask. Not multisigs and timelocks: their callers are told as what they are.
 */
export async function controllingContracts(
  sources: PrivilegesSources,
  request: PrivilegesRequest,
  { known, budget }: { known: readonly Target[]; budget: Pick<Budget, 'note'> },
  signal: AbortSignal,
): Promise<Target[]> {
  const { chain } = sources
  const { block, address, bytecode, proxy, trade } = request
  const calls = bytecode.transferPath?.calls ?? []
  const stored = await Promise.all(
    calls.flatMap(({ slot }) => (slot === null ? [] : [chain.storage(block, address, slot, signal).then(addressAt)])),
  )
  const asksFixed = calls.some(({ to }) => to === 'fixed')
  const holders = known.flatMap(({ candidates, fixed, functions }) => [
    ...candidates.map((one) => one.address),
    ...(asksFixed || functions.some(({ gated, gatedBy }) => gated && gatedBy.length === 0) ? fixed : []),
  ])
  const passedBy = new Set<Address>([
    address,
    bytecode.address,
    ...(trade === null ? [] : [trade.venue.pool.address, trade.venue.router, trade.venue.pool.factory]),
    ...NETWORKS[chain.chain].quoteTokens.map((token) => token.address),
  ])
  const siblings = asksFixed ? await unborn(sources, request, known, signal) : []
  const near = [proxy?.beacon ?? null, ...stored, ...(request.asked ?? []), ...siblings, ...holders]
  const found: Target[] = []
  let wanted: (Address | null)[] = near
  for (const max of MAX_FOLLOWED) {
    const step = await obeyed(sources, request, { wanted, passedBy, max, budget }, signal)
    found.push(...step)
    const asked = await Promise.all(step.map((target) => askedBy(sources, request, target, signal)))
    wanted = asked.flat()
  }
  return found
}

/** Returns the accounts that are contracts with rules of their own. Each is added to `passedBy`. */
async function obeyed(
  sources: PrivilegesSources,
  request: PrivilegesRequest,
  {
    wanted,
    passedBy,
    max,
    budget,
  }: { wanted: readonly (Address | null)[]; passedBy: Set<Address>; max: number; budget: Pick<Budget, 'note'> },
  signal: AbortSignal,
): Promise<Target[]> {
  const { chain } = sources
  const { block } = request
  const all = [...new Set(wanted)].filter((one) => one !== null)
  const fresh = all.filter((one) => !isBurnAddress(BigInt(one)) && !passedBy.has(one))
  const looked = limitWithinBudget({ budget }, fresh, { max: MAX_LOOKED_AT, what: 'contracts that it obeys' })
  for (const one of looked) passedBy.add(one)
  const codes = await Promise.all(looked.map((one) => chain.code(block, one, signal)))
  const found: Target[] = []
  for (const [index, account] of looked.entries()) {
    const code = codes[index] ?? '0x'
    if (code.length <= 2 || code.startsWith('0xef01')) continue
    if (code.length > MAX_CODE) {
      budget.note('contracts that it obeys')
      continue
    }
    const { account: kind } = await privilegedAccount(chain, { block, address: account, by: '' }, signal)
    if (kind !== 'contract') continue
    const analysed = await sources.analyse(account, code, signal)
    // Pools of exchanges and other tokens only answer reads, and decide nothing here.
    if (analysed === null || analysed.standard !== null) continue
    if (found.length === max) {
      budget.note('contracts that it obeys')
      break
    }
    const read = { address: account, bytecode: analysed, code, primary: false }
    found.push(await readTarget(sources, request, read, signal))
  }
  return found
}

/** Returns contracts that a contract may call in turn: accounts in the words that its calling functions read, and in its code. */
async function askedBy(
  { chain }: PrivilegesSources,
  { block }: PrivilegesRequest,
  { address, functions, fixed }: Target,
  signal: AbortSignal,
): Promise<Address[]> {
  const asking = functions.filter(({ asks }) => asks.length > 0)
  const slots = [...new Set(asking.flatMap(({ reads }) => reads))].slice(0, MAX_ASKED_SLOTS)
  const words = await Promise.all(slots.map((slot) => chain.storage(block, address, slot, signal)))
  return [...words.flatMap((word) => accountsInWord(word)), ...(asking.length > 0 ? fixed : [])]
}

/**
 * Other contracts of the creator, where the code asks an address that has no code: one of them may put some there. The latest,
 * by the creator's nonces.
 */
async function unborn(
  { chain }: PrivilegesSources,
  { block, suspects }: PrivilegesRequest,
  known: readonly Target[],
  signal: AbortSignal,
): Promise<Address[]> {
  const fixed = known.flatMap((target) => target.fixed)
  const codes = await Promise.all(fixed.map((one) => chain.code(block, one, signal)))
  const [creator] = suspects
  if (creator === undefined || !codes.includes('0x')) return []
  const nonce = await chain.nonce(block, creator, signal)
  const made = Array.from({ length: Math.min(nonce, MAX_NONCES) }, (_, back) => {
    const address = getContractAddress({ from: creator, nonce: BigInt(nonce - 1 - back) })
    return address.toLowerCase() as Address
  })
  const theirs = await Promise.all(made.map((one) => chain.code(block, one, signal)))
  return made.filter((_, index) => theirs[index] !== '0x')
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils'
import type { ApprovalPorts } from '../approvals/gatherApprovals.ts'
import { callEach } from '../approvals/readPermissions.ts'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import { addressAt, wordAt } from '../decode/callData.ts'
import { hex32 } from './orderShares.ts'

import type { FoundRight, RightPlace } from './rightPlace.ts'

// SmartSession, an ERC-7579 validator, lists the sessions of an account itself. Other modules that keep keys tell nothing of them.

const ABI = parseAbi([
  'function getPermissionIDs(address account) view returns (bytes32[])',
  'function getSessionValidatorAndConfig(address account, bytes32 permissionId) view returns (address, bytes)',
])

/** Type of an ERC-7579 module that says whether an operation is the account's. */
const VALIDATOR = 1n
/** Sessions of all modules of an account. */
const MAX_SESSIONS = 256
/** Two slots are read for each session of a list. */
const LIST_GAS = 2_000_000
const WORD = 32
/** Offset, and the length of the list. */
const HEAD_WORDS = 2
/** Validator, offset, length, and a threshold with a list of one owner. */
const CONFIG_WORDS = 8

export type SessionKeys = { live: FoundRight[]; cut: string[] }

/**
 * The session keys that an account's own validators list. A validator whose code offers no such list keeps none that are known; of one that offers
 * it and gives none, or whose code could not be read, `cut` says so.
 */
export async function sessionKeys(
  { chain }: Pick<ApprovalPorts, 'chain'>,
  { block, owner, rights }: { block: PinnedBlock; owner: Address; rights: readonly FoundRight[] },
  signal: AbortSignal,
): Promise<SessionKeys> {
  const modules = rights.filter(
    ({ place: { standard, keeper, id } }) => standard === 'erc7579-module' && keeper === owner && id === VALIDATOR,
  )
  const ask = callEach(chain, block, signal)
  const lists = await ask(
    modules.map(({ place }) => ({
      to: place.holder,
      data: encodeFunctionData({ abi: ABI, functionName: 'getPermissionIDs', args: [owner] }),
      gas: LIST_GAS,
      max: WORD * (HEAD_WORDS + MAX_SESSIONS),
    })),
  )
  const cut: string[] = []
  const silent = modules.filter((_, at) => lists[at] === 'failed' || listLength(lists[at] ?? null) === null)
  const offered = await Promise.all(
    silent.map(({ place: { holder } }) => offersList(chain, { block, module: holder }, signal).catch(() => true)),
  )
  for (const [at, { place }] of silent.entries())
    if (offered[at]) cut.push(`session keys in the module ${place.holder}`)
  let room = MAX_SESSIONS
  const named = modules.flatMap((right, at) => {
    const list = lists[at] ?? null
    const count = list === 'failed' ? null : listLength(list)
    if (list === 'failed' || count === null) return []
    const kept = Math.min(count, room)
    room -= kept
    if (count > kept) cut.push(`${count - kept} session keys in the module ${right.place.holder}`)
    const ids = Array.from({ length: kept }, (_, index) => wordAt(list, HEAD_WORDS + index)).filter((id) => id !== null)
    if (ids.length < kept) cut.push(`${kept - ids.length} session keys in the module ${right.place.holder}`)
    return ids.map((id) => ({ right, id }))
  })
  const answers = await ask(
    named.map(({ right, id }) => ({
      to: right.place.holder,
      data: encodeFunctionData({ abi: ABI, functionName: 'getSessionValidatorAndConfig', args: [owner, hex32(id)] }),
      max: WORD * CONFIG_WORDS,
    })),
  )
  const live = named.map(({ right: { place }, id }, at): FoundRight => {
    const answer = answers[at] ?? null
    const holder = (answer === 'failed' ? null : keyOf(answer)) ?? place.holder
    const session: RightPlace = { standard: 'session-key', keeper: place.holder, holder, id }
    // The account chose the module, and the module's event of it names the account in no topic: no log tells of it.
    return { place: session, amount: 1n, log: null, first: null }
  })
  return { live, cut }
}

/** `getPermissionIDs(address)`, as code compares selectors. */
const LIST_SELECTOR = toFunctionSelector('getPermissionIDs(address)').slice(2)

/** Whether the module's code, or what it delegates to, has the function that lists sessions. */
async function offersList(
  chain: ApprovalPorts['chain'],
  { block, module }: { block: PinnedBlock; module: Address },
  signal: AbortSignal,
): Promise<boolean> {
  const code = await chain.code(block, module, signal)
  if (code.includes(LIST_SELECTOR)) return true
  const proxy = await resolveProxy(chain, { block, address: module, code }, signal)
  const codes = await Promise.all(
    (proxy?.implementations ?? []).map((implementation) => chain.code(block, implementation, signal)),
  )
  return codes.some((one) => one.includes(LIST_SELECTOR))
}

/** Of a list whose offset is the usual one; null: no list. */
function listLength(list: Hex | null): number | null {
  const [offset, length] = [wordAt(list), wordAt(list, 1)]
  if (offset !== BigInt(WORD) || length === null || length > 100_000n) return null
  return Number(length)
}

/** The key, where the configuration is one address, or a threshold with a list of one; else the contract that checks its signatures. */
function keyOf(answer: Hex | null): Address | null {
  const validator = addressAt(answer)
  const length = wordAt(answer, 2)
  if (answer === null || validator === null || length === null) return null
  const config = answer.slice(2 + 3 * 2 * WORD)
  if (length === 20n && config.length >= 40) return `0x${config.slice(0, 40)}`
  if (length === 32n) return addressAt(`0x${config}`) ?? validator
  const isListOfOne = length === 128n && wordAt(`0x${config}`, 1) === 64n && wordAt(`0x${config}`, 2) === 1n
  return (isListOfOne ? addressAt(`0x${config}`, 3) : null) ?? validator
}

import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Provenance } from '@redoubt/risk/facts/provenance.ts'
import { codeTraits } from '../../intel/onchain/codeTraits.ts'
import { withSignal } from '../../lib/withSignal.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { isDelegation } from '../rpc/rpcValues.ts'
import type { Asked, Verification } from '../verification/createVerification.ts'
import { type Creation, creationOf, UNKNOWN_CREATION } from './creationOf.ts'

/** Time limit for finding a creation; an unknown creation must not cost the scan. */
const MAX_MS = 2_500
const MAX_REMEMBERED = 20_000
/** Time after which a partly known creation is asked for again. */
const ASK_AGAIN_MS = 600_000

/**
 * Where a contract comes from: verified source by the services, creation by the node, the services or old state. Both are
 * remembered by the code. An account without code of its own comes from nowhere: everything is null.
 * @throws when its code cannot be read. What cannot be learned otherwise is null and named in `unavailable`.
 */
export async function provenance(
  { chain, verification, maxMs = MAX_MS }: { chain: ChainSource; verification: Verification; maxMs?: number },
  { block, address }: { block: PinnedBlock; address: Address },
  signal: AbortSignal,
): Promise<Provenance> {
  const code = await chain.code(block, address, signal)
  if (code === '0x' || isDelegation(code)) return NOWHERE
  const codeHash = codeTraits(code).hash
  const said = verification(chain.chain, { address, codeHash })
  const [verified, created] = await Promise.all([
    withSignal(said.verification, signal),
    creationInTime(chain, { block, address, codeHash, reported: said.creation, maxMs }, signal),
  ])
  const { source, by, asked, unavailable } = verified
  return {
    verified: source !== null ? true : asked.length === 0 || unavailable.length > 0 ? null : false,
    asked,
    unavailable: [...unavailable, ...created.unavailable],
    verifiedBy: by,
    name: source?.name ?? null,
    compiler: source?.compiler ?? null,
    abi: source?.abi ?? null,
    ...created.creation,
  }
}

const NOWHERE: Provenance = {
  verified: null,
  asked: [],
  unavailable: [],
  verifiedBy: null,
  name: null,
  compiler: null,
  abi: null,
  ...UNKNOWN_CREATION,
}

/** By source: equal network names may be of different environments. */
const known = new WeakMap<ChainSource, Map<string, { creation: Creation; until: number }>>()

async function creationInTime(
  chain: ChainSource,
  at: { block: PinnedBlock; address: Address; codeHash: Hex; reported: Asked['creation']; maxMs: number },
  signal: AbortSignal,
): Promise<{ creation: Creation; unavailable: string[] }> {
  const key = `${at.address}:${at.codeHash}`
  const remembered = known.get(chain)?.get(key)
  if (remembered && remembered.until > Date.now() && isPast(remembered.creation, at.block))
    return { creation: remembered.creation, unavailable: [] }
  const limit = AbortSignal.timeout(at.maxMs)
  try {
    const creation = await creationOf({ chain, reported: at.reported }, at, AbortSignal.any([signal, limit]))
    remember(chain, key, creation)
    return { creation, unavailable: [] }
  } catch {
    signal.throwIfAborted()
    const why = limit.aborted ? `not found within ${at.maxMs} ms` : 'the network could not be read'
    return { creation: UNKNOWN_CREATION, unavailable: [`creation: ${why}`] }
  }
}

/** A pin in the past must not show later events. */
function isPast({ creationBlock, createdBefore }: Creation, { number, timestamp }: PinnedBlock): boolean {
  return (creationBlock ?? 0n) <= number && (createdBefore ?? 0) <= timestamp
}

function remember(chain: ChainSource, key: string, creation: Creation): void {
  const creations = known.get(chain) ?? new Map<string, { creation: Creation; until: number }>()
  known.set(chain, creations)
  creations.delete(key)
  const until = creation.creator === null ? Date.now() + ASK_AGAIN_MS : Number.POSITIVE_INFINITY
  creations.set(key, { creation, until })
  const [oldest] = creations.keys()
  if (creations.size > MAX_REMEMBERED && oldest !== undefined) creations.delete(oldest)
}

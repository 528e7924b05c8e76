import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256 } from 'viem/utils'
import type { Arbitrate, Claim } from './agreement.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpointPool.ts'
import { blockReference } from './pinnedState.ts'
import { type ProvenAccount, readProof, readStateRoot } from './stateProof.ts'

/**
 * Arbitrates by proof: the block's hash, on which the endpoints agree, proves the header, the header the state root, and the
 * root what eth_getProof answers (EIP-1186).
 */
export function createArbitration(pool: EndpointPool, { attemptTimeoutMs }: ChainLimits): Arbitrate {
  async function rootOf(block: PinnedBlock, claims: readonly Claim[]): Promise<Hex | null> {
    const roots = await Promise.allSettled(
      claims.map(({ endpoint }) =>
        pool.requestOne(endpoint, {
          method: 'eth_getBlockByHash',
          params: () => [block.hash, false],
          read: (result) => readStateRoot(result, block.hash),
          timeoutMs: attemptTimeoutMs,
        }),
      ),
    )
    const found = roots.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const proven = found.find(({ isProven }) => isProven)
    if (proven) return proven.root
    // A network whose headers have other members: both must say the same.
    const [first] = found
    return first && found.length === claims.length && found.every(({ root }) => root === first.root) ? first.root : null
  }

  return async (block, { kind, address, slot = null }, claims) => {
    if (address === null || !(kind === 'code' || kind === 'balance' || kind === 'nonce' || kind === 'storage'))
      return []
    const root = await rootOf(block, claims)
    if (root === null) return []
    const proofs = await Promise.allSettled(
      claims.map(({ endpoint }) => proofOf(pool, endpoint, { block, root, address, slot, attemptTimeoutMs })),
    )
    const proof = proofs.find((one) => one.status === 'fulfilled')?.value
    if (proof === undefined) return []
    return claims.filter(({ value }) => !isProven(kind, value as Hex, proof)).map(({ endpoint }) => endpoint)
  }
}

function proofOf(
  pool: EndpointPool,
  endpoint: Endpoint,
  asked: { block: PinnedBlock; root: Hex; address: Address; slot: Hex | null; attemptTimeoutMs: number },
): Promise<ProvenAccount> {
  const { block, root, address, slot } = asked
  return pool.requestOne(endpoint, {
    method: 'eth_getProof',
    params: (one) => [address, slot === null ? [] : [slot], blockReference(one, block)],
    read: (result) => readProof(result, { root, address, slot }),
    timeoutMs: asked.attemptTimeoutMs,
    // Many nodes have it switched off, or keep few states that they can prove: that tells nothing of the others.
    lane: 'alone',
  })
}

function isProven(kind: 'code' | 'balance' | 'nonce' | 'storage', value: Hex, proof: ProvenAccount): boolean {
  if (kind === 'code') return keccak256(value) === proof.codeHash
  if (kind === 'storage') return value === proof.word
  return value === proof[kind]
}

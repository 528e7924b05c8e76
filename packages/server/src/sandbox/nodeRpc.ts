import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import { encodeDeployData } from 'viem/utils'
import { type Artifact, type ArtifactName, readArtifact } from './artifacts/readArtifact.ts'

/** One JSON-RPC request to the sandbox's own node; rejects with the node's words. */
export type NodeRpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Plain JSON-RPC, one request a time per call: building a chain depends on the order, which a batch does not keep.
 * @throws Error naming the method when the node answers with an error.
 */
export function nodeRpc(url: string, http: OperatorFetch, signal?: AbortSignal): NodeRpc {
  let id = 0
  return async (method, params) => {
    id += 1
    const { body } = await http.fetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
      deadlineMs: 30_000,
      maxBytes: 64 * 1024 * 1024,
      ...(signal && { signal }),
    })
    const answer = JSON.parse(body.toString('utf8')) as { result?: unknown; error?: { message?: string } }
    if (answer.error) throw new Error(`${method}: ${answer.error.message ?? 'failed without a message'}`)
    return answer.result
  }
}

const read = new Map<ArtifactName, Artifact>()

/** Init code of a contract by its name, with its constructor's arguments appended. Artefacts are read once. */
export function initCode(name: ArtifactName, args: readonly unknown[] = []): Hex {
  let artifact = read.get(name)
  if (!artifact) {
    artifact = readArtifact(name)
    read.set(name, artifact)
  }
  return encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args })
}

import type { Hex } from '@redoubt/risk/address.ts'
import { encodeDeployData } from 'viem/utils'
import { type Artifact, type ArtifactName, readArtifact } from './artifacts/readArtifact.ts'

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

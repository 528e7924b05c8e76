import { readFileSync } from 'node:fs'
import type { Hex } from '@redoubt/risk/address.ts'
import { concatHex, encodeAbiParameters } from 'viem/utils'

type CorpusArtifact = { contracts: Record<string, { constructor: string[]; bytecode: Hex }> }

const read = new Map<string, CorpusArtifact>()

/**
 * Init code of one contract of a pair with its constructor's arguments appended.
 * @throws Error when the pair's artefact has no such contract, or the arguments do not fit.
 */
export function corpusCode(pair: string, contract: string, args: readonly unknown[]): Hex {
  const artifact = read.get(pair) ?? (JSON.parse(readFileSync(artifactPath(pair), 'utf8')) as CorpusArtifact)
  read.set(pair, artifact)
  const made = artifact.contracts[contract]
  if (!made) throw new Error(`Corpus: ${pair} has no contract ${contract}.`)
  const types = made.constructor.map((type) => ({ type }))
  return concatHex([made.bytecode, encodeAbiParameters(types, args)])
}

function artifactPath(pair: string): string {
  return `${import.meta.dirname}/artifacts/${pair}.generated.json`
}

import { RULESET_VERSION } from '@redoubt/risk/engine/score.ts'
import { MAX_WITNESS_BYTES, type VerdictKey } from '../domain/verdict.ts'
import { createBytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import type { WitnessedScan } from '../usecases/scans/witnessedScan.ts'
import { createTape } from '../witness/tape.ts'
import { readVerdict, type Verdict, VerdictRefused } from '../witness/verdictFile.ts'
import { fromJson } from '../witness/witnessValue.ts'
import { codeDigest } from './codeDigest.ts'
import { executeWitnessed } from './executeWitnessed.ts'

/** Why a verdict is not confirmed. Only `other-answer` says that the service answered what its own code does not give. */
export type RefusalReason =
  | VerdictRefused['reason']
  | 'other-ruleset'
  | 'other-descriptors'
  | 'other-code'
  | 'missing-reads'
  | 'other-answer'

export type ReplayedVerdict =
  /** `missing`: reads of parts on which the answer does not depend. */
  | { verified: true; kid: string; verdict: Verdict; missing?: readonly string[] }
  /** `missing`: reads that the witness does not hold. `difference`: the first member that differs. */
  | { verified: false; reason: RefusalReason; message: string; missing?: readonly string[]; difference?: string }

/**
 * Checks a verdict without a network: its signature, and the same bytes of the answer by executing the scan again on the reads that it holds.
 * Part of the composition root.
 * @param clearSigning SHA-256 of the descriptors that are loaded here; null: none.
 */
export async function replayVerdict(
  file: Uint8Array,
  keys: readonly VerdictKey[],
  { clearSigning = null }: { clearSigning?: string | null } = {},
): Promise<ReplayedVerdict> {
  let read: ReturnType<typeof readVerdict>
  try {
    read = readVerdict(file, keys)
  } catch (error) {
    if (error instanceof VerdictRefused) return { verified: false, reason: error.reason, message: error.message }
    throw error
  }
  const { verdict, kid } = read
  const { rulesetVersion, software, settings, reads } = verdict
  if (rulesetVersion !== RULESET_VERSION)
    return {
      verified: false,
      reason: 'other-ruleset',
      message: `The verdict was made by the rules ${rulesetVersion} of Redoubt ${software}; these are the rules ${RULESET_VERSION}. Its signature is good. Verify it with Redoubt ${software}.`,
    }
  if (settings.clearSigning !== clearSigning)
    return {
      verified: false,
      reason: 'other-descriptors',
      message: `The verdict was made with ${settings.clearSigning === null ? 'no clear-signing descriptors' : `the clear-signing descriptors ${settings.clearSigning}`}; here are ${clearSigning === null ? 'none' : `those of ${clearSigning}`}. Set CLEAR_SIGNING_DIR to the same folder.`,
    }
  const bytecode = createBytecodeSource()
  const tape = createTape(reads, MAX_WITNESS_BYTES)
  try {
    const scan = { kind: verdict.kind, input: fromJson(verdict.input) } as WitnessedScan
    const signal = new AbortController().signal
    const answer = await executeWitnessed(scan, { tape, settings, live: null, bytecode }, { signal }).then(
      (execution) => execution.answer,
      (error: unknown) => {
        if (tape.missing().length > 0) return null
        throw error
      },
    )
    const missing = tape.missing()
    // A missing read matters only where the answer depends on it.
    if (answer === verdict.answer) return { verified: true, kid, verdict, ...(missing.length > 0 && { missing }) }
    if (answer === null || missing.length > 0)
      return {
        verified: false,
        reason: 'missing-reads',
        message: `The witness does not hold ${missing.length} reads that the scan makes.`,
        missing,
      }
    if (verdict.code !== (await codeDigest()))
      return {
        verified: false,
        reason: 'other-code',
        message: `Executed again, the scan answers something else. It was made by other code than this, also Redoubt ${software}, so this proves nothing. Its signature is good. Verify it with the code ${verdict.code ?? 'of its day'}.`,
        difference: differenceOf(verdict.answer, answer),
      }
    return {
      verified: false,
      reason: 'other-answer',
      message: 'Executed again, the scan answers something else.',
      difference: differenceOf(verdict.answer, answer),
    }
  } finally {
    await bytecode.close()
  }
}

function differenceOf(one: string, other: string): string {
  return firstDifference(JSON.parse(one), JSON.parse(other)) ?? 'the order of members'
}

/** Path of the first member that differs; null: none does. */
function firstDifference(one: unknown, other: unknown, path = 'answer'): string | null {
  if (JSON.stringify(one) === JSON.stringify(other)) return null
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return path
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference((one as never)[name], (other as never)[name], `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}

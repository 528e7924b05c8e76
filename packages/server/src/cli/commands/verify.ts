import { open } from 'node:fs/promises'
import { loadDescriptors } from '../../composition/loadDescriptors.ts'
import { replayVerdict } from '../../composition/replayVerdict.ts'
import { MAX_VERDICT_BYTES, type VerdictKey } from '../../domain/verdict.ts'
import { printJson } from '../print.ts'
import { readOwnConfig } from '../readOwnConfig.ts'

/** Missing reads that are named. */
const MAX_NAMED = 10

/**
 * `redoubt verify`: executes the scan of a verdict again without a network.
 * @throws Error that says why it is not confirmed.
 */
export async function verifyVerdict(file: string, { keys, json }: { keys: string; json: boolean }): Promise<void> {
  const { clearSigningDir } = readOwnConfig()
  const clearSigning = clearSigningDir === null ? null : await loadDescriptors(clearSigningDir, () => undefined)
  const replayed = await replayVerdict(await readStart(file), await readKeys(keys), { clearSigning })
  if (!replayed.verified) {
    const { verified, reason, message, difference, missing } = replayed
    if (json) printJson({ verified, reason, message, difference, missing })
    const named = (missing ?? []).slice(0, MAX_NAMED).map((read) => `\n  ${read}`)
    const at = difference === undefined ? '' : ` The first difference: ${difference}.`
    throw new Error(`${reason}: ${message}${at}${named.join('')}`)
  }
  const { kid, verdict, missing = [] } = replayed
  const { kind, madeAt, rulesetVersion, software, settings, reads, leftOut } = verdict
  const answer = JSON.parse(verdict.answer) as Record<string, unknown>
  const { riskLevel, riskScore, recommendation, blockNumber, blockHash, complete } = answer
  const shown = {
    verified: true,
    kid,
    kind,
    madeAt,
    environment: settings.environment,
    rulesetVersion,
    software,
    riskLevel,
    riskScore,
    recommendation,
    complete,
    blockNumber,
    blockHash,
    reads: reads.size,
    // Asked for by parts on which the answer does not depend.
    readsNotHeld: missing.length,
    leftOut,
  }
  if (json) printJson(shown)
  else
    process.stdout.write(
      `Verified: executed again, the scan gives the same answer, byte by byte.\n${Object.entries(shown)
        .slice(1)
        .map(([name, value]) => `  ${name.padEnd(15)} ${Array.isArray(value) ? value.join(', ') : String(value)}\n`)
        .join('')}`,
    )
}

/** @throws Error when the file holds no key set. */
async function readKeys(file: string): Promise<VerdictKey[]> {
  const { keys } = JSON.parse((await readStart(file)).toString('utf8')) as { keys?: unknown }
  if (!Array.isArray(keys))
    throw new Error(`${file} holds no keys: save /.well-known/redoubt-keys.json of the service that made the verdict.`)
  return keys as VerdictKey[]
}

/** Reads a file up to what a verdict may have and two bytes more, which is too large then: a pipe or a device may never end. */
async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const buffer = Buffer.alloc(MAX_VERDICT_BYTES + 2)
    let length = 0
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return buffer.subarray(0, length)
  } finally {
    await handle.close()
  }
}

import { createHash } from 'node:crypto'
import { useDescriptors } from '../evm/decode/clear/descriptors/descriptorIndex.ts'
import { readDescriptors } from '../evm/decode/clear/descriptors/readDescriptors.ts'

/** Files named in the log; the rest is counted. */
const MAX_NAMED = 5

/**
 * Reads the operator's ERC-7730 descriptors and shows calls and messages by them. Files that do not follow the standard are named and left out.
 * @returns their SHA-256.
 * @throws Error when the folder cannot be read.
 */
export async function loadDescriptors(folder: string, log: (line: string) => void): Promise<string> {
  const { descriptors, refused } = await readDescriptors(folder)
  useDescriptors(descriptors)
  log(`clear signing: ${descriptors.length} descriptors of ${folder}`)
  const digest = createHash('sha256').update(JSON.stringify(descriptors)).digest('hex')
  if (refused.length === 0) return digest
  const more = refused.length > MAX_NAMED ? ` and ${refused.length - MAX_NAMED} more` : ''
  log(`clear signing: not used, not valid: ${refused.slice(0, MAX_NAMED).join(', ')}${more}`)
  return digest
}

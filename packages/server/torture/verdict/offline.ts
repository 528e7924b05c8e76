import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { replayVerdict } from '../../src/composition/replayVerdict.ts'
import type { VerdictKey } from '../../src/domain/verdict.ts'

// Runs in a network namespace of its own: executes verdicts again, one line of JSON for each, in the order of their files.

const [keysFile = '', ...files] = process.argv.slice(2)
const { keys } = JSON.parse(readFileSync(keysFile, 'utf8')) as { keys: VerdictKey[] }
const outside = Object.values(networkInterfaces())
  .flat()
  .filter((one) => one?.internal === false)
if (outside.length > 0) throw new Error('There is a network here')
for (const file of files) {
  const replayed = await replayVerdict(readFileSync(file), keys)
  const line = replayed.verified
    ? { verified: true }
    : { verified: false, why: `${replayed.reason} ${replayed.difference ?? replayed.missing?.[0] ?? ''}` }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

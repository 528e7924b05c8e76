import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { CannotRun } from '../bench/cannotRun.ts'
import { replayVerdict } from '../src/composition/replayVerdict.ts'
import type { VerdictKey } from '../src/domain/verdict.ts'
import { allScenarios } from '../src/sandbox/scenarios.ts'
import { sandboxWorld } from '../src/sandbox/world.ts'
import { startQuietService } from '../src/testing/quietService.ts'
import { permitOf } from '../src/testing/sandboxMessages.ts'
import type { TortureResult } from './main.ts'
import { createRandom } from './schedule/random.ts'

const FLIPS = 10_000
const SEED = 153

const OFFLINE = fileURLToPath(new URL('verdict/offline.ts', import.meta.url))
const LONGEST_MS = 1_200_000
const run = promisify(execFile)

/**
 * Scans of every scenario of the sandbox, of a permit and of contracts, with a witness: each verdict is executed again in a network namespace that has
 * a loopback and nothing else. Then one bit of one of them is turned over, 10,000 times: none is confirmed.
 */
export default async function verdict(): Promise<TortureResult> {
  const works = await run('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).catch(() => null)
  if (works === null) throw new CannotRun('it needs a network namespace: run it as root, or allow user namespaces')
  const service = await startQuietService('test')
  const http = createOperatorFetch()
  try {
    const world = sandboxWorld('ethereum')
    const { trader, spender } = world.actors
    const message = { address: trader, chain: 'ethereum', typedData: permitOf(world, spender, 5_000_000n) }
    const contract = (address: string) => ({ address, chain: 'ethereum' })
    const scans: [name: string, path: string, body: object][] = [
      ...allScenarios(world).map(({ id, body }): (typeof scans)[number] => [id, '/v1/scan/transaction', body]),
      ['permit', '/v1/scan/message', message],
      ['honeypot', '/v1/scan/contract', contract(world.traps.honeypot)],
      ['ruggable', '/v1/scan/contract', contract(world.traps.ruggable)],
      ['stablecoin', '/v1/scan/contract', contract(world.tokens.usdc)],
    ]
    const published = await http.fetch({
      url: `${service.url}/.well-known/redoubt-keys.json`,
      deadlineMs: 5_000,
      maxBytes: 65_536,
    })
    const { keys } = JSON.parse(published.body.toString('utf8')) as { keys: VerdictKey[] }
    const problems: string[] = []
    const files: Buffer[] = []
    const names: string[] = []
    let confirmed = 0
    for (const [name, path, body] of scans) {
      const { status, json } = await service.ask(path, { ...body, options: { witness: true } })
      const witness = json.data?.witness
      if (status !== 200 || witness?.kept !== true) {
        problems.push(`${name}: ${status} ${JSON.stringify(witness ?? json)}`.slice(0, 200))
        continue
      }
      const kept = await service.ask(`/v1/scans/${json.meta.scanId ?? json.meta.requestId}/verdict`)
      files.push(Buffer.from(kept.json.data.jws))
      names.push(name)
    }
    for (const [at, { verified, why }] of (await offline(files, keys)).entries())
      if (verified) confirmed++
      else problems.push(`${names[at]}: ${why}`)
    const random = createRandom(SEED)
    let refused = 0
    for (let flip = 0; flip < FLIPS; flip++) {
      const changed = Buffer.from(random.pick(files))
      const bit = random.below(changed.length * 8)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      if (!(await replayVerdict(changed, keys)).verified) refused++
    }
    const bytes = files.map(({ length }) => length).sort((a, b) => a - b)
    return {
      failed: scans.length - confirmed + (FLIPS - refused),
      verdicts: scans.length,
      confirmed,
      flips: FLIPS,
      refused,
      bytes: { median: bytes[bytes.length >> 1] ?? 0, max: bytes.at(-1) ?? 0 },
      ...(problems.length > 0 && { problems: problems.slice(0, 10) }),
    }
  } finally {
    await http.close()
    await service.close()
  }
}

type Replayed = { verified: boolean; why?: string }

/** What executing the files again without a network says of each. */
async function offline(files: readonly Buffer[], keys: readonly VerdictKey[]): Promise<Replayed[]> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-verdict-'))
  try {
    const keysFile = join(folder, 'keys.json')
    await writeFile(keysFile, JSON.stringify({ keys }))
    const paths = files.map((_, at) => join(folder, `${at}.jws`))
    for (const [at, file] of files.entries()) await writeFile(paths[at] ?? '', file)
    const command = 'ip link set lo up && exec "$0" "$@"'
    const { stdout } = await run(
      'unshare',
      ['-rn', 'sh', '-c', command, process.execPath, OFFLINE, keysFile, ...paths],
      {
        timeout: LONGEST_MS,
        maxBuffer: 16 * 1024 ** 2,
      },
    )
    const lines = stdout.split('\n').filter((line) => line !== '')
    return files.map((_, at) => JSON.parse(lines[at] ?? '{"verified":false,"why":"no answer"}') as Replayed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

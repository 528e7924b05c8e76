import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { replayVerdict } from '../src/composition/replayVerdict.ts'
import type { VerdictKey } from '../src/domain/verdict.ts'
import { allScenarios } from '../src/sandbox/scenarios.ts'
import { sandboxWorld } from '../src/sandbox/world.ts'
import { permitOf } from '../src/testing/sandboxMessages.ts'
import { startScanService } from '../src/testing/scanService.ts'
import type { TortureResult } from './main.ts'
import { createRandom } from './schedule/random.ts'

const FLIPS = 10_000
const SEED = 153

/**
 * Scans of every scenario of the sandbox, of a permit and of contracts, with a witness: each verdict is executed again with nothing to ask. Then
 * one bit of one of them is turned over, 10,000 times: none is confirmed.
 */
export default async function verdict(): Promise<TortureResult> {
  const service = await startScanService('test')
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
    let confirmed = 0
    for (const [name, path, body] of scans) {
      const { status, json } = await service.ask(path, { ...body, options: { witness: true } })
      const witness = json.data?.witness
      if (status !== 200 || witness?.kept !== true) {
        problems.push(`${name}: ${status} ${JSON.stringify(witness ?? json)}`.slice(0, 200))
        continue
      }
      const kept = await service.ask(`/v1/scans/${json.meta.scanId ?? json.meta.requestId}/verdict`)
      const file = Buffer.from(kept.json.data.jws)
      files.push(file)
      const replayed = await replayVerdict(file, keys)
      if (replayed.verified) confirmed++
      else problems.push(`${name}: ${replayed.reason} ${replayed.difference ?? replayed.missing?.[0] ?? ''}`)
    }
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

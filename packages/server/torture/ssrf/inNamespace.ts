import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { startDnsServer } from '@redoubt/egress/testing/dnsServer.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { TortureResult } from '../main.ts'
import { ALLOWED, OWN_SITE } from './addresses.ts'
import { lookUp } from './names.ts'
import { scanWays } from './scanWays.ts'
import { setUpNetwork } from './setUpNetwork.ts'
import { goodUrls, hostileUrls } from './urls.ts'
import { guardedWays, SECRET, unguardedWays, type Way } from './ways.ts'
import { webhookWays } from './webhookWays.ts'
import { startWorld } from './world.ts'

const MIN_HOSTILE = 120
const MIN_CONTROL = 100

await setUpNetwork()
const world = await startWorld()
setDefaultCACertificates([...getCACertificates('default'), world.authority])

/** Everything one way did with some URLs. Names are asked anew for each way, so each way meets the first answers. */
async function tryAll(way: Way, urls: readonly string[]) {
  const seen = { reached: [] as string[], answered: 0, failures: {} as Record<string, number>, strange: [] as string[] }
  for (const [index, url] of urls.entries()) {
    const before = world.canaries.length
    try {
      const body = await way(url, index)
      if (body.includes(SECRET)) seen.strange.push(`${url} was told credentials: ${body}`)
      seen.answered++
    } catch (error) {
      const failure = error instanceof EgressError ? error.failure : 'not an EgressError'
      seen.failures[failure] = (seen.failures[failure] ?? 0) + 1
      if (!(error instanceof EgressError)) seen.strange.push(`${url}: ${error}`)
    }
    if (world.canaries.length > before) seen.reached.push(url)
  }
  return seen
}

const { forget } = await startDnsServer(lookUp, 53)
const folder = await mkdtemp(join(tmpdir(), 'redoubt-ssrf-'))
const egress = createEgress({
  allow: [`${ALLOWED.host}:${ALLOWED.port}`],
  connectTo: new Map([[`${OWN_SITE}:80`, `${ALLOWED.address}:${ALLOWED.port}`]]),
})
const hostile = await hostileUrls(process.argv[2] ?? '')
const good = goodUrls()
const result: TortureResult = { failed: 0, hostile: hostile.length, good: good.length }
const problems: string[] = hostile.length < MIN_HOSTILE ? [`only ${hostile.length} hostile URLs`] : []

const store = await openStore('sqlite::memory:', null)
await store.migrate()
const ways = Object.entries({ ...guardedWays(egress, folder), ...scanWays(egress) }).map(
  ([name, way]) => [name, { way, good: good as readonly string[] }] as const,
)
for (const [name, { way, good }] of [...ways, ...Object.entries(webhookWays(egress, store, goodUrls()))]) {
  forget()
  const bad = await tryAll(way, hostile)
  forget()
  const fine = await tryAll(way, good)
  result[name] = { reached: bad.reached.length, failures: bad.failures, goodAnswered: fine.answered }
  problems.push(...bad.reached.map((url) => `${name} reached a canary: ${url}`), ...bad.strange, ...fine.strange)
  if (fine.answered < good.length) problems.push(`${name} refused good URLs: ${JSON.stringify(fine.failures)}`)
  problems.push(...fine.reached.map((url) => `${name} reached a canary by a good URL: ${url}`))
}
for (const [name, way] of Object.entries(unguardedWays())) {
  forget()
  const { reached } = await tryAll(way, hostile)
  result[`unguarded-${name}`] = { reached: reached.length }
  if (reached.length < MIN_CONTROL) problems.push(`the unguarded ${name} way reached only ${reached.length} canaries`)
}
result.failed = problems.length
if (problems.length > 0) result.problems = problems.slice(0, 50)
process.stdout.write(`${JSON.stringify(result)}\n`)
process.exit()

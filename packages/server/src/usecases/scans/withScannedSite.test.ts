import assert from 'node:assert/strict'
import { test } from 'node:test'
import { origin } from '@redoubt/risk/testing/sampleMessage.ts'
import type { ScoreOfDay } from '../../domain/entityScore.ts'
import { withScannedSite } from './withScannedSite.ts'

const OWNER = { environment: 'live', accountId: 'acme' } as const
const day = (date: string, score: number, more: Partial<ScoreOfDay> = {}): ScoreOfDay => ({
  date,
  score,
  riskLevel: score >= 80 ? 'critical' : 'safe',
  rulesetVersion: '1',
  complete: true,
  failedSources: 0,
  ...more,
})

/** What a request from the site is told of earlier scans, by URL. */
async function scannedOf(
  url: string,
  kept: Record<string, ScoreOfDay[]>,
  { registrable = 'site.example' as string | null } = {},
) {
  const gather = async () => ({ origin: origin({ url, registrable }), listsLoaded: true })
  const scores = {
    list: async ({ entity, accountId }: { entity: string; accountId: string }) =>
      accountId === OWNER.accountId ? (kept[entity] ?? []) : [],
  }
  return (await withScannedSite(gather, OWNER, scores)(url)).origin.scanned
}

test('the last scan of the page counts, and an incomplete one only against it', async () => {
  const bad = day('2026-11-02', 90)
  const found = { url: 'https://site.example/claim', riskScore: 90, riskLevel: 'critical', date: '2026-11-02' }
  const at = (days: ScoreOfDay[]) =>
    scannedOf('https://site.example/claim?ref=1#top', { 'https://site.example/claim': days })
  assert.deepEqual(await at([day('2026-11-01', 3), bad]), found)
  assert.deepEqual(await at([bad, day('2026-11-03', 5, { complete: false })]), found, 'a partial scan clears no site')
  assert.deepEqual(await at([day('2026-11-01', 3), { ...bad, complete: false }]), found, 'and accuses one')
  assert.equal((await at([bad, day('2026-11-03', 5)]))?.riskScore, 5, 'a site that was cleaned is not accused for ever')
})

test('the front page speaks for its own host, and the worse of two pages counts', async () => {
  const kept = { 'https://site.example/': [day('2026-11-02', 90)], 'https://site.example/blog': [day('2026-11-02', 0)] }
  assert.equal((await scannedOf('https://site.example/blog', kept))?.riskScore, 90)
  assert.equal((await scannedOf('https://other.example/blog', kept)) ?? null, null)
})

test('where strangers share a host, only the page itself counts', async () => {
  const kept = { 'https://shared.example/': [day('2026-11-02', 90)] }
  assert.equal((await scannedOf('https://shared.example/someone', kept, { registrable: null })) ?? null, null)
  assert.equal((await scannedOf('https://shared.example/', kept, { registrable: null }))?.riskScore, 90)
})

test('scans of other accounts are private, and the service itself has none', async () => {
  const gather = async (url: string) => ({ origin: origin({ url }), listsLoaded: true })
  const scores = { list: async () => assert.fail('asked for an account that has none') }
  const { origin: known } = await withScannedSite(gather, { environment: 'live' }, scores)('https://site.example/')
  assert.equal(known.scanned, undefined)
})

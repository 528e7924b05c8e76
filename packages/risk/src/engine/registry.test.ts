import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { listDetectorFiles } from '../../../../scripts/listDetectorFiles.ts'
import * as index from '../detectors/index.generated.ts'
import type { Detector } from './detector.ts'

const DETECTORS = Object.values(index).flat()
const FOLDER = join(import.meta.dirname, '../detectors')
const SUBJECTS = ['url', 'contract', 'wallet', 'transaction', 'message']
const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical']
const CATEGORIES = ['ownership', 'code', 'liquidity', 'associations']

/** Returns the errors in files and definitions; empty when there are none. */
function problemsOf(
  files: readonly { subject: string; id: string; detector: Detector; tested: boolean }[],
  indexed: readonly Detector[],
): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const { subject, id, detector, tested } of files) {
    const report = (problem: string) => problems.push(`${subject}/${id}: ${problem}`)
    if (!SUBJECTS.includes(subject)) report('unknown subject folder')
    if (detector.id !== id) report(`its id is ${detector.id}`)
    if (detector.appliesTo !== subject) report(`it applies to ${detector.appliesTo}`)
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(detector.id)) report('its id is not kebab-case')
    if (seen.has(detector.id)) report('its id is used twice')
    seen.add(detector.id)
    if (!tested) report('no test beside it')
    for (const member of ['title', 'why', 'advice'] as const) {
      if (!detector[member].trim() || detector[member].includes('TODO')) report(`no ${member}`)
    }
    if (!SEVERITIES.includes(detector.severity)) report(`severity ${detector.severity}`)
    if (!CATEGORIES.includes(detector.category)) report(`category ${detector.category}`)
    if (detector.needs.length === 0) report('needs no fact')
    if (!indexed.includes(detector)) report('not in the generated index: npm run gen')
  }
  return problems
}

async function load() {
  const files = await listDetectorFiles(FOLDER)
  return Promise.all(
    files.map(async ({ subject, id }) => {
      const { default: detector } = (await import(`../detectors/${subject}/${id}.ts`)) as { default: Detector }
      return { subject, id, detector, tested: existsSync(join(FOLDER, subject, `${id}.test.ts`)) }
    }),
  )
}

test('every detector keeps the rules of the registry', async () => {
  assert.deepEqual(problemsOf(await load(), DETECTORS), [])
})

test('the registry test itself notices each kind of mistake', async () => {
  const [good] = await load()
  assert.ok(good)
  const spoilt = (change: Partial<typeof good>, detector: Partial<Detector> = {}) =>
    problemsOf([{ ...good, ...change, detector: { ...good.detector, ...detector } }], []).join()
  assert.match(spoilt({ id: 'other-name' }), /its id is/)
  assert.match(spoilt({ subject: 'wallet' }), /it applies to/)
  assert.match(spoilt({ tested: false }), /no test beside it/)
  assert.match(spoilt({}, { why: ' ' }), /no why/)
  assert.match(spoilt({}, { advice: 'TODO: say' }), /no advice/)
  assert.match(spoilt({}), /not in the generated index/)
  assert.match(problemsOf([good, good], DETECTORS).join(), /used twice/)
})

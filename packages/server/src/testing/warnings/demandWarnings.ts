import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import type { ScanService } from '../scanService.ts'
import type { WarningRequest, WarningRow } from './warningRow.ts'

const EVIDENCE: Record<string, { members: Record<string, string> }> = JSON.parse(
  readFileSync(new URL('../../http/openapi/evidence.generated.json', import.meta.url), 'utf8'),
)

const AT_ONCE = 2
const ATTEMPTS = 3

type Finding = { id: string; description: string; evidence: object }

/**
 * Demands each row over HTTP: the subject has its findings, each with a sentence and with evidence; the twin has none of them. Each
 * request is made once, and again while a busy machine cuts its analysis short.
 * @throws AssertionError that names every row that fails.
 */
export async function demandWarnings({ ask }: Pick<ScanService, 'ask'>, rows: readonly WarningRow[]): Promise<void> {
  const answers = new Map<string, Promise<{ found: Finding[]; complete: boolean }>>()
  const scan = async ({ path, body }: WarningRequest) => {
    const { status, json } = await ask(path, body)
    assert.equal(status, 200, `${path} ${JSON.stringify(body)}: ${JSON.stringify(json)}`)
    const { warnings, riskFactors, complete } = json.data
    return { found: (warnings ?? riskFactors) as Finding[], complete: complete !== false }
  }
  const answerOf = (request: WarningRequest) => {
    const key = JSON.stringify(request)
    const known = answers.get(key) ?? scan(request)
    answers.set(key, known)
    return known
  }
  const subjectOf = async (row: WarningRow): Promise<Finding[]> => {
    for (let attempt = 1; ; attempt++) {
      const { found, complete } = await answerOf(row.subject)
      const isShown = row.ids.every((id) => found.some((one) => one.id === id))
      if (isShown || complete || attempt === ATTEMPTS) return found
      answers.delete(JSON.stringify(row.subject))
    }
  }
  const wrong = await mapConcurrent(rows, AT_ONCE, async (row) => {
    for (const request of row.before ?? []) await answerOf(request)
    const found = await subjectOf(row)
    const twin = (await answerOf(row.twin)).found
    return row.ids.flatMap((id) => {
      const named = found.find((one) => one.id === id)
      return [
        ...found.flatMap(evidenceFaults),
        ...(named === undefined ? [`${id}: not among ${found.map((one) => one.id)}`] : faultsOf(named)),
        ...(twin.some((one) => one.id === id) ? [`${id}: the honest twin has it too`] : []),
      ]
    })
  })
  assert.deepEqual(wrong.flat(), [])
}

/** Evidence is as openapi.json types it. */
function evidenceFaults({ id, evidence }: Finding): string[] {
  const members = EVIDENCE[id]?.members ?? {}
  const missing = Object.keys(members).filter((name) => !members[name]?.endsWith('?') && !Object.hasOwn(evidence, name))
  const wrong = Object.entries(evidence).filter(([name, value]) => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'string[]' : typeof value
    return !members[name]?.replace(/\?$/, '').split('|').includes(type)
  })
  return [
    ...missing.map((name) => `${id}: evidence.${name} is missing, and openapi.json requires it`),
    ...wrong.map(
      ([name, value]) => `${id}: evidence.${name} is ${JSON.stringify(value)}, not ${members[name] ?? 'declared'}`,
    ),
  ]
}

/** A reader needs a sentence, and something to check it by. */
function faultsOf({ id, description, evidence }: Finding): string[] {
  return [
    ...(/^["“\p{Lu}\p{N}\p{Ll}].*[.!]$/su.test(description) ? [] : [`${id}: no sentence: ${description}`]),
    ...(/undefined|\[object|NaN/.test(description) ? [`${id}: ${description}`] : []),
    ...(Object.keys(evidence).length > 0 ? [] : [`${id}: no evidence`]),
  ]
}

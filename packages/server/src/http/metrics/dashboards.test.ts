import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { emittedMetrics } from '../testing/emittedMetrics.ts'

const DEPLOY = join(import.meta.dirname, '../../../../../deploy')
/** Of the scrape, and of the workers of one node. */
const OUTER_LABELS = ['job', 'instance', 'worker', 'le']
const OURS = /\b(?:redoubt|nodejs|process)_\w+/g

type Rule = {
  alert: string
  expr: string
  annotations: { summary: string; action: string }
  labels: { severity: string }
}
type Panel = { title: string; type: string; targets?: { expr: string }[]; gridPos: { x: number; y: number; w: number } }

const rules = (
  parse(readFileSync(join(DEPLOY, 'alerts.yaml'), 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readFileSync(join(DEPLOY, 'grafana.json'), 'utf8')) as { panels: Panel[] }
const expressions: [where: string, expr: string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr])),
]

describe('dashboard and alert rules', () => {
  const known = emittedMetrics()

  test('name only metrics and labels that the service has', () => {
    assert.ok(expressions.length > 40)
    for (const [where, expr] of expressions) {
      const names = expr.match(OURS) ?? []
      assert.ok(names.length > 0, `${where} names no metric`)
      const labels = names.flatMap((name) => {
        assert.ok(known.has(name), `${where}: no metric ${name}`)
        return known.get(name)?.labels ?? []
      })
      const used = [
        ...[...expr.matchAll(/\b(?:by|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',')),
        ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
          list.split(',').map((one) => one.split(/[=!]/)[0] ?? ''),
        ),
      ].map((label) => label.trim())
      for (const label of used) assert.ok([...labels, ...OUTER_LABELS].includes(label), `${where}: no label ${label}`)
    }
  })

  test('brackets of each expression close', () => {
    for (const [where, expr] of expressions)
      for (const [open, close] of ['()', '{}', '[]'])
        assert.equal(expr.split(open as string).length, expr.split(close as string).length, where)
  })

  test('an alert on too little fires without a series too', () => {
    for (const { alert, expr } of rules) if (/ < /.test(expr)) assert.match(expr, / or absent\(/, alert)
  })

  test('each alert says what is wrong and what to do', () => {
    for (const { alert, annotations, labels } of rules) {
      assert.match(alert, /^Redoubt[A-Z]\w+$/)
      assert.ok(annotations.summary.endsWith('.') && annotations.action.endsWith('.'), alert)
      assert.ok(['page', 'ticket'].includes(labels.severity), alert)
    }
  })

  test('each way in which lists and webhooks stop by themselves has an alert', () => {
    for (const metric of ['redoubt_intel_refresh_failures', 'redoubt_webhook_failing', 'redoubt_webhook_lag_seconds'])
      assert.ok(
        rules.some(({ expr }) => expr.includes(metric)),
        metric,
      )
  })

  test('panels do not lie on each other', () => {
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
    assert.equal(new Set(places).size, places.length)
    for (const { gridPos } of dashboard.panels) assert.ok(gridPos.x + gridPos.w <= 24)
  })
})

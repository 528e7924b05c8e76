import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PALETTE } from './palette.ts'

/** Relative luminance, 0-1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test('a worse level prints visibly darker in grey', () => {
  const shades = Object.values(PALETTE.level).map(luminance)
  for (const [index, shade] of shades.slice(1).entries()) assert.ok((shades[index] ?? 0) - shade > 0.08, `${index}`)
})

test('text can be read on its ground: 4.5 to 1 (WCAG 2.2, 1.4.3)', () => {
  const { level, onLevel, severity, onSeverity, ink, muted, paper, faint } = PALETTE
  for (const name of ['safe', 'low', 'medium', 'high', 'critical'] as const)
    assert.ok(contrast(level[name], onLevel[name]) >= 4.5, name)
  for (const name of ['info', 'low', 'medium', 'high', 'critical'] as const)
    assert.ok(contrast(severity[name], onSeverity[name]) >= 4.5, name)
  for (const text of [ink, muted]) for (const ground of [paper, faint]) assert.ok(contrast(text, ground) >= 4.5)
})

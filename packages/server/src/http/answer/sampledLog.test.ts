import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { createSampledLog } from './sampledLog.ts'

test('ten lines a second per message, and the rest is counted', () => {
  const lines: [Record<string, unknown>, string][] = []
  const error = (details: Record<string, unknown>, message: string) => lines.push([details, message])
  let now = 0
  const log = createSampledLog({ error, warn: error } as unknown as FastifyBaseLogger, () => now)
  for (let index = 0; index < 25; index++) log('error', { index }, 'one')
  log('warn', {}, 'another')
  assert.equal(lines.length, 11)
  now = 1000
  log('error', { index: 25 }, 'one')
  log('error', { index: 26 }, 'one')
  assert.deepEqual(lines.slice(11), [
    [{ index: 25, suppressed: 15 }, 'one'],
    [{ index: 26 }, 'one'],
  ])
})

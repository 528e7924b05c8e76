import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Devtools, DevtoolsEvent } from './devtools.ts'
import { contextOf } from './worlds.ts'

const place = { session: 's', world: 'w', frameId: 'f' }
const browser = () => {
  let made = 0
  let tell = (_: DevtoolsEvent) => {}
  const devtools = {
    send: async () => ({ executionContextId: ++made }),
    onEvent: (listener: typeof tell) => {
      tell = listener
    },
  } as unknown as Devtools
  return {
    devtools,
    of: (more: Partial<typeof place> = {}) => contextOf(devtools, { ...place, ...more }),
    hear: (method: string, params = {}, session: string | null = 's') => tell({ method, params, session }),
  }
}

test('a world is made once for a document, and anew for another frame, session and document', async () => {
  const { of, hear } = browser()
  assert.deepEqual([await of(), await of(), await of({ frameId: 'g' }), await of({ session: 't' })], [1, 1, 2, 3])
  for (const [at, method] of ['Page.frameNavigated', 'Runtime.executionContextsCleared'].entries()) {
    hear(method)
    assert.deepEqual([await of(), await of(), await of({ session: 't' })], [4 + at, 4 + at, 3], method)
  }
  hear('Runtime.executionContextDestroyed', { executionContextId: 5 })
  assert.equal(await of(), 6)
  hear('Page.frameNavigated', {}, null)
  assert.equal(await of(), 6)
})

test('a world of a document that went meanwhile is not kept', async () => {
  const { of, hear } = browser()
  const first = of()
  hear('Page.frameNavigated')
  assert.deepEqual([await first, await of()], [1, 2])
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unfold } from '../code/obfuscation.ts'
import { drawnDocuments } from './drawnDocuments.ts'

const drawn = async (code: string) => {
  const outlines = await drawnDocuments([unfold('inline', code)], AbortSignal.timeout(60_000))
  return outlines.map(({ text, fields }) => `${text.trim()} ${fields.length}`)
}

describe('what scripts write into a page', () => {
  it('is read from their literals', async () => {
    const html = '<h1>Restore</h1><p>Enter your words</p><input name=\\"w\\">'
    assert.deepEqual(await drawn(`app.innerHTML = "${html}"`), ['Restore Enter your words 1'])
    assert.deepEqual(await drawn('root.innerHTML = `<p>Deposit to the address below, please</p>`'), [
      'Deposit to the address below, please 0',
    ])
  })

  it('other literals are no documents', async () => {
    assert.deepEqual(await drawn(`const message = "a sentence that is long enough, and < 5 % of the rest"`), [])
  })
})

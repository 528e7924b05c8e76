import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { unfold } from '../code/obfuscation.ts'
import { phraseChecked, secretsInCode } from './secretsAsked.ts'

const asked = (code: string) => secretsInCode([unfold('inline', code)], true, AbortSignal.timeout(60_000))
const kinds = async (code: string) => (await asked(code)).map(({ kind }) => kind)

describe('fields that code draws', () => {
  it('as HTML', async () => {
    const html = `app.innerHTML = '<h1>Import</h1><p>Enter your secret recovery phrase</p><form action="/p"><textarea name="x"></textarea></form>'`
    assert.deepEqual(await kinds(html), ['seed-phrase'])
    assert.deepEqual(await kinds(html.replaceAll('"', String.raw`\"`)), ['seed-phrase'])
    assert.match((await asked(html))[0]?.evidence ?? '', /^inline: .*recovery phrase/)
    assert.deepEqual(await kinds('app.innerHTML = `<label>Private key <input name="k"></label>`'), ['private-key'])
  })

  it('as elements', async () => {
    assert.deepEqual(
      await kinds(`e("textarea", { className: "w", placeholder: "Enter your Secret Recovery Phrase" })`),
      ['seed-phrase'],
    )
  })

  it('and not what only speaks of it, nor what a bundle carries', async () => {
    assert.deepEqual(
      await kinds(`toast('Never enter your recovery phrase'); root.innerHTML = '<input type="search">'`),
      [],
    )
    assert.deepEqual(await kinds(`e("input", { placeholder: "Never type your recovery phrase here" })`), [])
    assert.deepEqual(await kinds(`root.innerHTML = '<p>Comments</p><textarea name="comment"></textarea>'`), [])
    assert.deepEqual(await kinds(`e("input", { placeholder: "Secret recovery phrase" })${' '.repeat(60_000)}`), [])
  })
})

test('code that sends and takes nothing but twelve to twenty-four words asks for a phrase', () => {
  const found = (code: string) => phraseChecked([unfold('inline', code)]).length
  const sends = `navigator.sendBeacon('/m', text)`
  assert.equal(found(`if (!/^(?:[a-z]{3,8}\\s+){11,23}[a-z]{3,8}$/.test(text)) return; ${sends}`), 1)
  assert.equal(found(`const words = text.split(/\\s+/); if (words.length % 3) return say('more'); ${sends}`), 1)
  assert.equal(
    found(`const words = text.split(/\\s+/); if (words.length !== 12 && words.length !== 24) return; ${sends}`),
    1,
  )
  assert.equal(
    found(`const words = text.split(/\\s+/); if (words.length !== 12) return say('a tale of twelve'); ${sends}`),
    0,
  )
  assert.equal(found(`const words = text.split(/\\s+/); if (words.length > 24) return warn(); ${sends}`), 0)
  assert.equal(found(`if (!/^(?:[a-z]{3,8}\\s+){11,23}[a-z]{3,8}$/.test(text)) return; show(text)`), 0)
})
